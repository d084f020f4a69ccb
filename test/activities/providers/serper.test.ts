import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { createSerperAdapter } from '../../../activities/providers/serper/adapter.ts'
import { serperManifest } from '../../../activities/providers/serper/manifest.ts'
import { featuresOf, pageBody } from '../../../activities/providers/serper/map-page.ts'
import { newsBody, readNews, readResults, searchBody } from '../../../activities/providers/serper/map.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract } from './contract-kit.ts'

adapterContract({
  manifest: serperManifest,
  capability: 'web.search',
  input: { query: 'durable workflows', country: 'US', limit: 5 },
  create: createSerperAdapter,
  success: fixture('serper/found'),
  misses: { 'an empty list of results': fixture('serper/miss') },
  unusable: {
    'an error inside a 200': { json: { message: 'Something broke' } },
    'an answer that is null': { json: null },
  },
})

adapterContract({
  manifest: serperManifest,
  capability: 'seo.serp',
  input: { query: 'durable workflows', limit: 20 },
  create: createSerperAdapter,
  success: fixture('serper/found'),
  misses: { 'an empty list of results': fixture('serper/miss') },
  unusable: { 'an error inside a 200': { json: { message: 'Something broke' } } },
})

adapterContract({
  manifest: serperManifest,
  capability: 'company.news',
  input: { name: 'Sample Holdings', limit: 5 },
  create: createSerperAdapter,
  success: fixture('serper/news'),
  misses: {
    'an empty list of articles': { json: { searchParameters: { type: 'news' }, news: [] } },
    'no list at all': { json: { searchParameters: { type: 'news' } } },
  },
  unusable: {
    'an error inside a 200': { json: { message: 'Something broke' } },
    'an answer that is null': { json: null },
  },
})

describe('serper over HTTP', () => {
  const http = createProviderHttp()
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterAll(async () => {
    await http.close()
    await simulator.close()
  })

  it('requests the requested page', async () => {
    simulator.script(fixture('serper/found'))
    const adapter = createSerperAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http })
    await adapter.attempt({
      capability: 'web.search',
      input: { query: 'x', page: 3, limit: 20 },
      idempotencyKey: 'k',
      deadlineMs: 1_000,
      signal: new AbortController().signal,
    })
    expect(simulator.calls.at(-1)).toMatchObject({
      path: '/search',
      body: { q: 'x', page: 3, num: 20 },
      headers: { 'x-api-key': API_KEY },
    })
  })

  it('marks the account when its credits are used up, whatever the status', async () => {
    simulator.script(fixture('serper/credits-used-up'))
    const adapter = createSerperAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http })
    const result = await adapter.attempt({
      capability: 'web.search',
      input: { query: 'x' },
      idempotencyKey: 'k',
      deadlineMs: 1_000,
      signal: new AbortController().signal,
    })
    expect(result).toMatchObject({
      kind: 'failed',
      outcome: 'provider_error',
      accountExhausted: true,
      detail: 'HTTP 400',
    })
  })
})

describe('the map of serper', () => {
  it.each([
    [{ name: 'Sample "Holdings"' }, { q: '"Sample  Holdings "', num: 10 }],
    [
      { domain: 'example.com', limit: 3 },
      { q: 'example.com', num: 3 },
    ],
    [
      { name: 'Sample', domain: 'example.com' },
      { q: '"Sample"', num: 10 },
    ],
  ])('requests news with %j', (input, expected) => {
    expect(newsBody(input)).toEqual(expected)
  })

  it.each([
    ['Jan 5, 2026', '2026-01-05'],
    ['December 31, 2025', '2025-12-31'],
    ['2 weeks ago', null],
    ['Xyz 1, 2026', null],
    [null, null],
  ])('dates an article of %s', (date, expected) => {
    expect(readNews({ news: [{ link: 'https://a.example', date }] }, 5)).toMatchObject([{ published_at: expected }])
  })

  it("sends the caller's parameters and no others", () => {
    expect(searchBody({ query: 'x', country: 'DE', language: 'PT-br', limit: 20, page: 2 })).toEqual({
      q: 'x',
      gl: 'de',
      hl: 'pt-br',
      num: 20,
      page: 2,
    })
    expect(searchBody({ query: 'x' })).toEqual({ q: 'x', num: 10, page: 1 })
  })

  it('returns no more results than requested, and none without an address', () => {
    const organic: JsonObject[] = [
      { link: 'https://a.example' },
      { title: 'no url' },
      { link: 'https://b.example' },
      { link: 'https://c.example' },
    ]
    expect(readResults({ organic }, 3)?.map((hit) => hit.url)).toEqual(['https://a.example', 'https://b.example'])
  })
})

describe('a result page of serper', () => {
  it('is that of a country, and names the features on it', () => {
    expect(pageBody({ query: 'x' })).toMatchObject({ q: 'x', num: 10, gl: 'us' })
    expect(pageBody({ query: 'x', country: 'DE' })).toMatchObject({ gl: 'de' })
    expect(featuresOf({ organic: [{}], peopleAlsoAsk: [{}], answerBox: { title: 't' }, ads: [] })).toEqual([
      'organic',
      'answer_box',
      'people_also_ask',
    ])
  })
})
