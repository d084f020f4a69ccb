import { describe, expect, it } from '@jest/globals'
import { loadKnownProviders } from '../../../activities/providers/known-providers.ts'
import { NO_FIELDS, type Body, type CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import { exampleOf } from '../../../domain/catalog/example.ts'
import { reservedQueryOf } from '../../../domain/catalog/providers/provider.ts'
import { missingMembers } from '../../../domain/catalog/required.ts'
import type { RawInput } from '../../../domain/catalog/request.ts'
import { fromStored } from '../../../domain/catalog/stored.ts'
import { providerOf } from './build.ts'

const TEXT = { type: 'string' }
const BODY: Body = {
  ...NO_FIELDS,
  type: 'object',
  encoding: 'json',
  needed: false,
  required: ['q'],
  properties: { q: TEXT },
}

const endpointOf = (method: 'GET' | 'POST', facts: Partial<CatalogEndpoint>): CatalogEndpoint => ({
  ...fromStored({ method, endpoint: '/search', title: 'Sample', source: 'Sample' }, providerOf()),
  ...facts,
})
/** An example of this service has no input that is a scalar. */
const rawOf = ({ input, path, query }: ReturnType<typeof exampleOf>): RawInput => ({
  path,
  query,
  input: typeof input === 'object' && input !== null ? JSON.parse(JSON.stringify(input)) : undefined,
})
const missing = (endpoint: CatalogEndpoint, raw: RawInput) =>
  missingMembers(endpoint, raw, ['api_key']).map(({ at, message }) => `${at} ${message}`)

const REQUIRED = 'is required by the provider'
const queried = endpointOf('GET', {
  queryParams: { properties: { q: TEXT, api_key: TEXT }, required: ['q', 'api_key'] },
})
const posted = endpointOf('POST', { body: BODY })
const tasks = endpointOf('POST', { body: { ...BODY, type: 'array' }, bodyType: 'task' })

describe('what a provider requires and a request lacks', () => {
  it.each<[string, CatalogEndpoint, RawInput, string[]]>([
    ['a query member', queried, {}, [`/query/q ${REQUIRED}`]],
    ['a query member that is null', queried, { query: { q: null } }, [`/query/q ${REQUIRED}`]],
    ['nothing, with the query', queried, { query: { q: 'x' } }, []],
    ['nothing, with the input that becomes the query', queried, { input: { q: 'x' } }, []],
    ['a member of the body', posted, { input: { other: 1 } }, [`/input/q ${REQUIRED}`]],
    ['nothing, without an optional body', posted, {}, []],
    ['a body', endpointOf('POST', { body: { ...BODY, needed: true } }), {}, [`/input/q ${REQUIRED}`]],
    ['a member of its second task', tasks, { input: [{ q: 'x' }, {}] }, [`/input/1/q ${REQUIRED}`]],
    ['what an actor states itself', endpointOf('POST', { body: BODY, bodyType: 'actor_input' }), { input: {} }, []],
  ])('is %s', (_name, endpoint, raw, faults) => {
    expect(missing(endpoint, raw)).toEqual(faults)
  })

  it('is nothing in the examples of the catalog', () => {
    const { catalog } = loadKnownProviders({})
    const lacking = catalog.providers.flatMap((provider) => {
      const reserved = reservedQueryOf(provider)
      return catalog
        .ofProvider(provider.slug)
        .flatMap((endpoint) =>
          missingMembers(endpoint, rawOf(exampleOf(endpoint, endpoint.endpoint, reserved)), reserved).map(
            ({ at }) => `${provider.slug} ${endpoint.endpoint} ${at}`,
          ),
        )
    })
    expect(lacking).toEqual([])
  })
})
