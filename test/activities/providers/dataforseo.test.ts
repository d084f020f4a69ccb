import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createDataforseoAdapter } from '../../../activities/providers/dataforseo/adapter.ts'
import { locationOf } from '../../../activities/providers/dataforseo/countries.ts'
import { keywordQuestion } from '../../../activities/providers/dataforseo/keywords.ts'
import { dataforseoManifest } from '../../../activities/providers/dataforseo/manifest.ts'
import { pageTask, placeOf, readSearch, searchTask } from '../../../activities/providers/dataforseo/map.ts'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'
import { adapterContract } from './contract-kit.ts'

const done = (result: unknown) => ({
  json: { status_code: 20000, cost: 0.002, tasks: [{ status_code: 20000, result }] },
})
const contract = {
  manifest: dataforseoManifest,
  create: createDataforseoAdapter,
  unusable: {
    'a task that was only created': { json: { status_code: 20000, tasks: [{ status_code: 20100, result: null }] } },
    'a search that failed at the search engine': fixture('dataforseo/search-failed'),
    'a rate limit inside a 200': fixture('dataforseo/rate-limited'),
    'a cap of cost inside a 200': fixture('dataforseo/cost-cap'),
    'a result of another kind': done([{ items: 'text' }]),
    'no task at all': { json: { status_code: 20000, tasks: [] } },
    'an answer that is null': { json: null },
  },
}

adapterContract({
  ...contract,
  capability: 'web.search',
  input: { query: 'durable workflows', country: 'us', limit: 5 },
  success: fixture('dataforseo/search'),
  misses: {
    'no search results': fixture('dataforseo/no-results'),
    'a page without organic results': done([{ items: [] }]),
    'a task without a result': done(null),
  },
})

adapterContract({
  ...contract,
  capability: 'web.scrape',
  input: { url: 'https://www.example.com/about', render: true },
  success: fixture('dataforseo/content'),
  misses: { 'a task without a result': done(null) },
  unusable: { ...contract.unusable, 'a page that refused the request': done([{ items: [{ status_code: 403 }] }]) },
})

adapterContract({
  ...contract,
  capability: 'seo.serp',
  input: { query: 'durable workflows', device: 'mobile' },
  success: fixture('dataforseo/page'),
  misses: { 'no search results': fixture('dataforseo/no-results') },
})

adapterContract({
  ...contract,
  capability: 'seo.keywords',
  input: { keywords: ['durable workflow engine'], country: 'us' },
  success: fixture('dataforseo/keywords'),
  misses: { 'a list that is null': fixture('dataforseo/no-keywords') },
})

adapterContract({
  ...contract,
  capability: 'seo.backlinks',
  input: { domain: 'example.com', limit: 10 },
  success: fixture('dataforseo/backlinks'),
  misses: { 'a site without links to it': fixture('dataforseo/no-backlinks') },
})

