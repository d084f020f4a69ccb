import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { createTavilyAdapter } from '../../../activities/providers/tavily/adapter.ts'
import { tavilyManifest } from '../../../activities/providers/tavily/manifest.ts'
import { extractBody, mapBody, readLinks, readPage } from '../../../activities/providers/tavily/map-pages.ts'
import { newsBody, readNews, readResults, searchBody } from '../../../activities/providers/tavily/map.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract } from './contract-kit.ts'

const common = {
  manifest: tavilyManifest,
  create: createTavilyAdapter,
  unusable: {
    'an error inside a 200': { json: { detail: { error: 'Something broke' } } },
    'an answer that is null': { json: null },
  },
  statuses: {
    432: { outcome: 'provider_error', accountExhausted: true },
    433: { outcome: 'provider_error', accountExhausted: true },
  },
} as const
const noResults = { 'an empty list of results': fixture('tavily/miss') }

adapterContract({
  ...common,
  capability: 'web.search',
  input: { query: 'durable workflows', country: 'us', limit: 5 },
  success: fixture('tavily/found'),
  misses: noResults,
})
adapterContract({
  ...common,
  capability: 'company.news',
  input: { name: 'Example Works', since: '2026-09-01' },
  success: fixture('tavily/news'),
  misses: noResults,
})
adapterContract({
  ...common,
  capability: 'web.scrape',
  input: { url: 'https://www.example.com/about' },
  success: fixture('tavily/page'),
  misses: {},
  unusable: { ...common.unusable, 'a page that could not be read': fixture('tavily/page-failed') },
})
adapterContract({
  ...common,
  capability: 'web.map',
  input: { url: 'https://www.example.com/', query: 'docs' },
  success: fixture('tavily/map'),
  misses: noResults,
  units: 2,
})

describe('tavily over HTTP', () => {
  const http = createProviderHttp()
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterAll(async () => {
    await http.close()
    await simulator.close()
  })

  const search = () =>
    createTavilyAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http }).attempt({
      capability: 'web.search',
      input: { query: 'x', country: 'DE', limit: 100 },
      idempotencyKey: 'k',
      deadlineMs: 2_000,
      signal: new AbortController().signal,
    })

  it('requests one basic search with a bearer key, and its usage', async () => {
    simulator.script(fixture('tavily/found'))
    await search()
    expect(simulator.calls.at(-1)).toMatchObject({
      method: 'POST',
      path: '/search',
      headers: { authorization: `Bearer ${API_KEY}` },
      body: { query: 'x', max_results: 20, search_depth: 'basic', include_usage: true, country: 'germany' },
    })
  })

  it.each([
    ['tavily/rate-limited', { outcome: 'rate_limited' }],
    ['tavily/plan-used-up', { outcome: 'provider_error', accountExhausted: true }],
  ])('reads %s', async (name, expected) => {
    simulator.script(fixture(name))
    expect(await search()).toMatchObject({ kind: 'failed', ...expected })
  })
})

describe('the map of tavily', () => {
  it('leaves out an unknown country', () => {
    expect(Object.keys(searchBody({ query: 'x', country: 'zz' }))).not.toContain('country')
    expect(searchBody({ query: 'x', country: 'cz' })).toMatchObject({ country: 'czech republic', max_results: 10 })
  })

  it('returns no result without an address', () => {
    expect(readResults({ results: [{ title: 'none' }, { url: 'https://a.example', content: 'c' }] }, {})).toEqual([
      { position: 2, title: null, url: 'https://a.example', snippet: 'c', published_at: null },
    ])
  })

  it('reads a page with its links, in the requested format', () => {
    const page = jsonOf('tavily/page')
    expect(readPage(page, {})?.output).toMatchObject({
      url: 'https://www.example.com/about',
      format: 'markdown',
      truncated: false,
      links: ['https://www.example.com/team'],
    })
    expect(readPage(page, { format: 'text' })?.output).toMatchObject({ format: 'text', links: null })
    expect(extractBody({ url: 'u', format: 'text' })).toMatchObject({ urls: ['u'], format: 'text' })
  })

  it('cuts a long page, and reports that', () => {
    const long = { results: [{ url: 'https://a.example', raw_content: 'x'.repeat(500_001) }] }
    expect(readPage(long, {})?.output).toMatchObject({ truncated: true, content: 'x'.repeat(500_000) })
  })

  it('maps only pages of the site, whose paths have all words in any letter case', () => {
    expect(mapBody({ url: 'https://a.example/', query: 'API v1', limit: 20 })).toMatchObject({
      limit: 20,
      allow_external: false,
      select_paths: ['(?=.*[Aa][Pp][Ii])(?=.*[Vv]1).*'],
    })
    expect(Object.keys(mapBody({ url: 'https://a.example/' }))).not.toContain('select_paths')
    expect(readLinks(jsonOf('tavily/map'), { limit: 1 })).toEqual({
      url: 'https://www.example.com',
      links: [{ url: 'https://www.example.com/docs', title: null }],
    })
  })

  it('lists the articles of a day or later', () => {
    expect(newsBody({ name: 'A "B"', since: '2026-09-01' })).toMatchObject({
      query: '"A  B "',
      topic: 'news',
      start_date: '2026-09-01',
    })
    expect(readNews(jsonOf('tavily/news'), { since: '2026-09-01' })).toEqual([
      {
        title: 'Example Works opens a plant',
        url: 'https://news.example.org/plant',
        source: 'news.example.org',
        published_at: '2026-10-06',
        snippet: 'An invented report.',
      },
    ])
  })
})
