import { expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { changesSomething } from '../../../domain/catalog/changes.ts'
import { methodOfEffect } from '../../../domain/catalog/effect.ts'
import { type CatalogEndpoint, endpointKey } from '../../../domain/catalog/endpoint.ts'
import { maySendLater } from '../../../domain/outbound/may-send.ts'
import { sendsUnchecked } from '../../../domain/outbound/raw-send.ts'

const catalog = loadCatalog()
const key = ({ method, endpoint }: Pick<CatalogEndpoint, 'method' | 'endpoint'>) => endpointKey(method, endpoint)
const acting = catalog.all().filter((one) => one.method === 'GET' && methodOfEffect(one) !== 'GET')

it('of all GETs of the catalog, these act', () => {
  expect(acting.map((one) => `${one.provider} ${key(one)}`).toSorted()).toEqual([
    'apify GET /v2/actor-tasks/{actorTaskId}/run-sync',
    'apify GET /v2/actor-tasks/{actorTaskId}/run-sync-get-dataset-items',
    'apify GET /v2/actors/{actorId}/run-sync',
    'apify GET /v2/actors/{actorId}/run-sync-get-dataset-items',
  ])
})

it.each([
  ['/unsubscribe/{token}', true],
  ['/v1/oauth/callback', true],
  ['/messages/{id}/send.json', true],
  ['/v1/jobs/{id}/bulkResend', true],
  ['/runs/{id}', false],
  ['/schedules/schedule_a/', false],
  ['/domains/{id}/claim', false],
  ['/email-verifier', false],
])('GET %s acts: %s', (endpoint, acts) => {
  expect(methodOfEffect({ method: 'GET', endpoint })).toBe(acts ? 'POST' : 'GET')
})

it('every other method is judged as what it is', () => {
  const others = catalog.all().filter(({ method }) => method !== 'GET')
  expect(others.filter((one) => methodOfEffect(one) !== one.method)).toEqual([])
})

it('a GET that acts is judged as the POST of its path by every rule, and needs an own key', () => {
  const judged = (one: CatalogEndpoint) =>
    ['apify~send-mail', 'someone~robot7', 'apify~instagram-scraper'].map((actorId) => {
      const call = { ...one, path: { actorId } }
      return [changesSomething(one), maySendLater(call), sendsUnchecked(call, {}), sendsUnchecked(call, [])]
    })
  expect(acting.map((one) => [key(one), judged(one)])).toEqual(
    acting.map((one) => {
      const twin = catalog.find(one.provider, one.endpoint, 'POST')
      return [key(one), twin === undefined ? null : judged(twin)]
    }),
  )
  expect(acting.filter(({ requires_byok: own }) => !own)).toEqual([])
})

it.each([[['apify~send-mail']], ['apify send-mail'], [undefined]])(
  'an actor whose name cannot be read (%j) sends in doubt',
  (actorId) => {
    const call = { provider: 'apify', method: 'POST', endpoint: '/v2/actors/{actorId}/runs' } as const
    expect(sendsUnchecked({ ...call, path: actorId === undefined ? {} : { actorId } }, {})).toBe(true)
  },
)
