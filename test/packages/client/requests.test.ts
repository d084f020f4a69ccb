import { describe, expect, it } from '@jest/globals'
import { ConnectionError, createClient, ServiceError } from '../../../packages/client/index.ts'
import { pauseBefore } from '../../../packages/client/tries.ts'
import { clientOf, failure, serverOf } from './scripted-client.ts'
import type { Reaction } from './scripted-server.ts'

const done = { status: 200, body: { run_id: 'run_1', done: true, status: 'succeeded' } }
const unavailable = { status: 503, body: { error: { code: 'unavailable', message: 'Away.', request_id: 'req_1' } } }
const find = { capability: 'contact.find', input: {} }

it('the client sends the members of an object in a query as parameters', async () => {
  const { server, client } = await clientOf([done])
  const metadata = { customer: 'acme', length: '1' }
  await client.request('GET /v1/runs', { query: { metadata, limit: 5, status: undefined } })
  const [seen] = server.seen
  expect([...new URL(seen?.url ?? '', 'http://service.example').searchParams]).toEqual([
    ['metadata[customer]', 'acme'],
    ['metadata[length]', '1'],
    ['limit', '5'],
  ])
})

describe('the client repeats', () => {
  it.each<[string, Reaction]>([
    ['a broken connection', 'break'],
    ['half an answer', 'break off'],
    ['503', unavailable],
    ['an answer of a gateway', { status: 502, text: '<h1>Bad gateway</h1>' }],
    ['429', { status: 429, body: {}, headers: { 'Retry-After': '0' } }],
  ])('a read after %s', async (_, first) => {
    const { server, client } = await clientOf([first, done])
    expect(await client.request('GET /v1/runs/{run_id}', { params: { run_id: 'run_1' } })).toEqual(done.body)
    expect(server.seen.map(({ url }) => url)).toEqual(['/v1/runs/run_1', '/v1/runs/run_1'])
  })

  it('a run, with the same key and body in each try', async () => {
    const { server, client } = await clientOf(['break', unavailable, done])
    expect(await client.run(find)).toEqual(done.body)
    const [first, ...others] = server.seen.map(({ headers, body }) => [headers['idempotency-key'], body])
    expect(first?.[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(others).toEqual([first, first])
  })

  it('a run with the key of the caller, and never two calls with one key of the client', async () => {
    const { server, client } = await clientOf(['break', done])
    await client.run(find, { idempotencyKey: 'mine' })
    await client.run(find)
    await client.run({ ...find, idempotency_key: 'in the body' })
    await client.send({ method: 'POST', path: '/v1/run', body: '{"idempotency_key":"in a body written by hand"}' })
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(['mine', 'mine', expect.stringMatching(/^[0-9a-f-]{36}$/), undefined, undefined])
  })

  it('a request whose first try still holds its key', async () => {
    const held = {
      status: 409,
      body: { error: { code: 'conflict', message: 'Still worked on.' } },
      headers: { 'Retry-After': '0' },
    }
    const { server, client } = await clientOf(['break', held, { status: 200, body: {} }])
    await client.request('POST /v1/webhooks', { body: { url: 'https://example.com/hook' } })
    expect(server.seen).toHaveLength(3)
  })

  it('a write without a key only when it was refused before its execution', async () => {
    const { server, client } = await clientOf([
      { status: 429, body: {} },
      { status: 200, body: {} },
    ])
    await client.request('PATCH /v1/webhooks/{webhook_id}', { params: { webhook_id: 'wh_1' }, body: { enabled: true } })
    expect(server.seen).toHaveLength(2)
  })
})

describe('a request that never arrived', () => {
  it('is repeated whatever it is, and reported as never sent', async () => {
    const { server, client } = await clientOf([{ status: 200, body: {} }], { retriesMax: 8 })
    const port = Number(new URL(server.url).port)
    await server.close()
    expect(
      await failure(
        createClient({ baseUrl: server.url, retriesMax: 0 }).request('DELETE /v1/webhooks/{webhook_id}', {
          params: { webhook_id: 'wh_1' },
        }),
      ),
    ).toMatchObject({ neverSent: true, message: expect.not.stringContaining('unknown') })
    const pending = client.request('DELETE /v1/webhooks/{webhook_id}', { params: { webhook_id: 'wh_1' } })
    await server.open(port)
    expect(await pending).toEqual({})
    expect(server.seen).toHaveLength(1)
  })
})

describe('the client does not repeat', () => {
  it.each<[string, Reaction]>([
    ['a broken connection', 'break'],
    ['503', unavailable],
  ])('a write without a key, after %s', async (_, first) => {
    const { server, client } = await clientOf([first, { status: 200, body: {} }])
    expect(
      await failure(client.request('DELETE /v1/webhooks/{webhook_id}', { params: { webhook_id: 'wh_1' } })),
    ).toBeInstanceOf(Error)
    expect(await failure(client.request('DELETE /v1/webhooks/{webhook_id}', { params: { webhook_id: 'wh_1' } }))).toBe(
      'answered',
    )
    expect(server.seen).toHaveLength(2)
  })

  it('a refusal, nor a run that failed with 502', async () => {
    const failed = {
      status: 502,
      body: { run_id: 'run_1', done: true, status: 'failed', error: { code: 'provider_error', message: 'No.' } },
    }
    const { server, client } = await clientOf([failed])
    expect(await client.run(find)).toMatchObject({ status: 'failed' })
    expect(server.seen).toHaveLength(1)
  })

  it('any request once the tries are used up', async () => {
    const { server, client } = await clientOf(['break'], { retriesMax: 2 })
    expect(await failure(client.request('GET /v1/wallet'))).toMatchObject({
      name: 'ConnectionError',
      request: 'GET /v1/wallet',
      timedOut: false,
    })
    expect(server.seen).toHaveLength(3)
  })

  it('a run without an answer, which names its key to be repeated with', async () => {
    const { server, client } = await clientOf(['break', 'break', done], { retriesMax: 1 })
    const lost = await failure(client.run(find))
    expect(lost).toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('Its outcome is unknown.'),
    })
    if (!(lost instanceof ConnectionError)) throw lost
    await client.run(find, { idempotencyKey: lost.idempotencyKey ?? undefined })
    expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([lost.idempotencyKey]),
    )
  })

  it('a request that would have to wait beyond the deadline', async () => {
    const { server, client } = await clientOf([{ ...unavailable, headers: { 'Retry-After': '3600' } }])
    expect(await failure(client.request('GET /v1/wallet'))).toMatchObject({
      status: 503,
      code: 'unavailable',
      retryAfter: 3600,
    })
    expect(server.seen).toHaveLength(1)
  })
})

