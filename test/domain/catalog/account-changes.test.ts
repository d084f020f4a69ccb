import { expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { accountDecision } from '../../../domain/catalog/account-changes.ts'
import { changesSomething } from '../../../domain/catalog/changes.ts'
import type { CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import type { JsonObject } from '../../../domain/json/json.ts'

const catalog = loadCatalog()
const nameOf = ({ provider, method, endpoint }: CatalogEndpoint) => `${provider} ${method} ${endpoint}`
const changing = catalog.all().filter(changesSomething)

it.each<[string, string, boolean]>([
  ['resend', 'POST /api-keys', true],
  ['resend', 'GET /api-keys', false],
  ['resend', 'POST /webhooks', true],
  ['resend', 'POST /suppressions/batch/remove', true],
  ['resend', 'POST /domains/{domain_id}/verify', true],
  ['resend', 'POST /emails', false],
  ['resend', 'POST /emails/{email_id}/share', true],
  ['resend', 'DELETE /oauth/grants/{oauth_grant_id}', true],
  ['resend', 'POST /templates/{id}/publish', false],
  ['agentmail', 'POST /v0/api-keys', true],
  ['agentmail', 'DELETE /v0/inboxes/{inbox_id}', true],
  ['agentmail', 'POST /v0/inboxes/{inbox_id}/messages/send', false],
  ['agentmail', 'POST /v0/inboxes/{inbox_id}/drafts', false],
  ['apify', 'PUT /v2/webhooks/{webhookId}', true],
  ['apify', 'POST /v2/actors/{actorId}/runs', false],
  ['apify', 'POST /v2/actor-runs/{runId}/charge', true],
  ['apify', 'POST /v2/tools/encode-and-sign', true],
  ['apify', 'POST /v2/tools/decode-and-verify', false],
  ['apify', 'PUT /v2/key-value-stores/{storeId}/records/{recordKey}', false],
  ['apify', 'PUT /v2/users/me/limits', true],
  ['builtwith', 'POST /mppx/api-purchase', true],
  ['builtwith', 'GET /mppx/api-discovery', false],
  ['builtwith', 'POST /x402/list-pass/pro', true],
  ['builtwith', 'POST /agent-auth/start', true],
  ['builtwith', 'POST /agent-auth/token', true],
  ['builtwith', 'GET /agent/domain', true],
  ['apollo', 'POST /contacts', false],
  ['tavily', 'POST /search', false],
])('%s %s decides over the account: %s', (provider, name, decides) => {
  const endpoint = catalog.find(provider, name)
  expect(endpoint === undefined ? undefined : accountDecision(endpoint, {})).toBe(
    decides ? 'decides over the account' : null,
  )
})

it('no other call of the catalog buys, shares, signs or makes credentials', () => {
  const words = /share|invit|sign(?!al)|purchase|checkout|transfer|permission|secret|auth(?!or)|grant|charge|webhook/i
  const open = changing.filter((one) => words.test(one.endpoint) && accountDecision(one, {}) === null)
  expect(open.map(nameOf)).toEqual([])
})

it.each<[string, string, JsonObject, boolean]>([
  ['apify', 'PUT /v2/datasets/{datasetId}', { generalAccess: 'ANYONE_WITH_ID_CAN_READ' }, true],
  ['apify', 'PUT /v2/datasets/{datasetId}', { name: 'leads' }, false],
  ['apify', 'PUT /v2/actors/{actorId}', { isPublic: true }, true],
  ['apify', 'PUT /v2/actors/{actorId}', { actorPermissionLevel: 'FULL_PERMISSIONS' }, true],
  ['apify', 'POST /v2/actors', { name: 'mine' }, false],
  ['apollo', 'PUT /sequences/{id}', { sharing_permission: 'team_can_use' }, true],
  ['apify', 'POST /v2/actors/{actorId}/runs', { isPublic: true }, false],
])('%s %s with %j decides who may see what is stored: %s', (provider, name, members, decides) => {
  const endpoint = catalog.find(provider, name)
  for (const request of [{ input: members }, { input: [], query: members }])
    expect(endpoint === undefined ? undefined : accountDecision(endpoint, request) !== null).toBe(decides)
})

it('each documented member that states who may see something is a decision', () => {
  const documented = changing.flatMap((endpoint) =>
    Object.keys(endpoint.body?.properties ?? {})
      .filter((name) => /public|access|permission|sharing/i.test(name))
      .map((name) => [endpoint, name] as const),
  )
  expect(documented.length).toBeGreaterThan(10)
  const open = documented.filter(([endpoint, name]) => accountDecision(endpoint, { input: { [name]: true } }) === null)
  expect(open.map(([endpoint, name]) => `${nameOf(endpoint)} ${name}`)).toEqual([])
})

it('of all calls that only read, these show a credential of the account', () => {
  const shown = catalog.all().filter((one) => accountDecision(one, {}) === 'reads a credential of the account')
  expect(shown.map(nameOf)).toEqual([
    'agentmail GET /v0/webhooks',
    'agentmail GET /v0/webhooks/{webhook_id}',
    'apify GET /v2/users/me',
    'apollo GET /email_accounts',
    'resend GET /webhooks/{webhook_id}',
  ])
})
