import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { CATALOG_FOLDER, loadCatalog } from '../../../../activities/providers/catalogs/load.ts'
import { MANIFESTS } from '../../../../activities/providers/manifests.ts'
import { costOfRequest } from '../../../../domain/catalog/rate.ts'
import { reservedQueryOf } from '../../../../domain/catalog/providers/provider.ts'
import { CATALOG_PROVIDERS, findCatalogProvider } from '../../../../domain/catalog/providers/catalog-providers.ts'
import { FIELDS_MAX, ENUM_MAX } from '../../../../domain/catalog/endpoint.ts'

const catalog = loadCatalog()
const never = (): never => {
  throw new Error('the table of providers is empty')
}

describe('the shipped catalog', () => {
  it('has over a thousand endpoints of every provider in the table, in less than 1.5 MB', () => {
    expect(catalog.all().length).toBeGreaterThan(1_400)
    expect(catalog.providers.map(({ slug }) => slug).toSorted()).toEqual(
      CATALOG_PROVIDERS.map(({ slug }) => slug).toSorted(),
    )
    const bytes = readdirSync(CATALOG_FOLDER)
      .filter((name) => name.endsWith('.json'))
      .reduce((sum, name) => sum + statSync(join(CATALOG_FOLDER, name)).size, 0)
    expect(bytes).toBeLessThan(1_500_000)
  })

  it.each([
    ['apollo', 'POST', '/people/bulk_match', { estimate: '0.0143', each: 'details' }],
    ['apollo', 'GET', '/organizations/enrich', { estimate: '0.0143' }],
    ['prospeo', 'POST', '/bulk-enrich-person', { estimate: '0.07007', each: 'data' }],
    ['peopledatalabs', 'GET', '/v5/company/enrich', { estimate: '0.1573' }],
    ['peopledatalabs', 'POST', '/v5/person/search', { estimate: '0.5005', each: 'size' }],
    ['hunter', 'GET', '/people/find', { estimate: '0.035035' }],
    ['hunter', 'GET', '/email-count', { model: 'free', estimate: '0.00' }],
    ['findymail', 'POST', '/api/search/employees', { estimate: '0.1001' }],
    ['builtwith', 'GET', '/v22/api.json', { estimate: '0.070785' }],
    ['serper', 'POST', '/news', { estimate: '0.00286' }],
  ])('prices %s %s %s by its rate', (provider, method, path, cost) => {
    const endpoint = catalog
      .all()
      .find((one) => one.provider === provider && one.endpoint === path && one.method === method)
    expect(endpoint?.cost).toMatchObject(cost)
    expect(endpoint?.free).toBe(cost.estimate === '0.00')
  })

  it('names only endpoints that exist in its rates', () => {
    const known = new Set(catalog.all().map((one) => `${one.provider} ${one.method} ${one.endpoint}`))
    const priced = CATALOG_PROVIDERS.flatMap(({ slug, cost: { rates = {}, free = [] } }) =>
      [...Object.keys(rates), ...free].map((key) => `${slug} ${key}`),
    )
    expect(priced.filter((name) => !known.has(name))).toEqual([])
  })

  it('has no prose of the providers', () => {
    expect(catalog.all().filter((one) => one.summary !== undefined || one.description !== undefined)).toEqual([])
  })

  it('keeps its bounds', () => {
    const facts = catalog
      .all()
      .flatMap((one) =>
        [one.pathParams, one.queryParams, one.body].flatMap((fields) => Object.values(fields?.properties ?? {})),
      )
    expect(facts.length).toBeGreaterThan(5_000)
    expect(
      facts.filter((fact) => (fact.enum?.length ?? 0) > ENUM_MAX || (fact.fields?.length ?? 0) > FIELDS_MAX),
    ).toEqual([])
  })

  it('names every endpoint once by provider, method and path', () => {
    const keys = catalog.all().map((one) => `${one.provider} ${one.method} ${one.endpoint}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('requires no credential as input and is called over TLS', () => {
    const names = catalog.all().flatMap((one) => Object.keys(one.queryParams.properties))
    expect(names.filter((name) => /^(?:api_?key|token|key)$/i.test(name))).toEqual([])
    expect(catalog.all().filter((one) => !one.baseUrl.startsWith('https://'))).toEqual([])
  })

  it('has the query members that the service sets: credentials, and what acts on the account', () => {
    const reserved = (slug: string) => reservedQueryOf(findCatalogProvider(slug) ?? CATALOG_PROVIDERS[0] ?? never())
    const overrides = ['_method', 'x-http-method-override']
    expect(reserved('builtwith')).toEqual(['KEY', ...overrides])
    const ofApify = ['token', 'webhooks', 'forcePermissionLevel', 'maxTotalChargeUsd', 'method']
    expect(reserved('apify')).toEqual([...overrides, ...ofApify])
    expect(reserved('serper')).toEqual(overrides)
  })

  it('settles federal data at zero and prices what has a rate', () => {
    expect(catalog.find('sec', '/submissions/CIK{cik}.json')?.cost).toMatchObject({ model: 'free', estimate: '0.00' })
    expect(catalog.find('serper', '/search')?.cost).toMatchObject({ model: 'per_call', estimate: '0.00286' })
    expect(catalog.find('builtwith', '/agent/domain')?.cost.estimate).toBe('0.070785')
    expect(catalog.find('dataforseo', '/v3/ai_optimization/claude/llm_responses/live')?.cost).toMatchObject({
      basis: 'reported',
      estimate: null,
    })
  })

  it.each([
    ['serp/google/organic/live/advanced', '0.00286', { depth: 100 }, 15_500n],
    ['serp/google/organic/task_post', '0.000858', { depth: 20, priority: 2 }, 2_100n],
    ['serp/google/organic/live/regular', '0.00286', { keyword: 'site:example.com shoes' }, 10_000n],
    ['dataforseo_labs/google/ranked_keywords/live', '0.03432', { limit: 1000 }, 132_000n],
    ['dataforseo_labs/google/keyword_overview/live', '0.03432', { keywords: ['a', 'b'] }, 12_240n],
    ['backlinks/bulk_ranks/live', '0.039468', { targets: ['a.example', 'b.example'] }, 24_072n],
    ['on_page/task_post', '0.02145', { max_crawl_pages: 10, enable_browser_rendering: true }, 51_000n],
    ['keywords_data/google_ads/search_volume/live', '0.1287', {}, 90_000n],
  ])('prices a task of %s at %s, and by its size', (path, estimate, task, cost) => {
    const found = catalog.find('dataforseo', `/v3/${path}`)
    expect(found?.cost).toMatchObject({ basis: 'reported', estimate, published: expect.any(String) })
    expect(found?.rate && costOfRequest(found.rate, { input: [task] }, true)).toBe(cost)
  })

  it.each([
    [{}, 8_000n],
    [{ search_depth: 'advanced' }, 16_000n],
    [{ auto_parameters: true }, 16_000n],
    [{ auto_parameters: true, search_depth: 'advanced' }, 16_000n],
    [{ auto_parameters: false }, 8_000n],
  ])("prices Tavily's search with %j by the depth that it may take", (input, cost) => {
    const rate = catalog.find('tavily', '/search')?.rate
    expect(rate && costOfRequest(rate, { input: { query: 'x', ...input } }, false)).toBe(cost)
  })
})

describe('what a call is charged by', () => {
  const callable = catalog.all().filter(({ provider }) => catalog.provider(provider)?.status !== 'excluded')
  const open = callable.filter(({ requires_byok }) => !requires_byok)
  const named = (some: typeof callable) =>
    some.map(({ provider, method, endpoint }) => `${provider} ${method} ${endpoint}`)

  it('is known for every endpoint that the account of the platform may call', () => {
    expect(named(open.filter(({ cost }) => cost.basis === null))).toEqual([])
    expect(named(open.filter(({ cost, free }) => free !== (cost.basis === 'free')))).toEqual([])
    const cards = open.filter(({ cost }) => cost.basis === 'rate_card')
    expect(named(cards.filter(({ cost }) => cost.estimate === null || cost.published === undefined))).toEqual([])
    const shares = Object.entries(Object.groupBy(open, ({ cost }) => String(cost.basis)))
    console.info(shares.map(([basis, some = []]) => `${basis}: ${some.length} of ${open.length}`).join(', '))
  })

  it('is unknown only where the own key is required, with the reason', () => {
    const unpriced = callable.filter(({ rule }) => rule === 'unpriced')
    expect(
      unpriced.every(({ cost, requires_byok, reason }) => cost.basis === null && requires_byok && reason !== null),
    ).toBe(true)
    expect(named(unpriced)).toEqual(expect.arrayContaining(['hunter POST /discover', 'tavily POST /research']))
  })

  it('is known for all that the offers of capabilities call', () => {
    const offered = MANIFESTS.flatMap(({ slug, offers }) =>
      offers.flatMap(({ endpoints = [] }) => endpoints.map((name) => catalog.find(slug, name))),
    )
    expect(offered.filter((one) => one?.rule === 'unpriced')).toEqual([])
  })
})

describe('a lookup', () => {
  it('takes the method as an argument or in the name', () => {
    expect(catalog.find('apollo', '/labels', 'post')?.method).toBe('POST')
    expect(catalog.find('apollo', 'POST /labels')?.method).toBe('POST')
    expect(catalog.find('apollo', '/labels', 'DELETE')).toBeUndefined()
  })

  it('prefers what the platform may call, then GET, when it has no method', () => {
    expect(catalog.find('apify', '/v2/actors/{actorId}/runs')?.method).toBe('POST')
    expect(catalog.find('peopledatalabs', '/v5/person/search')?.method).toBe('GET')
    expect(catalog.find('hunter', '/leads/{id}')?.method).toBe('GET')
    expect(catalog.methodsOf('hunter', '/leads/{id}').map(({ method }) => method)).toEqual(['GET', 'PATCH', 'DELETE'])
  })

  it('finds nothing for an unknown provider or path', () => {
    expect(catalog.find('nobody', '/search')).toBeUndefined()
    expect(catalog.find('serper', '/nothing')).toBeUndefined()
    expect(catalog.ofProvider('constructor')).toEqual([])
  })
})

describe('a catalog file', () => {
  it('is named in the error when the importer did not write it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'catalog-'))
    writeFileSync(
      join(folder, 'broken.json'),
      '{"provider":"broken","title":"Broken","baseUrl":"https://api.example.com","endpoints":[{"method":"GET"}]}',
    )
    try {
      expect(() => loadCatalog(folder).all()).toThrow(/broken\.json is no catalog/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is not read before the first lookup', () => {
    expect(() => loadCatalog('/nonexistent/catalogs')).not.toThrow()
    expect(() => loadCatalog('/nonexistent/catalogs').all()).toThrow(/ENOENT/)
  })
})
