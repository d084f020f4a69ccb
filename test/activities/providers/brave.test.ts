import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createBraveAdapter } from '../../../activities/providers/brave/adapter.ts'
import { braveManifest } from '../../../activities/providers/brave/manifest.ts'
import { fullWindow, readNews, readResults, searchQuery } from '../../../activities/providers/brave/map.ts'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { RAW_RULES } from '../../../activities/providers/raw-rules.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract } from './contract-kit.ts'

adapterContract({
  manifest: braveManifest,
  capability: 'web.search',
  input: { query: 'durable workflows', country: 'us', limit: 5 },
  create: createBraveAdapter,
  success: fixture('brave/found'),
  misses: { 'an answer without web results': fixture('brave/miss') },
  unusable: { 'an answer of another kind': { json: { type: 'news' } }, 'an answer that is null': { json: null } },
})
adapterContract({
  manifest: braveManifest,
  capability: 'company.news',
  input: { name: 'Example Works', limit: 5 },
  create: createBraveAdapter,
  success: fixture('brave/news'),
  misses: { 'an answer without articles': { json: { type: 'news', results: [] } } },
  unusable: { 'an answer of another kind': fixture('brave/found'), 'an answer that is null': { json: null } },
})

describe('brave over HTTP', () => {
  const http = createProviderHttp()
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterAll(async () => {
    await http.close()
    await simulator.close()
  })

  const search = (input: JsonObject) =>
    createBraveAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http }).attempt({
      capability: 'web.search',
      input,
      idempotencyKey: 'k',
      deadlineMs: 2_000,
      signal: new AbortController().signal,
    })

  it('sends its token in a header, and requests plain text of the requested page', async () => {
    simulator.script(fixture('brave/found'))
    await search({ query: 'durable workflows', country: 'de', language: 'ja', limit: 50, page: 3 })
    expect(simulator.calls.at(-1)).toMatchObject({
      method: 'GET',
      path: '/res/v1/web/search',
      query: {
        q: 'durable workflows',
        count: '20',
        offset: '2',
        country: 'DE',
        search_lang: 'jp',
        result_filter: 'web',
        text_decorations: 'false',
      },
      headers: { 'x-subscription-token': API_KEY },
    })
  })

  it('refuses an impossible page without a call', async () => {
    const before = simulator.calls.length
    expect(await search({ query: 'x', page: 11 })).toMatchObject({ kind: 'failed', outcome: 'rejected' })
    expect(simulator.calls).toHaveLength(before)
  })

  it.each([
    ['brave/rate-limited', { outcome: 'rate_limited', retryAfterMs: 1_000, detail: 'HTTP 429 (RATE_LIMITED)' }],
    ['brave/quota-used-up', { outcome: 'provider_error', accountExhausted: true, detail: 'HTTP 429 (RATE_LIMITED)' }],
    [
      'brave/token-refused',
      { outcome: 'provider_error', accountExhausted: true, detail: 'HTTP 422 (SUBSCRIPTION_TOKEN_INVALID)' },
    ],
  ])('reads %s', async (name, expected) => {
    simulator.script(fixture(name))
    expect(await search({ query: 'x' })).toMatchObject({ kind: 'failed', ...expected })
  })
})

describe('the map of brave', () => {
  it.each([
    [{}, { country: undefined, search_lang: undefined }],
    [{ language: 'pt-BR' }, { search_lang: 'pt-br' }],
    [{ language: 'pt' }, { search_lang: 'pt-pt' }],
    [{ language: 'de-at' }, { search_lang: 'de' }],
    [{ language: 'zh-tw' }, { search_lang: 'zh-hant' }],
    [{ language: 'xx' }, { search_lang: undefined }],
  ])('translates %j', (input, expected) => {
    expect(searchQuery({ query: 'x', ...input })).toMatchObject(expected)
  })

  it.each([
    ['1, 100', '1, 1419704', null],
    ['0, 100', '1, 1419704', { quota: false, resetMs: 1_000 }],
    ['1, 0', '1, 1419704', { quota: true, resetMs: 1_419_704_000 }],
    ['0', '1', { quota: false, resetMs: 1_000 }],
    ['0, 0', '1', { quota: false, resetMs: 1_000 }],
    ['none', 'soon', null],
    [undefined, undefined, null],
  ])('reads the windows %s with resets %s', (remaining, reset, expected) => {
    expect(fullWindow({ 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset })).toEqual(expected)
  })

  it('returns no more results than requested', () => {
    const results: JsonObject[] = [{ url: 'https://a.example' }, { title: 'no url' }, { url: 'https://b.example' }]
    expect(readResults({ type: 'search', web: { results } }, { limit: 2 })).toMatchObject([
      { position: 1, url: 'https://a.example' },
    ])
  })

  it.each(['brave/quota-used-up', 'brave/token-refused'])('reads a raw %s as a state of the account', (name) => {
    const { status = 0, json, headers = {} } = fixture(name)
    const body: JsonObject = JSON.parse(JSON.stringify(json))
    expect(RAW_RULES.brave?.read?.({ status, body, headers })).toMatchObject({
      kind: 'failed',
      outcome: 'provider_error',
      accountExhausted: true,
    })
    expect(RAW_RULES.brave?.read?.({ status: 429, body: null, headers: {} })).toBeNull()
  })
})

describe('the news of brave', () => {
  it('have the day and the host of each article', () => {
    expect(readNews(jsonOf('brave/news'), {})).toMatchObject([
      { source: 'news.example.org', published_at: '2026-10-06', snippet: 'An invented report.' },
    ])
  })
})