describe('dataforseo over HTTP', () => {
  const http = createProviderHttp()
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterEach(() => simulator.reset())
  afterAll(async () => {
    await http.close()
    await simulator.close()
  })

  const attempt = (capability: string, input: JsonObject) =>
    createDataforseoAdapter({ apiKey: 'login:password', baseUrl: simulator.url, http }).attempt({
      capability,
      input,
      idempotencyKey: 'k',
      deadlineMs: 2_000,
      signal: new AbortController().signal,
    })

  it('requests one task, with login and password as basic credentials', async () => {
    simulator.script(fixture('dataforseo/search'))
    await attempt('web.search', { query: '100% c++', country: 'de', language: 'de-at' })
    expect(simulator.calls).toMatchObject([
      {
        method: 'POST',
        path: '/v3/serp/google/organic/live/regular',
        headers: { authorization: `Basic ${btoa('login:password')}` },
        body: [{ keyword: '100%25 c%2B%2B', location_code: 2276, language_code: 'de', depth: 10 }],
      },
    ])
  })

  it('delivers organic results only, in their order', async () => {
    simulator.script(fixture('dataforseo/search'))
    expect(await attempt('web.search', { query: 'x' })).toMatchObject({
      kind: 'delivered',
      output: {
        results: [
          { position: 1, url: 'https://example.com/1' },
          { position: 2, url: 'https://example.com/2' },
        ],
      },
    })
  })

  it.each([
    ['dataforseo/search-failed', { outcome: 'provider_error', detail: 'HTTP 200 with status 40101' }],
    ['dataforseo/rate-limited', { outcome: 'rate_limited', detail: 'HTTP 200 with status 40202' }],
    [
      'dataforseo/cost-cap',
      { outcome: 'provider_error', accountExhausted: true, detail: 'HTTP 200 with status 40203' },
    ],
  ])('reads %s inside a 200', async (name, expected) => {
    simulator.script(fixture(name))
    expect(await attempt('web.search', { query: 'x' })).toMatchObject({ kind: 'failed', ...expected })
  })

  it.each(['site:example.com robin', 'robin filetype:pdf', 'a -intitle:b', 'INURL:x'])(
    'does not pay the fivefold price of operators: %s',
    async (query) => {
      expect(await attempt('web.search', { query })).toMatchObject({ kind: 'failed', outcome: 'rejected' })
      expect(simulator.calls).toHaveLength(0)
    },
  )

  it.each(['what is this: a test', 'website:design', 'id card'])(
    'accepts words that only look like operators: %s',
    async (query) => {
      simulator.script(fixture('dataforseo/search'))
      expect(await attempt('web.search', { query })).toMatchObject({ kind: 'delivered' })
    },
  )

  it.each(['web.search', 'seo.serp', 'seo.keywords'])(
    'refuses an unknown country without a call: %s',
    async (capability) => {
      expect(await attempt(capability, { query: 'x', seed: 'x', country: 'zz' })).toMatchObject({
        kind: 'failed',
        outcome: 'rejected',
      })
      expect(simulator.calls).toHaveLength(0)
    },
  )

  it('shows the entire page: every element, its features and the number of results', async () => {
    simulator.script(fixture('dataforseo/page'))
    expect(await attempt('seo.serp', { query: 'durable workflows' })).toMatchObject({
      output: {
        query: 'durable workflows',
        total: 12300,
        features: ['featured_snippet', 'organic', 'people_also_ask'],
        results: [
          { position: 1, type: 'featured_snippet' },
          { position: 2, type: 'organic' },
          { position: 3, type: 'people_also_ask', url: null },
        ],
      },
    })
  })

  it('refuses operators on more pages than its price covers', async () => {
    expect(await attempt('seo.serp', { query: 'site:example.com x', limit: 31 })).toMatchObject({ outcome: 'rejected' })
    expect(simulator.calls).toHaveLength(0)
    simulator.script(fixture('dataforseo/page'))
    expect(await attempt('seo.serp', { query: 'site:example.com x', limit: 30 })).toMatchObject({ kind: 'delivered' })
  })

  it('measures keywords', async () => {
    simulator.script(fixture('dataforseo/keywords'))
    expect(await attempt('seo.keywords', { keywords: ['durable workflow engine'] })).toMatchObject({
      output: {
        keywords: [
          {
            keyword: 'durable workflow engine',
            search_volume: 1300,
            cpc_usd: 3.52,
            difficulty: 37,
            intent: 'informational',
            monthly: [{ month: '2026-06', search_volume: 1600 }, { month: '2026-05' }],
          },
          {},
        ],
      },
    })
  })

  const links = '/v3/backlinks/backlinks/live'
  const counts = '/v3/backlinks/summary/live'

  it('lists links next to the counts of the entire site', async () => {
    simulator.scriptPath(links, fixture('dataforseo/backlinks'))
    simulator.scriptPath(counts, fixture('dataforseo/summary'))
    expect(await attempt('seo.backlinks', { domain: 'www.example.com' })).toMatchObject({
      kind: 'delivered',
      output: {
        target: 'example.com',
        total: 812,
        referring_domains: 64,
        rank: 301,
        backlinks: [{ url_from: 'https://blog.example.org/post', first_seen: '2025-11-02T08:15:00Z' }],
      },
    })
    expect(simulator.calls.map(({ body }) => body)).toContainEqual([
      { target: 'example.com', limit: 50, mode: 'as_is' },
    ])
  })

  it('lists links without counts when only the counts fail', async () => {
    simulator.scriptPath(links, fixture('dataforseo/backlinks'))
    simulator.scriptPath(counts, { status: 500, json: null })
    expect(await attempt('seo.backlinks', { domain: 'example.com' })).toMatchObject({
      kind: 'delivered',
      output: { total: 812, referring_domains: null, rank: null },
    })
  })

  it('does not deliver counts without links', async () => {
    simulator.scriptPath(links, fixture('dataforseo/rate-limited'))
    simulator.scriptPath(counts, fixture('dataforseo/summary'))
    expect(await attempt('seo.backlinks', { domain: 'example.com' })).toMatchObject({
      kind: 'failed',
      outcome: 'rate_limited',
    })
  })
})

describe('the map of dataforseo', () => {
  it.each([
    ['us', 2840],
    ['DE', 2276],
    ['gb', 2826],
    ['zz', undefined],
    ['', undefined],
  ])('maps the number of %s', (country, expected) => {
    expect(locationOf(country)).toBe(expected)
  })

  it.each([
    [undefined, 'en'],
    ['pt-br', 'pt'],
    ['EN', 'en'],
    ['zh', 'zh-CN'],
    ['zh-tw', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
  ])('requests the language %s', (language, expected) => {
    expect(placeOf(language === undefined ? {} : { language })).toEqual({
      location_code: 2840,
      language_code: expected,
    })
  })

  it('pays for one page of a search, with any limit', () => {
    expect(searchTask({ query: 'x', limit: 100 }, {})).toEqual({ keyword: 'x', depth: 10 })
    const items = Array.from({ length: 12 }, (_, index) => ({ type: 'organic', url: `https://example.com/${index}` }))
    expect(readSearch({ items }, { limit: 100 })?.results).toHaveLength(10)
  })

  it.each([
    [1, 10],
    [10, 10],
    [11, 20],
    [100, 100],
  ])('requests full pages for %s elements', (limit, depth) => {
    expect(pageTask({ query: 'x', limit }, {})).toMatchObject({ depth, device: 'desktop' })
  })

  it.each([
    [
      { keywords: ['a'], seed: 'b', domain: 'example.com' },
      { path: '/v3/dataforseo_labs/google/keyword_overview/live', task: { keywords: ['a'] } },
    ],
    [
      { seed: 'b', domain: 'example.com', limit: 7 },
      { path: '/v3/dataforseo_labs/google/keyword_suggestions/live', task: { keyword: 'b', limit: 7 } },
    ],
    [
      { domain: 'example.com' },
      { path: '/v3/dataforseo_labs/google/keywords_for_site/live', task: { target: 'example.com', limit: 50 } },
    ],
  ])('sends the narrowest request for %j', (input, expected) => {
    expect(keywordQuestion(input, {})).toEqual(expected)
  })
})
