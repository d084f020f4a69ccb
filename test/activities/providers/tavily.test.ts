import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { createTavilyAdapter } from '../../../activities/providers/tavily/adapter.ts'
import { tavilyManifest } from '../../../activities/providers/tavily/manifest.ts'
import { readResults, searchBody } from '../../../activities/providers/tavily/map.ts'
import { fixture } from '../../fixtures/load.ts'
import { startSimulator } from '../../support/http-simulator.ts'
import type { Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract } from './contract-kit.ts'

adapterContract({
  manifest: tavilyManifest,
  capability: 'web.search',
  input: { query: 'durable workflows', country: 'us', limit: 5 },
  create: createTavilyAdapter,
  success: fixture('tavily/found'),
  misses: { 'an empty list of results': fixture('tavily/miss') },
  unusable: {
    'an error inside a 200': { json: { detail: { error: 'Something broke' } } },
    'an answer that is null': { json: null },
  },
  statuses: {
    432: { outcome: 'provider_error', accountExhausted: true },
    433: { outcome: 'provider_error', accountExhausted: true },
  },
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
})