describe('pauses', () => {
  it('are never shorter than the service requires', async () => {
    const { server, client } = await clientOf([{ ...unavailable, headers: { 'Retry-After': '1' } }, done])
    await client.request('GET /v1/wallet')
    const [first, second] = server.seen.map(({ atMs }) => atMs)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(999)
  })

  it('grow with each try up to a bound, and are anywhere below that', () => {
    const lost = { kind: 'lost', error: new ConnectionError('GET /', { timedOut: false, cause: null }) } as const
    const pauses = (random: number) =>
      [1, 2, 3, 4, 5, 6, 60].map((tries) => pauseBefore({ outcome: lost, harmless: true, tries, random }))
    expect(pauses(1)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
    expect(pauses(0.5)).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000])
  })

  it('end with the deadline, and so do the attempts', async () => {
    const { client } = await clientOf(['never answer'], { deadlineMs: 50 })
    expect(await failure(client.request('GET /v1/wallet'))).toMatchObject({ name: 'ConnectionError', timedOut: true })
  })
})

describe('a signal', () => {
  it('ends a request under way, with its own reason', async () => {
    const { client } = await clientOf(['never answer'])
    expect(await failure(client.request('GET /v1/wallet', { signal: AbortSignal.timeout(50) }))).toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('ends a pause', async () => {
    const { server, client } = await clientOf([{ ...unavailable, headers: { 'Retry-After': '60' } }])
    const given = new AbortController()
    const pending = failure(client.request('GET /v1/wallet', { signal: given.signal }))
    while (server.seen.length === 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    given.abort(new Error('enough'))
    expect(await pending).toMatchObject({ message: 'enough' })
  })

  it('sends no request when it is aborted already', async () => {
    const { server, client } = await clientOf([done])
    await failure(client.request('GET /v1/wallet', { signal: AbortSignal.abort() }))
    expect(server.seen).toHaveLength(0)
  })
})

describe('an answer', () => {
  it('is thrown with all its members when it is an error', async () => {
    const error = {
      code: 'invalid_request',
      message: 'No.',
      request_id: 'req_7',
      param: '/input',
      details: [{ path: '/input', message: 'is missing' }],
    }
    const { client } = await clientOf([{ status: 400, body: { error } }])
    const thrown = await failure(client.run(find))
    expect(thrown).toBeInstanceOf(ServiceError)
    expect(thrown).toMatchObject({
      status: 400,
      code: 'invalid_request',
      message: 'No.',
      requestId: 'req_7',
      param: '/input',
      details: error.details,
      retryAfter: null,
      body: { error },
    })
  })

  it('is reported as unexpected when another server has sent it', async () => {
    const { client } = await clientOf([{ status: 404, text: 'nothing here' }])
    expect(await failure(client.request('GET /v1/wallet'))).toMatchObject({
      status: 404,
      code: 'unexpected_answer',
      body: 'nothing here',
      requestId: null,
    })
  })

  it('is not followed when it is a redirect, and the credential is not sent on', async () => {
    const elsewhere = await serverOf([done])
    const { client } = await clientOf([{ status: 307, body: {}, headers: { Location: `${elsewhere.url}/v1/wallet` } }])
    expect(await failure(client.request('GET /v1/wallet'))).toMatchObject({ status: 307 })
    expect(elsewhere.seen).toEqual([])
  })

  it('becomes a ConnectionError when it does not come in time', async () => {
    const { client } = await clientOf(['never answer'], { timeoutMs: 50, retriesMax: 0 })
    const thrown = await failure(client.request('GET /v1/wallet'))
    expect(thrown).toBeInstanceOf(ConnectionError)
    expect(thrown).toMatchObject({ timedOut: true })
  })
})

describe('a request', () => {
  it('has the credential, the environment, its query and its values', async () => {
    const { server, client } = await clientOf([{ status: 200, body: {} }], { environment: 'test', userAgent: 'mine/1' })
    await client.request('GET /v1/tables/{name}/rows', {
      params: { name: 'a/b?c' },
      query: { status: ['new', 'old'], limit: 5, cursor: undefined },
    })
    expect(server.seen[0]).toMatchObject({
      url: '/v1/tables/a%2Fb%3Fc/rows?status=new&status=old&limit=5',
      headers: { authorization: 'Bearer svc_test_key', 'service-environment': 'test', 'user-agent': 'mine/1' },
    })
  })

  it.each(['', '.', '..'])('never leaves its path: %j', async (name) => {
    const { server, client } = await clientOf([done])
    expect(await failure(client.request('GET /v1/tables/{name}', { params: { name } }))).toBeInstanceOf(TypeError)
    expect(server.seen).toEqual([])
  })

  it('never goes to another host', async () => {
    const { server, client } = await clientOf([done])
    expect(await client.send({ method: 'GET', path: '//example.com/v1/wallet' })).toMatchObject({ status: 200 })
    expect(await failure(client.send({ method: 'GET', path: '@example.com/' }))).toBeInstanceOf(TypeError)
    expect(server.seen.map(({ url }) => url)).toEqual(['//example.com/v1/wallet'])
  })

  it.each([{ timeoutMs: Infinity, deadlineMs: Infinity }, { timeoutMs: 3_000_000_000 }, { timeoutMs: 60_000.5 }])(
    'waits with a timeout longer than a timer can be: %j',
    async (options) => {
      const { client } = await clientOf([done], { ...options, retriesMax: 0 })
      expect((await client.send({ method: 'GET', path: '/v1/runs/run_1?wait=99999999999' })).body).toEqual(done.body)
    },
  )

  it('with text sends it unchanged', async () => {
    const { server, client } = await clientOf([{ status: 200, body: {} }])
    await client.request('POST /v1/tables/{name}/import', {
      params: { name: 'leads' },
      body: 'email\nada@example.com\n',
    })
    expect(server.seen[0]).toMatchObject({ body: 'email\nada@example.com\n', headers: { 'content-type': 'text/csv' } })
  })
})
