import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createEndpointCallers } from '../../../activities/providers/endpoints.ts'
import { loadKnownProviders } from '../../../activities/providers/known-providers.ts'
import { createProviderHttp, type ProviderHttp } from '../../../activities/providers/http.ts'
import type { RawInput } from '../../../domain/catalog/request.ts'
import { placeholdersOf } from '../../../domain/catalog/template.ts'
import type { CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import type { AdapterResult } from '../../../domain/providers/manifest.ts'
import { type Reply, type Simulator, startSimulator } from '../../support/http-simulator.ts'
import { sampled } from '../../support/seed.ts'

const API_KEY = 'key-that-must-never-show'
const DEADLINE_MS = 500
const { catalog, manifests } = loadKnownProviders({})

let simulator: Simulator
let http: ProviderHttp
beforeAll(async () => {
  simulator = await startSimulator()
  http = createProviderHttp()
})
afterAll(async () => {
  await http.close()
  await simulator.close()
})
beforeEach(() => simulator.reset())

/** The first endpoint of each provider that is one plain request; every placeholder has one value. */
const samples = catalog.providers
  .filter(({ status }) => status !== 'excluded')
  .map(({ slug }): CatalogEndpoint => {
    const found =
      catalog.ofProvider(slug).find(({ bodyType, method }) => bodyType !== 'actor_input' && method === 'GET') ??
      catalog.ofProvider(slug).find(({ bodyType }) => bodyType !== 'actor_input')
    if (found === undefined) throw new Error(`${slug} has no endpoint`)
    return found
  })

function call(
  endpoint: CatalogEndpoint,
  request: RawInput = {},
  { reachable = true, deadlineMs = DEADLINE_MS } = {},
): Promise<AdapterResult> {
  const baseUrl = reachable ? simulator.url : 'http://127.0.0.1:9'
  const settings = Object.fromEntries(
    catalog.providers.map(({ slug }) => [slug, { apiKey: API_KEY, baseUrl, contact: 'ops@example.com' }]),
  )
  const caller = createEndpointCallers({ http, settings, catalog, manifests }).get(endpoint.provider)
  if (caller === undefined) throw new Error(`no caller for ${endpoint.provider}`)
  const path = Object.fromEntries(placeholdersOf(endpoint.endpoint).map((name) => [name, 'a1']))
  const input = endpoint.bodyType === 'task' && endpoint.method === 'POST' ? [{ keyword: 'shoes' }] : undefined
  return caller.call({
    endpoint,
    request: { path, ...(input === undefined ? {} : { input }), ...request },
    idempotencyKey: 'run:1',
    deadlineMs,
    signal: new AbortController().signal,
    cap: null,
    resume: null,
    onStarted: () => Promise.resolve(),
  })
}

const endpoint = (provider: string, name: string): CatalogEndpoint => {
  const found = catalog.find(provider, name)
  if (found === undefined) throw new Error(`no ${name} at ${provider}`)
  return found
}

/** Answers that take their deadline: some of the providers are tried with them. */
const LATE: ReadonlySet<string> = new Set(['silence', 'a body that drips'])
const waited = new Set(sampled(samples, 5))

describe.each(samples.map((sample) => [`${sample.provider} ${sample.method} ${sample.endpoint}`, sample] as const))(
  '%s',
  (_, sample) => {
    it('passes the payload of a success on unchanged', async () => {
      const json = {
        status_code: 20000,
        tasks: [{ status_code: 20000, result: [null] }],
        results: [{ 'odd name': { deep: [1, null, 'x'] } }],
      }
      simulator.script({ json })
      expect(await call(sample)).toMatchObject({ kind: 'delivered', output: { raw: true, data: json } })
    })

    it.each(
      (
        [
          ['400', { status: 400, json: { message: 'bad' } }, ['rejected']],
          ['401', { status: 401, json: {} }, ['provider_error']],
          ['422', { status: 422, json: {} }, ['rejected', 'provider_error']],
          ['429', { status: 429, headers: { 'retry-after': '3' }, json: {} }, ['rate_limited', 'provider_error']],
          ['500', { status: 500, text: 'oops' }, ['provider_error', 'unknown']],
          ['503', { status: 503, text: 'oops' }, ['provider_error', 'unknown']],
          ['a reset connection', { fault: 'reset' }, ['provider_error', 'unknown']],
          [
            'a reset in mid-body',
            { fault: 'resetMidBody', json: { text: 'x'.repeat(500) } },
            ['provider_error', 'unknown'],
          ],
          ['silence', { fault: 'hang' }, ['provider_timeout', 'unknown']],
          ['a body that drips', { fault: 'drip', json: { text: 'x'.repeat(500) } }, ['provider_timeout', 'unknown']],
          [
            'malformed JSON',
            { text: '{"data":', headers: { 'content-type': 'application/json' } },
            ['provider_error', 'unknown'],
          ],
          [
            'a page in place of data',
            { text: '<html></html>', headers: { 'content-type': 'text/html' } },
            ['provider_error', 'unknown'],
          ],
          ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, ['provider_error', 'unknown']],
        ] satisfies [string, Reply, string[]][]
      ).filter(([name]) => !LATE.has(name) || waited.has(sample)),
    )('never delivers %s', async (_name, reply, outcomes) => {
      simulator.script(reply)
      const result = await call(sample)
      expect(result.kind).toBe('failed')
      if (result.kind === 'failed') expect(outcomes).toContain(result.outcome)
    })

    it('sends its credential and shows it nowhere', async () => {
      simulator.script({ status: 400, json: { error: `the key ${API_KEY} is wrong` } })
      const result = await call(sample)
      expect(JSON.stringify(result)).not.toContain(API_KEY)
      const [sent] = simulator.calls
      const { auth } = catalog.provider(sample.provider) ?? {}
      const shown = JSON.stringify([sent?.headers, sent?.query])
      expect(shown.includes(API_KEY) || shown.includes(Buffer.from(API_KEY).toString('base64'))).toBe(
        auth?.scheme !== 'none',
      )
    })
  },
)

