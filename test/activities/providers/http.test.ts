import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp, type ProviderRequest } from '../../../activities/providers/http.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'

const http = createProviderHttp({ now: () => Date.parse('2026-01-01T00:00:00Z'), connectTimeoutMs: 500 })
let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})
afterEach(() => simulator.reset())
afterAll(async () => {
  await http.close()
  await simulator.close()
})

const call = (overrides: Partial<ProviderRequest> = {}) =>
  http.call({
    method: 'GET',
    url: `${simulator.url}/thing`,
    signal: new AbortController().signal,
    deadlineMs: 1_000,
    ...overrides,
  })

describe('a call that is answered', () => {
  it('sends method, query, headers and JSON body, and returns status and parsed body', async () => {
    simulator.script({ status: 201, json: { ok: true } })
    const outcome = await call({
      method: 'POST',
      query: { a: 'x y', none: undefined, n: 3 },
      headers: { 'X-Key': 'k' },
      body: { kind: 'json', value: { q: 'ü' } },
    })
    expect(outcome).toMatchObject({ kind: 'answer', status: 201, body: { ok: true }, retryAfterMs: null })
    expect(simulator.calls[0]).toMatchObject({
      method: 'POST',
      path: '/thing',
      query: { a: 'x y', n: '3' },
      body: { q: 'ü' },
    })
    expect(simulator.calls[0]?.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/json' })
  })

  it('does not follow redirects', async () => {
    simulator.script({ status: 302, headers: { location: `${simulator.url}/elsewhere` } })
    expect(await call()).toMatchObject({ kind: 'answer', status: 302, body: null })
    expect(simulator.calls).toHaveLength(1)
  })

  it.each([
    ['seconds', '7', 7_000],
    ['an HTTP date', 'Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['a date that has passed', 'Thu, 01 Jan 2025 00:00:00 GMT', 0],
    ['nonsense', 'soon', null],
    ['more than a day', '999999', 86_400_000],
  ])('reads Retry-After given as %s', async (_name, header, expected) => {
    simulator.script({ status: 429, headers: { 'retry-after': header }, json: {} })
    expect(await call()).toMatchObject({ kind: 'answer', retryAfterMs: expected })
  })

  it('keeps the status of an error whose body is not JSON', async () => {
    simulator.script({ status: 502, text: '<html>bad gateway</html>', headers: { 'content-type': 'text/html' } })
    expect(await call()).toMatchObject({ kind: 'answer', status: 502, body: null })
  })

  it('returns any content as text when text is requested', async () => {
    simulator.script({ text: 'a,b' })
    expect(await call({ expect: 'text' })).toMatchObject({ kind: 'answer', body: 'a,b' })
  })
})

describe('a call without a usable answer', () => {
  it.each([
    ['a wrong content type', { text: '{"ok":true}' }],
    ['invalid JSON', { text: '{"ok":', headers: { 'content-type': 'application/json' } }],
    ['an empty body', { text: '', headers: { 'content-type': 'application/json' } }],
  ])('is malformed on %s', async (_name, reply) => {
    simulator.script(reply)
    expect(await call()).toMatchObject({ kind: 'malformed', status: 200 })
  })

  it('is too large by its announced length, and by what arrives', async () => {
    simulator.script({ json: { text: 'x'.repeat(2_000) } })
    expect(await call({ maxBytes: 1_000 })).toEqual({ kind: 'tooLarge', status: 200 })
    simulator.script({ json: { text: 'x'.repeat(2_000) }, chunked: true })
    expect(await call({ maxBytes: 1_000 })).toEqual({ kind: 'tooLarge', status: 200 })
  })

  it.each([
    ['hangs', { fault: 'hang' }],
    ['drips its body beyond the deadline', { fault: 'drip', json: { text: 'x'.repeat(500) } }],
    ['answers too late', { latencyMs: 400, json: {} }],
  ] as const)('times out, sent, when the provider %s', async (_name, reply) => {
    simulator.script(reply)
    expect(await call({ deadlineMs: 150 })).toEqual({ kind: 'timeout', sent: true })
  })

  it('ends as soon as the caller is gone', async () => {
    simulator.script({ fault: 'hang' })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    expect(await call({ signal: controller.signal, deadlineMs: 5_000 })).toEqual({ kind: 'timeout', sent: true })
    expect(await call({ signal: AbortSignal.abort() })).toEqual({ kind: 'timeout', sent: false })
  })

  it.each(['reset', 'resetMidBody'] as const)('is a lost connection, sent, on %s', async (fault) => {
    simulator.script({ fault, json: { text: 'x'.repeat(200) } })
    expect(await call()).toMatchObject({ kind: 'connection', sent: true })
  })
})

describe('a request that cannot have left', () => {
  it('is a connection failure, not sent, when the connection is refused', async () => {
    expect(await call({ url: 'http://127.0.0.1:1/' })).toEqual({
      kind: 'connection',
      sent: false,
      detail: 'ECONNREFUSED',
    })
  })

  it('is a connection failure, not sent, when the name does not resolve', async () => {
    expect(await call({ url: 'http://nowhere.invalid/' })).toMatchObject({ kind: 'connection', sent: false })
  })

  it('is a connection failure, not sent, when TLS cannot be agreed on', async () => {
    expect(await call({ url: simulator.url.replace('http:', 'https:') })).toMatchObject({
      kind: 'connection',
      sent: false,
    })
  })

  it('is not sent while the TLS handshake hangs', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await call({ url: `https://127.0.0.1:${port}/`, deadlineMs: 100 })).toEqual({ kind: 'timeout', sent: false })
    silent.close()
  })

  it('is a connection failure, not sent, when the URL cannot be called', async () => {
    expect(await call({ url: 'ftp://example.com/' })).toMatchObject({ kind: 'connection', sent: false })
    expect(await call({ url: 'not a url' })).toMatchObject({ kind: 'connection', sent: false })
  })
})
