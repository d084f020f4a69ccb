import { expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { decidesOverAccount } from '../../../domain/catalog/account-changes.ts'

const catalog = loadCatalog()

it.each<[string, string, boolean]>([
  ['resend', 'POST /api-keys', true],
  ['resend', 'GET /api-keys', false],
  ['resend', 'POST /webhooks', true],
  ['resend', 'POST /suppressions/batch/remove', true],
  ['resend', 'POST /domains/{domain_id}/verify', true],
  ['resend', 'POST /emails', false],
  ['agentmail', 'POST /v0/api-keys', true],
  ['agentmail', 'DELETE /v0/inboxes/{inbox_id}', true],
  ['agentmail', 'POST /v0/inboxes/{inbox_id}/messages/send', false],
  ['agentmail', 'POST /v0/inboxes/{inbox_id}/drafts', false],
  ['apify', 'PUT /v2/webhooks/{webhookId}', true],
  ['apify', 'POST /v2/actors/{actorId}/runs', false],
  ['apollo', 'POST /contacts', false],
  ['tavily', 'POST /search', false],
])('%s %s decides over the account: %s', (provider, name, decides) => {
  const endpoint = catalog.find(provider, name)
  expect(endpoint === undefined ? null : decidesOverAccount(endpoint)).toBe(decides)
})
