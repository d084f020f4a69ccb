import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connect } from 'node:net'
import { ERROR_CODES } from '../../domain/errors/codes.ts'
import { at, membersOf, type HttpAnswer } from '../support/http.ts'
import { startFrame, SESSION } from './frame.ts'

type Frame = Awaited<ReturnType<typeof startFrame>>

describe('every answer of the frame', () => {
  let frame: Frame
  beforeAll(async () => {
    frame = await startFrame()
  })
  afterAll(() => frame.stop())

  it('gives every request its own id, whatever the client sends', async () => {
    const first = await frame.client.get('/v1/items/a', { 'Request-Id': 'req_mine' })
    const second = await frame.client.get('/v1/items/a')
    expect(first.headers.get('request-id')).toMatch(/^req_[0-9a-z]{26}$/)
    expect(second.headers.get('request-id')).not.toBe(first.headers.get('request-id'))
    expect(first.headers.get('cache-control')).toBe('private, no-store')
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.headers.get('link')).toBeNull()
  })

  const refused: [string, () => Promise<HttpAnswer>, number, string][] = [
    ['an unknown path', () => frame.client.get('/v1/nowhere'), 404, 'not_found'],
    ['a path with a slash too many', () => frame.client.get('/v1/items/'), 404, 'not_found'],
    ['a known path with another method', () => frame.client.delete('/v1/items'), 405, 'method_not_allowed'],
    ['no key', () => frame.client.as(null).get('/v1/items/a'), 401, 'unauthorized'],
    ['an unknown key', () => frame.client.as('svc_test_bad').get('/v1/items/a'), 401, 'unauthorized'],
    [
      'no JSON',
      () =>
        frame.client.request('/v1/items', {
          method: 'POST',
          text: '{"capability":',
          headers: { 'Content-Type': 'application/json' },
        }),
      400,
      'invalid_request',
    ],
    ['no body', () => frame.client.post('/v1/items'), 400, 'invalid_request'],
    [
      'no UTF-8 declared',
      () =>
        frame.client.request('/v1/items', {
          method: 'POST',
          text: '{}',
          headers: { 'Content-Type': 'application/json; charset=latin1' },
        }),
      415,
      'unsupported_media_type',
    ],
    [
      'another media type',
      () =>
        frame.client.request('/v1/items', {
          method: 'POST',
          text: 'a=1',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        }),
      415,
      'unsupported_media_type',
    ],
    [
      'no media type',
      () => frame.client.request('/v1/items', { method: 'POST', text: '{}' }),
      415,
      'unsupported_media_type',
    ],
    [
      'a compressed body',
      () =>
        frame.client.request('/v1/items', {
          method: 'POST',
          text: '{}',
          headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
        }),
      415,
      'unsupported_media_type',
    ],
    [
      "a body over the route's limit",
      () => frame.client.post('/v1/items', { capability: 'x'.repeat(3_000), input: {} }),
      413,
      'payload_too_large',
    ],
    ['a status that the route overrides', () => frame.client.get('/v1/items/missing'), 404, 'invalid_request'],
  ]
  it.each(refused)(
    'answers %s with the envelope, the feedback link and a request id',
    async (_, send, status, code) => {
      const answer = await send()
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({
        error: { code, message: expect.any(String), request_id: answer.headers.get('request-id') },
      })
      const [feedback, ...others] = answer.headers.get('link')?.split(', ') ?? []
      expect([feedback, others.length > 0]).toEqual(['</feedback>; rel="agent-feedback"', status === 401])
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    },
  )

  it('names the methods of a path in Allow, and how to authenticate in WWW-Authenticate', async () => {
    expect((await frame.client.delete('/v1/items')).headers.get('allow')).toBe('GET, HEAD, POST')
    expect((await frame.client.as(null).get('/v1/items')).headers.get('www-authenticate')).toBe('Bearer')
  })

  it('keeps tenant answers out of caches even when it refuses', async () => {
    expect((await frame.client.as(null).get('/v1/items')).headers.get('cache-control')).toBe('private, no-store')
  })

  it('passes on details that help the caller, in addition to code and message', async () => {
    expect((await frame.client.get('/v1/items/missing')).at('error', 'run_id')).toBe('run_1')
  })

  it('answers the envelope even to what is not HTTP', async () => {
    const text = await raw(frame.server.port, 'THIS IS NOT HTTP\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toMatch(/Link: <\/feedback>; rel="agent-feedback"/)
    expect(text).toMatch(/"code":"invalid_request".*"request_id":"req_[0-9a-z]{26}"/)
  })

  it('lets a session choose its environment, and refuses a wrong one', async () => {
    const session = frame.client.as(SESSION)
    expect((await session.get('/v1/items')).body).toEqual({ environment: 'live' })
    expect((await session.get('/v1/items', { 'Service-Environment': 'test' })).body).toEqual({ environment: 'test' })
    expect((await session.get('/v1/items', { 'Service-Environment': 'prod' })).at('error', 'param')).toBe(
      '/Service-Environment',
    )
    expect((await frame.client.get('/v1/items', { 'Service-Environment': 'live' })).body).toEqual({
      environment: 'test',
    })
  })

  it('prefers a literal path over a parameter, in whatever order they were declared', async () => {
    expect((await frame.client.get('/v1/items/search')).body).toEqual({ id: 'search', note: null })
  })

  it('lists every error code', async () => {
    const answer = await frame.client.as(null).get('/v1/errors')
    expect(membersOf(answer.at('items')).map(([, item]) => at(item, 'code'))).toEqual(Object.keys(ERROR_CODES))
    expect(answer.at('items', '0')).toEqual({ code: 'invalid_request', ...ERROR_CODES.invalid_request })
  })

  it('logs allow-listed fields only: no id of the path, no query, no body, no credential', async () => {
    await frame.client.get('/v1/items/canary-path?due=canary-query')
    await frame.client.post('/v1/items', { capability: 'canary-body', input: { email: 'canary@example.com' } })
    await frame.client.as('canary-token').get('/v1/items')
    expect(frame.logged()).not.toContain('canary')
    expect(frame.records().at(-1)).toMatchObject({ method: 'GET', route: '/v1/items', status: 401, msg: 'request' })
    expect(frame.records().at(-2)).toMatchObject({
      method: 'POST',
      route: '/v1/items',
      status: 200,
      workspace_id: 'ws_1',
      request_id: expect.stringMatching(/^req_/),
    })
  })

  it('measures by route pattern, so that ids and unknown paths make no new series', async () => {
    await frame.client.get('/v1/unknown-path-1')
    const text = await frame.metrics.registry.metrics()
    expect(text).toMatch(/http_requests_total\{method="GET",route="\/v1\/items\/\{item_id\}",status="200"\} \d+/)
    expect(text).toContain('route="unmatched"')
    expect(text).not.toContain('unknown-path')
  })
})

function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let text = ''
    socket
      .setEncoding('utf8')
      .on('data', (chunk) => {
        text += chunk
      })
      .on('end', () => resolve(text))
      .on('error', reject)
  })
}
