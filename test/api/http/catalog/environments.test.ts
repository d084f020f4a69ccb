import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CAPABILITIES } from '../../../../domain/capabilities/catalog.ts'
import type { CapabilityItem, EndpointItem, ProviderItem } from '../../../../api/schemas/catalog.ts'
import { at, httpClient } from '../../../support/http.ts'
import { callTool, connectMcp } from '../../../support/mcp.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

const SIMULATED = ['sandbox-alpha', 'sandbox-beta']
/** What would be wrong of anything that runs in the sandbox. */
const UNUSABLE = /no (?:usable|platform) account|account .*pending|(?<!Live, it )needs your own key|has no account/i
const CATALOG = ['/v1/catalog/capabilities', '/v1/catalog/providers', '/v1/catalog/providers/hunter/endpoints']

/** A service without an account at any provider. */
let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(() => service.stop())

const as = (environment: 'test' | 'live' | null) =>
  httpClient(service.url, environment === null ? null : service.workspace.keys[environment])
async function itemsOf<Item>(path: string, environment: 'test' | 'live' | null = 'test'): Promise<Item[]> {
  const { status, text } = await as(environment).get(path)
  expect([path, status, text]).toEqual([path, 200, text])
  return JSON.parse(text).items
}
const find = async (of: object, headers = {}, environment: 'test' | 'live' | null = null): Promise<CapabilityItem> => {
  const answer = await as(environment).post('/v1/discover', { query: 'work email of a person', ...of }, headers)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return JSON.parse(answer.text).items[0]
}
const SANDBOX = { status: 'live', providers: SIMULATED, live_providers: SIMULATED, starting_price: { currency: 'USD' } }
const LIVE = { status: 'live', live_providers: [], starting_price: null }

describe('the environment that discover and the catalog show', () => {
  it('is that of the key, or the requested one without a key, or live', async () => {
    const requested = { 'Service-Environment': 'test' }
    expect(await find({}, {}, 'test')).toMatchObject(SANDBOX)
    expect(await find({}, requested)).toMatchObject(SANDBOX)
    expect(await find({})).toMatchObject(LIVE)
    expect(await find({}, {}, 'live')).toMatchObject(LIVE)
    expect(await find({}, requested, 'live')).toMatchObject(LIVE)
  })

  it('is that of the key over MCP', async () => {
    const client = await connectMcp(service.url, service.workspace.keys.test)
    const answer = await callTool(client, 'discover', { query: 'work email of a person', kind: 'capability' })
    await client.close()
    expect(at(answer.body, 'items', '0')).toMatchObject({ ...SANDBOX, capability: 'contact.find' })
  })

  it.each(CATALOG)('%s: a held answer of one environment is no answer of the other', async (path) => {
    const live = await as('live').get(path)
    const sandbox = await as('test').get(path, { 'If-None-Match': live.headers.get('etag') ?? '' })
    expect([sandbox.status, sandbox.headers.get('vary')]).toEqual([200, 'Authorization, Service-Environment'])
  })

  it('decides whose results the filter by provider leaves', async () => {
    expect(await find({ provider: 'sandbox-beta' }, {}, 'test')).toMatchObject({ capability: 'contact.find' })
    expect(await find({ provider: 'hunter' }, {}, 'test')).toMatchObject({ kind: 'endpoint', status: 'live' })
    expect(await find({ provider: 'hunter' })).toMatchObject({ capability: 'contact.find' })
  })
})

describe('a new user in the sandbox', () => {
  it('sees every capability with a price and the providers that run it', async () => {
    const capabilities = await itemsOf<CapabilityItem>('/v1/catalog/capabilities')
    expect(capabilities.map(({ capability }) => capability)).toEqual(CAPABILITIES.map(({ slug }) => slug))
    for (const item of capabilities) expect(item).toMatchObject(SANDBOX)
  })

  it('sees the simulated providers of capabilities, and that all providers with endpoints can be called', async () => {
    const providers = await itemsOf<ProviderItem>('/v1/catalog/providers')
    expect(providers.flatMap(({ provider, capabilities }) => (capabilities.length > 0 ? provider : []))).toEqual(
      SIMULATED,
    )
    expect(new Set(providers.map(({ status }) => status))).toEqual(new Set(['live', 'excluded']))
    expect(await as('test').get('/v1/catalog/providers/sandbox-alpha')).toMatchObject({ status: 200 })
    for (const [environment, slug] of [
      ['live', 'sandbox-alpha'],
      ['test', 'unipile'],
    ] as const) {
      const absent = await as(environment).get(`/v1/catalog/providers/${slug}`)
      expect([absent.status, absent.at('error', 'did_you_mean')]).toEqual([404, undefined])
      expect(absent.at('error', 'message')).toBe(`There is no provider "${slug}" in this environment.`)
    }
  })

  it('reads suggestions of its environment alone for a name that is wrong', async () => {
    const meant = async (environment: 'live' | 'test', slug: string) =>
      (await as(environment).get(`/v1/catalog/providers/${slug}`)).at('error', 'did_you_mean')
    const misspelt = ['sandbox-alfa', 'unipil', 'huntr']
    expect(await Promise.all(misspelt.map((slug) => meant('test', slug)))).toEqual([
      expect.arrayContaining(['sandbox-alpha']),
      undefined,
      ['hunter'],
    ])
    expect(await Promise.all(misspelt.map((slug) => meant('live', slug)))).toEqual([undefined, ['unipile'], ['hunter']])
  })

  it('can run an endpoint that only an own key may call live, and learns that it needs one there', async () => {
    const endpoints = await itemsOf<EndpointItem>('/v1/catalog/providers/hunter/endpoints')
    expect(new Set(endpoints.map(({ status, requires_byok: byok, reason }) => [status, byok, reason].join()))).toEqual(
      new Set(['live,false,']),
    )
    const { body } = await as('test').post('/v1/inspect', { provider: 'hunter', endpoint: '/leads' })
    expect(body).toMatchObject({
      status: 'live',
      hints: expect.arrayContaining([expect.stringContaining('Live, it needs your own key')]),
    })
    const run = await as('test').post('/v1/run', at(body, 'example'))
    expect([run.status, run.at('status')]).toEqual([200, 'succeeded'])
    const live = await as('live').post('/v1/inspect', { provider: 'hunter', endpoint: '/leads' })
    expect(live.body).toMatchObject({ status: 'ready', requires_byok: true })
  })

  it('reads nowhere that an account is missing', async () => {
    const inspected = [
      ...CAPABILITIES.map(({ slug }) => ({ capability: slug })),
      { provider: 'hunter', endpoint: '/email-finder' },
      { provider: 'hunter', endpoint: '/leads' },
      { provider: 'apify', endpoint: '/v2/actors/{actorId}/runs' },
    ]
    const texts = [
      ...(await Promise.all(CATALOG.map(async (path) => (await as('test').get(path)).text))),
      ...(await Promise.all(inspected.map(async (body) => (await as('test').post('/v1/inspect', body)).text))),
    ]
    for (const text of texts) expect(text.match(UNUSABLE)?.[0]).toBeUndefined()
    expect((await as('live').post('/v1/inspect', { capability: 'contact.find' })).text).toMatch(UNUSABLE)
  })
})
