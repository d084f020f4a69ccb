import { expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { changesSomething } from '../../../domain/catalog/changes.ts'

const catalog = loadCatalog()

it.each<[string, string, boolean]>([
  ['sec', 'GET /submissions/CIK{cik}.json', false],
  ['hunter', 'POST /discover', false],
  ['apify', 'POST /v2/actors/{actorId}/runs', false],
  ['dataforseo', 'POST /v3/on_page/pages', false],
  ['apollo', 'POST /contacts/search', false],
  ['apollo', 'POST /contacts', true],
  ['apollo', 'POST /emailer_campaigns/{sequence_id}/add_contact_ids', true],
  ['agentmail', 'POST /v0/inboxes/{inbox_id}/drafts/{draft_id}/send', true],
  ['resend', 'POST /broadcasts/{id}/send', true],
  ['resend', 'POST /domains/{domain_id}/verify', true],
  ['resend', 'PATCH /contacts/{id}', true],
  ['resend', 'DELETE /contacts/{id}', true],
])('%s %s changes something: %s', (provider, name, changes) => {
  const endpoint = catalog.find(provider, name)
  expect(endpoint === undefined ? null : changesSomething(endpoint)).toBe(changes)
})
