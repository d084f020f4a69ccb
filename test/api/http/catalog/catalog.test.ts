import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CAPABILITIES } from '../../../../domain/capabilities/catalog.ts'
import { loadCatalog } from '../../../../activities/providers/catalogs/load.ts'
import type { EndpointItem, ProviderItem } from '../../../../api/schemas/catalog.ts'
import { at, httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

const catalog = loadCatalog()
let service: TestService
beforeAll(async () => {
  service = await startTestService({
    worker: false,
    providers: { hunter: { apiKey: 'hunter-key' }, sec: { contact: 'operator@example.com' } },
  })
})
afterAll(() => service.stop())

const get = (path: string, headers = {}) => httpClient(service.url).get(path, headers)
async function provider(slug: string): Promise<ProviderItem> {
  const answer = await get(`/v1/catalog/providers/${slug}`)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return JSON.parse(answer.text)
}
async function endpoints(slug: string, query = ''): Promise<{ items: EndpointItem[]; next_cursor: string | null }> {
  const answer = await get(`/v1/catalog/providers/${slug}/endpoints${query}`)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return JSON.parse(answer.text)
}

describe('before a worker has started', () => {
  it.each([
    ['a source without a key', 'openfda', 'live'],
    ['any account', 'hunter', 'ready'],
    ['a source with its own key', 'fred', 'ready'],
  ])('%s (%s) is %s', async (_, slug, status) => {
    expect(await provider(slug)).toMatchObject({ status, endpoints: { status } })
  })
})

describe('the catalog', () => {
  // It announces its accounts as it starts.
  beforeAll(async () => {
    await service.startWorker()
    await service.stopWorker()
  })

  it('lists every capability once, in pages, without a key', async () => {
    const seen: unknown[] = []
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 10; pages += 1) {
      const answer = await get(`/v1/catalog/capabilities?limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`)
      const { items, next_cursor }: { items: unknown[]; next_cursor: string | null } = JSON.parse(answer.text)
      expect(items.length).toBeLessThanOrEqual(5)
      seen.push(...items.map((item) => at(item, 'capability')))
      cursor = next_cursor
    }
    expect(seen).toEqual(CAPABILITIES.map(({ slug }) => slug))
  })

  it('shows list prices of what can run now', async () => {
    const { items }: { items: { capability: string; starting_price: unknown; live_providers: string[] }[] } =
      JSON.parse((await get('/v1/catalog/capabilities')).text)
    expect(items.find(({ capability }) => capability === 'company.filings')).toMatchObject({
      live_providers: ['sec'],
      starting_price: { amount: '0.00', currency: 'USD' },
    })
    expect(items.find(({ capability }) => capability === 'contact.find')).toMatchObject({
      live_providers: ['hunter'],
      starting_price: { amount: '0.035035', currency: 'USD' },
    })
    expect(items.find(({ capability }) => capability === 'web.search')).toMatchObject({
      live_providers: [],
      starting_price: null,
    })
  })

  it('lists every real provider once, and no simulated one', async () => {
    const { items }: { items: ProviderItem[] } = JSON.parse((await get('/v1/catalog/providers')).text)
    const slugs = items.map((item) => item.provider)
    expect(slugs).toEqual([...new Set(slugs)])
    expect(slugs).toEqual(
      expect.arrayContaining([...catalog.providers.map(({ slug }) => slug), 'findymail', 'leadmagic']),
    )
    expect(slugs.filter((slug) => slug.startsWith('sandbox'))).toEqual([])
    for (const item of items) {
      expect(item.endpoints.count).toBe(catalog.ofProvider(item.provider).length)
      expect(item).toEqual(await provider(item.provider))
    }
  })

  it.each([
    ['a source without a key', 'openfda', 'live'],
    ['an account that a worker announced', 'hunter', 'live'],
    ['an account that is not usable', 'apollo', 'ready'],
    ['a source with its own key that the worker does not have', 'fred', 'ready'],
    ['a provider of capabilities only, without an account', 'findymail', 'ready'],
    ['a provider whose terms forbid it', 'crunchbase', 'excluded'],
  ])('%s (%s) is %s', async (_, slug, status) => {
    const item = await provider(slug)
    expect(item).toMatchObject({ status, endpoints: { status } })
    expect(item.reason !== undefined).toBe(status === 'excluded')
    if (status === 'excluded') return
    for (const one of (await endpoints(slug)).items)
      expect([one.endpoint, one.status]).toEqual([one.endpoint, one.requires_byok ? 'ready' : status])
  })

  it('a provider of capabilities alone runs, and states why its endpoints are excluded', async () => {
    const item = await provider('unipile')
    expect(item).toMatchObject({ status: 'ready', endpoints: { count: 0, status: 'excluded' } })
    expect(item.reason).toContain('messaging account')
  })

  it('an account that is used up is ready, not live', async () => {
    await service.db.pool.query(
      `update provider_account set exhausted_until = now() + interval '1 hour' where provider = 'hunter'`,
    )
    try {
      expect(await provider('hunter')).toMatchObject({ status: 'ready' })
    } finally {
      await service.db.pool.query(`update provider_account set exhausted_until = null where provider = 'hunter'`)
    }
  })

  it.each([
    ['dataforseo', ['free', 'rate_card', 'reported']],
    ['serper', ['rate_card']],
    ['openfda', ['free']],
  ])('states what each endpoint of %s is charged by, unless it needs an own key', async (slug, bases) => {
    const { items } = await endpoints(slug, '?limit=1000')
    const open = items.filter(({ requires_byok }) => !requires_byok)
    expect(open.length).toBeGreaterThan(5)
    for (const { endpoint, cost } of open)
      expect([endpoint, bases]).toEqual([endpoint, expect.arrayContaining([cost.basis])])
  })

  it.each(['dataforseo', 'apify'])('lists every endpoint of %s at once, where no limit is given', async (slug) => {
    const wanted = catalog.ofProvider(slug).map(({ method, endpoint }) => `${method} ${endpoint}`)
    const { items, next_cursor: next } = await endpoints(slug)
    expect(wanted.length).toBeGreaterThan(200)
    expect(items.map(({ method, endpoint }) => `${method} ${endpoint}`)).toEqual(wanted)
    expect(next).toBeNull()
    expect((await provider(slug)).endpoints.count).toBe(items.length)
  })

  it('lists every endpoint of a provider once, in pages', async () => {
    const wanted = catalog.ofProvider('dataforseo').map(({ method, endpoint }) => `${method} ${endpoint}`)
    const seen: string[] = []
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 20; pages += 1) {
      const page = await endpoints('dataforseo', `?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ method, endpoint }) => `${method} ${endpoint}`))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(wanted)
  })

  it.each([
    '/v1/catalog/capabilities',
    '/v1/catalog/providers',
    '/v1/catalog/providers/hunter',
    '/v1/catalog/providers/hunter/endpoints',
  ])('%s is revalidated by its ETag', async (path) => {
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^".+"$/)
    expect((await get(path, { 'If-None-Match': etag })).status).toBe(304)
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it.each(['/v1/catalog/providers/huntr', '/v1/catalog/providers/huntr/endpoints'])(
    '%s is not found, with a suggestion',
    async (path) => {
      const answer = await get(path)
      expect([answer.status, answer.at('error', 'code')]).toEqual([404, 'not_found'])
      expect(answer.at('error', 'message')).toContain('"hunter"')
    },
  )

  it.each([
    ['/v1/catalog/capabilities?limit=0', '/limit'],
    ['/v1/catalog/capabilities?limit=1001', '/limit'],
    ['/v1/catalog/capabilities?cursor=bm90aGluZw', '/cursor'],
    ['/v1/catalog/providers/hunter/endpoints?cursor=x', '/cursor'],
    ['/v1/catalog/providers?kind=x', '/kind'],
  ])('%s is refused', async (path, param) => {
    const answer = await get(path)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      param,
    ])
  })
})
