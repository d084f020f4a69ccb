import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createEndpointCallers } from '../../activities/providers/endpoints.ts'
import { createProviderHttp } from '../../activities/providers/http.ts'
import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { type CatalogEndpoint, endpointKey } from '../../domain/catalog/endpoint.ts'
import { isJsonObject } from '../../domain/json/json.ts'
import { exampleOf } from '../../domain/catalog/example.ts'
import { reservedQueryOf } from '../../domain/catalog/providers/provider.ts'
import { microdollarsOf } from '../../domain/providers/reported-cost.ts'
import type { Twins } from './kit/host.ts'
import { twinSettings } from './kit/settings.ts'
import { startTwins } from './twins.ts'

const { catalog, manifests } = loadKnownProviders({})
const http = createProviderHttp()
let twins: Twins
beforeAll(async () => {
  twins = await startTwins()
})
afterAll(async () => {
  await http.close()
  await twins.close()
})

const OPEN = catalog.all().filter(({ cost, requires_byok }) => cost.basis === 'reported' && !requires_byok)
const byProvider = [...Map.groupBy(OPEN, ({ provider }) => provider)]

/** The cost that the service reads of the twin's answer, in microdollars; otherwise what came instead. */
async function costOf(endpoint: CatalogEndpoint) {
  const { provider: slug } = endpoint
  const callers = createEndpointCallers({ http, settings: twinSettings(twins.world), catalog, manifests })
  const provider = catalog.provider(slug)
  const name = endpointKey(endpoint.method, endpoint.endpoint)
  const {
    path = {},
    query = {},
    input,
  } = exampleOf(endpoint, name, provider === undefined ? [] : reservedQueryOf(provider))
  const result = await callers.get(slug)?.call({
    endpoint,
    request: { path, query, ...(Array.isArray(input) || isJsonObject(input) ? { input } : {}) },
    idempotencyKey: 'run:1',
    deadlineMs: 30_000,
    signal: new AbortController().signal,
    cap: null,
    resume: null,
    onStarted: () => Promise.resolve(),
  })
  return result?.kind === 'delivered' ? (microdollarsOf(result.cost) ?? result.cost) : result
}

describe('the cost that a provider reports', () => {
  it.each(byProvider)(
    'is read of the answer of each endpoint of %s that is charged by it',
    async (_slug, endpoints) => {
      const read = await Promise.all(endpoints.map(async (endpoint) => [endpoint, await costOf(endpoint)] as const))
      const without = read.filter(([, cost]) => typeof cost !== 'bigint')
      expect(without.map(([{ method, endpoint }, cost]) => [method, endpoint, cost])).toEqual([])
    },
  )
})
