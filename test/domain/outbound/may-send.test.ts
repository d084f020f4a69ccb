import { expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import type { Method } from '../../../domain/catalog/endpoint.ts'
import { maySendLater } from '../../../domain/outbound/may-send.ts'

const catalog = loadCatalog()
const judged = (provider: string, method: Method, endpoint: string, path = {}) =>
  maySendLater({ provider, method, endpoint, path })

it.each<[string, Method, string, boolean]>([
  ['apify', 'POST', '/v2/actor-runs/{runId}/metamorph', true],
  ['apify', 'POST', '/v2/actor-runs/{runId}/resurrect', true],
  ['apify', 'POST', '/v2/actor-runs/{runId}/abort', false],
  ['apify', 'POST', '/v2/actors/{actorId}/runs/{runId}/metamorph', true],
  ['apify', 'POST', '/v2/actors/{actorId}/versions/{versionNumber}/env-vars', true],
  ['apify', 'PUT', '/v2/actors/{actorId}/versions/{versionNumber}', true],
  ['apify', 'POST', '/v2/actors/{actorId}/builds', true],
  ['apify', 'POST', '/v2/actors/{actorId}/validate-input', false],
  ['apify', 'POST', '/v2/actor-tasks', true],
  ['apify', 'POST', '/v2/actor-tasks/{actorTaskId}/runs', true],
  ['apify', 'PUT', '/v2/actor-tasks/{actorTaskId}/input', true],
  ['apify', 'POST', '/v2/schedules', true],
  ['apify', 'DELETE', '/v2/schedules/{scheduleId}', false],
  ['apify', 'POST', '/v2/request-queues/{queueId}/requests', true],
  ['apify', 'POST', '/v2/key-value-stores/{storeId}/records/{recordKey}', true],
  ['apify', 'GET', '/v2/actor-runs/{runId}', false],
  ['resend', 'PATCH', '/emails/{email_id}', true],
  ['resend', 'POST', '/emails/{email_id}/cancel', false],
  ['resend', 'PATCH', '/contacts/{id}', true],
  ['resend', 'POST', '/templates/{id}/publish', true],
  ['resend', 'POST', '/templates', false],
  ['resend', 'POST', '/segments', false],
  ['apollo', 'PUT', '/sequences/{id}', true],
  ['apollo', 'POST', '/emailer_campaigns/search', false],
  ['apollo', 'POST', '/emailer_messages/get_content', false],
  ['apollo', 'POST', '/contacts', false],
  ['apollo', 'PATCH', '/contacts/{contact_id}', true],
  ['apollo', 'POST', '/contacts/bulk_update', true],
  ['apollo', 'POST', '/contacts/update_owners', false],
  ['agentmail', 'PATCH', '/v0/inboxes/{inbox_id}/messages/{message_id}', false],
])('%s %s %s may send: %s', (provider, method, endpoint, expected) => {
  expect(catalog.find(provider, endpoint, method)).toBeDefined()
  expect(judged(provider, method, endpoint)).toBe(expected)
})

it.each([
  ['someone~robot7', true],
  ['nwua9Gu5YrADL7ZDj', true],
  ['apify~instagram-scraper', false],
  ['someone~reddit-scraper', false],
])('the run of the actor %s may send: %s', (actorId, expected) => {
  expect(judged('apify', 'POST', '/v2/actors/{actorId}/runs', { actorId })).toBe(expected)
})

it("of what the platform's account serves, nothing but an actor that the caller names", () => {
  const named = catalog.providers
    .flatMap(({ slug }) => catalog.ofProvider(slug))
    .filter(({ requires_byok: own }) => !own)
    .filter(({ provider, method, endpoint }) => judged(provider, method, endpoint))
  expect(named.map(({ endpoint }) => endpoint)).toEqual([
    expect.stringContaining('/{actorId}/run-sync'),
    expect.stringContaining('/{actorId}/run-sync'),
    expect.stringContaining('/{actorId}/runs'),
  ])
})
