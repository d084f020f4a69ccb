import { expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { findCapability } from '../../../domain/capabilities/catalog.ts'
import type { RawRequest } from '../../../domain/raw/request.ts'
import { refusalOfPayer, refusalOfStored } from '../../../domain/watches/refusal.ts'

const catalog = loadCatalog()
const raw = (provider: string, method: RawRequest['method'], endpoint: string, more: Partial<RawRequest> = {}) => ({
  capability: null,
  rawRequest: { provider, method, endpoint, path: {}, query: {}, ...more },
  input: {},
})
const routed = (capability: string) => ({ capability, rawRequest: null, input: {} })

it.each([
  ['a capability that reads', routed('web.search'), null],
  ['a capability that sends', routed('email.send'), 'sends'],
  ['a capability that is gone', routed('web.gone'), 'no longer offered'],
  ['an endpoint that reads', raw('hunter', 'GET', '/email-finder'), null],
  ['an endpoint that sends', raw('resend', 'POST', '/emails'), 'may change something'],
  [
    'an actor that sends',
    raw('apify', 'POST', '/v2/actors/{actorId}/runs', { path: { actorId: 'apify~send-mail' } }),
    'may change something',
  ],
  [
    'a task that a GET starts',
    raw('apify', 'GET', '/v2/actor-tasks/{actorTaskId}/run-sync', { path: { actorTaskId: 'x' } }),
    'may change something',
  ],
  [
    'a query that makes a POST of a GET',
    raw('apify', 'GET', '/v2/store', { query: { Method: 'POST' } }),
    '/query/Method',
  ],
  ['an endpoint that is gone', raw('hunter', 'GET', '/gone'), 'no longer offered'],
  [
    'a member that only the service sets',
    raw('apify', 'POST', '/v2/actors/apify~instagram-scraper/runs', { query: { maxTotalChargeUsd: '9' } }),
    '/query/maxTotalChargeUsd',
  ],
])('a stored watch of %s is judged by the rules of today', (_, stored, words) => {
  const refusal = refusalOfStored(stored, { findCapability, catalog })
  if (words === null) expect(refusal).toBeNull()
  else expect(refusal).toContain(words)
})

it.each([
  ['someone~robot7', 'sends no messages'],
  ['apify~instagram-scraper', null],
])('a watch of the actor %s of a key that sends nothing', (actorId, words) => {
  const watch = raw('apify', 'POST', '/v2/actors/{actorId}/runs', { path: { actorId } })
  const refusal = refusalOfPayer({ ...watch, routing: { provider: 'auto' } }, { sends: false })
  if (words === null) expect(refusal).toBeNull()
  else expect(refusal).toContain(words)
})