describe('a raw call', () => {
  it('ends when its answer is larger than may be stored, long before its end', async () => {
    simulator.script({ json: { text: 'x'.repeat(50 * 1024 * 1024) } })
    expect(await call(endpoint('hunter', '/email-finder'), {}, { deadlineMs: 60_000 })).toMatchObject({
      kind: 'failed',
      outcome: 'provider_error',
      detail: expect.stringMatching(/too large/),
    })
  })

  it('fails when the provider cannot be reached', async () => {
    expect(await call(endpoint('hunter', '/email-finder'), {}, { reachable: false })).toMatchObject({
      kind: 'failed',
      outcome: 'provider_error',
    })
  })

  it('keeps numbers that are longer than a double as they were written', async () => {
    simulator.script({
      text: '{"id":1234567890123456789,"ratio":0.12345678901234567891,"small":7}',
      headers: { 'content-type': 'application/json' },
    })
    const result = await call(endpoint('hunter', '/email-finder'))
    expect(JSON.stringify(result, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).toContain(
      '"data":{"id":1234567890123456789,"ratio":0.12345678901234567891,"small":7}',
    )
  })

  it("shows no key where a payload repeats the request's query", async () => {
    const withQueryKey = samples.find(({ provider }) => catalog.provider(provider)?.auth.scheme === 'query')
    if (withQueryKey === undefined) throw new Error('no provider takes its key in the query')
    const next = `https://api.example.com/?page=2&key=${API_KEY}`
    simulator.script({ json: { status_code: 20000, results: [{ next }] } })
    const result = await call(withQueryKey)
    expect(result).toMatchObject({
      kind: 'delivered',
      output: { data: { results: [{ next: next.replace(API_KEY, '***') }] } },
    })
  })

  it.each([
    [401, true],
    [402, false],
    [403, false],
  ])('reports that the account cannot serve when it is refused by %i: %s', async (status, exhausted) => {
    simulator.script({ status, json: {} })
    const result = await call(endpoint('serper', '/search'), { input: { q: 'shoes' } })
    expect([result.kind, 'accountExhausted' in result]).toEqual(['failed', exhausted])
  })

  it('passes text on as text', async () => {
    simulator.script({ text: 'a,b\n1,2\n', headers: { 'content-type': 'text/csv; charset=utf-8' } })
    expect(await call(endpoint('hunter', '/email-finder'))).toMatchObject({
      kind: 'delivered',
      output: { data: 'a,b\n1,2\n' },
    })
  })

  it("reports with its refusal the provider's text, 500 characters of it", async () => {
    simulator.script({ status: 422, json: { message: 'y'.repeat(2_000) } })
    const result = await call(endpoint('serper', '/search'), { input: { q: 'shoes' } })
    expect(result).toMatchObject({
      kind: 'failed',
      outcome: 'rejected',
      detail: expect.stringMatching(/^HTTP 422.*: \{"message":"yyy/),
    })
    if (result.kind === 'failed') expect(result.detail.length).toBeLessThan(600)
  })

  it('writes path, query and body as the caller gave them, encoded', async () => {
    simulator.script({ json: {} })
    await call(endpoint('sec', '/submissions/CIK{cik}.json'), { path: { cik: 'a&b ä' } })
    expect(simulator.calls[0]).toMatchObject({ method: 'GET', path: '/submissions/CIKa%26b%20%C3%A4.json' })
    simulator.reset()
    simulator.script({ json: {} })
    await call(endpoint('serper', '/search'), { input: { q: 'a&b', gl: 'us' } })
    expect(simulator.calls[0]).toMatchObject({
      method: 'POST',
      path: '/search',
      body: { q: 'a&b', gl: 'us' },
      headers: { 'content-type': 'application/json', 'x-api-key': API_KEY },
    })
    simulator.reset()
    simulator.script({ json: {} })
    await call(endpoint('hunter', '/email-finder'), { input: { domain: 'example.com', full_name: 'Robin & Co' } })
    expect(simulator.calls[0]).toMatchObject({
      method: 'GET',
      path: '/email-finder',
      query: { domain: 'example.com', full_name: 'Robin & Co' },
      body: null,
    })
  })

  it('sets what the platform sets, unless the caller does', async () => {
    simulator.script({ json: {} })
    const npi = catalog.ofProvider('nppes')[0]
    if (npi === undefined) throw new Error('no endpoint')
    await call(npi, { query: { number: '1' } })
    await call(npi, { query: { number: '1', version: '2.0' } })
    expect(simulator.calls.map(({ query }) => query['version'])).toEqual(['2.1', '2.0'])
  })

  it('sets members of a form unless the caller does, and of a JSON body always where the bill depends on them', async () => {
    simulator.script({ json: {} })
    await call(endpoint('tavily', 'POST /search'), { input: { query: 'x' } })
    await call(endpoint('tavily', 'POST /search'), { input: { query: 'x', include_usage: false } })
    await call(endpoint('vpic', 'POST /vehicles/DecodeVINValuesBatch/'), { input: { data: '1;2' } })
    await call(endpoint('vpic', 'POST /vehicles/DecodeVINValuesBatch/'), { input: { data: '1;2', format: 'csv' } })
    expect(simulator.calls.map(({ body }) => body)).toEqual([
      { query: 'x', include_usage: true },
      { query: 'x', include_usage: true },
      'data=1%3B2&format=json',
      'data=1%3B2&format=csv',
    ])
  })

  it('has an unknown outcome when it changes something and its answer was lost, but not when it only reads', async () => {
    simulator.script({ fault: 'reset' })
    const changing = catalog
      .ofProvider('agentmail')
      .find(({ method, endpoint: path }) => method === 'POST' && path.endsWith('/messages/send'))
    if (changing === undefined) throw new Error('no endpoint')
    expect(await call(changing, { input: {} })).toMatchObject({ outcome: 'unknown' })
    expect(await call(endpoint('serper', '/search'), { input: { q: 'x' } })).toMatchObject({
      outcome: 'provider_error',
    })
  })
})
