import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import Type from 'typebox'
import { getHealth } from '../../api/http/health/get.ts'
import { getReadiness } from '../../api/http/health/ready.ts'
import { defineRoute } from '../../api/route/route.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { closed } from '../../api/schemas/common.ts'
import { startServer } from '../../api/server.ts'
import { watchTemporal } from '../../api/http/health/temporal-check.ts'
import { createMeter } from '../../telemetry/meter.ts'
import { KEY, startFrame } from './frame.ts'

describe('health', () => {
  let frame: Awaited<ReturnType<typeof startFrame>> | undefined
  afterEach(() => frame?.stop())

  it('is alive, and ready when every check passes', async () => {
    frame = await startFrame({
      routes: [
        getHealth(),
        getReadiness({ checks: { database: async () => {} }, temporal: async () => true, draining: () => false }),
      ],
    })
    expect((await frame.client.as(null).get('/healthz')).body).toEqual({ status: 'ok' })
    expect((await frame.client.as(null).get('/readyz')).body).toEqual({
      status: 'ready',
      checks: { database: 'ok', temporal: 'ok' },
    })
  })

  it('names the checks that fail or hang, within two seconds, and not why', async () => {
    const checks = {
      database: async () => {},
      migrations: () => Promise.reject(new Error('canary')),
      storage: () => new Promise<void>(() => {}),
    }
    frame = await startFrame({ routes: [getReadiness({ checks, temporal: async () => true, draining: () => false })] })
    const answer = await frame.client.as(null).get('/readyz')
    expect(answer.status).toBe(503)
    expect(answer.at('error')).toMatchObject({
      code: 'unavailable',
      message: 'Not ready: migrations, storage.',
      details: [{ path: '/checks/migrations' }, { path: '/checks/storage' }],
    })
    expect(answer.text).not.toContain('canary')
  })

  it('checks its dependencies once for all requests within a second, however many they are', async () => {
    let [calls, now] = [0, 0]
    const checks = {
      database: async () => {
        calls += 1
      },
    }
    frame = await startFrame({
      routes: [getReadiness({ checks, temporal: async () => true, draining: () => false, now: () => now })],
    })
    const client = frame.client.as(null)
    const statuses = async () =>
      (await Promise.all(Array.from({ length: 20 }, () => client.get('/readyz')))).map(({ status }) => status)
    expect([new Set(await statuses()), calls]).toEqual([new Set([200]), 1])
    now = 999
    expect([new Set(await statuses()), calls]).toEqual([new Set([200]), 1])
    now = 1_000
    expect([new Set(await statuses()), calls]).toEqual([new Set([200]), 2])
  })

  it('stays ready while Temporal is away, and shows it', async () => {
    const checks = { database: async () => {} }
    frame = await startFrame({ routes: [getReadiness({ checks, temporal: async () => false, draining: () => false })] })
    const answer = await frame.client.as(null).get('/readyz')
    expect([answer.status, answer.body]).toEqual([
      200,
      { status: 'ready', checks: { database: 'ok', temporal: 'unreachable' } },
    ])
  })

  it('shows the last check of Temporal, without a new one', async () => {
    let calls = 0
    const check = async (): Promise<void> => {
      calls += 1
    }
    const look = watchTemporal({
      check,
      metrics: createMeter({ processMetrics: false }),
      log: pino({ level: 'silent' }),
      everyMs: 3_600_000,
    })
    try {
      expect([await look.isReachable(), await look.isReachable(), calls]).toEqual([true, true, 1])
    } finally {
      look.stop()
    }
  })

  it('is not ready any more once it drains', async () => {
    let draining = false
    frame = await startFrame({
      routes: [getReadiness({ checks: {}, temporal: async () => true, draining: () => draining })],
    })
    expect((await frame.client.as(null).get('/readyz')).status).toBe(200)
    draining = true
    expect((await frame.client.as(null).get('/readyz')).status).toBe(503)
  })
})

describe('draining', () => {
  it('answers requests in flight, accepts no more, and ends soon', async () => {
    const entered = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const slow = defineRoute({
      operationId: 'slow',
      method: 'GET',
      path: '/slow',
      summary: 'Slow',
      tags: ['Sample'],
      spec: '4.4',
      access: 'public',
      responses: { 200: { description: 'It.', schema: closed({}) } },
      errors: [],
      async handler({ reply }) {
        entered.resolve()
        await finish.promise
        return reply(200, {})
      },
    })
    const frame = await startFrame({ routes: [slow] })
    const inFlight = frame.client.get('/slow')
    await entered.promise
    const drained = frame.server.drain()
    await expect(frame.client.get('/v1/errors')).rejects.toThrow()
    finish.resolve()
    expect((await inFlight).status).toBe(200)
    await drained
  })

  it('waits for no connection without a request', async () => {
    const frame = await startFrame({ routes: [getHealth()] })
    const socket = connect(Number(new URL(frame.server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    // The server has seen it by the time it answers another client.
    await frame.client.as(null).get('/healthz')
    const gone = once(socket, 'close')
    await frame.server.drain()
    await gone
  }, 20_000)

  it('cuts what is left after its deadline', async () => {
    const entered = Promise.withResolvers<void>()
    const endless = defineRoute({
      operationId: 'endless',
      method: 'GET',
      path: '/endless',
      summary: 'Endless',
      tags: ['Sample'],
      spec: '4.4',
      access: 'public',
      responses: { 200: { description: 'It.', schema: closed({}) } },
      errors: [],
      handler: () => {
        entered.resolve()
        return new Promise<never>(() => {})
      },
    })
    const frame = await startFrame({ routes: [endless] })
    const inFlight = frame.client.get('/endless').catch(() => 'cut')
    await entered.promise
    await frame.server.drain(10)
    expect(await inFlight).toBe('cut')
  })
})

describe('a body that arrives too slowly', () => {
  let frame: Awaited<ReturnType<typeof startFrame>> | undefined
  afterEach(() => frame?.stop())

  /**
   * Sends the head of a request and its rest, and returns everything that comes back until the connection is
   * closed.
   */
  async function sendPart(head: readonly string[], part: string): Promise<string> {
    const socket = connect(frame?.server.port ?? 0, '127.0.0.1')
    const gone = once(socket, 'close')
    const came: Buffer[] = []
    socket.on('data', (chunk: Buffer) => came.push(chunk))
    socket.write([...head, 'Host: service', `Authorization: Bearer ${KEY}`, '', part].join('\r\n'))
    await gone
    return Buffer.concat(came).toString()
  }
  const post = ['POST /v1/items HTTP/1.1', 'Content-Type: application/json']

  it.each([
    ['with a length', [...post, 'Content-Length: 100'], '{'],
    ['in chunks', [...post, 'Transfer-Encoding: chunked'], '1\r\n{\r\n'],
  ])('%s is answered, and its connection closed', async (_, head, part) => {
    frame = await startFrame({ bodyMsMax: 50 })
    const answer = await sendPart(head, part)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('The body arrived too slowly: it may take 0.05 seconds, and one more for')
  })

  it.each([
    ['was refused before it came', 'HTTP/1.1 404 ', ['POST /v1/nothing HTTP/1.1', 'Content-Length: 100']],
    ['is too large by its length', 'HTTP/1.1 413 ', [...post, 'Content-Length: 2001']],
  ])('ends with its connection when it %s', async (_, begin, head) => {
    frame = await startFrame({ cutMsMax: 50 })
    expect((await sendPart(head, '{')).slice(0, begin.length)).toBe(begin)
  })

  it('ends with its connection when an iterator reads it, as in the OAuth library', async () => {
    const server = await startServer({
      host: '127.0.0.1',
      port: 0,
      bodyMsMax: 50,
      app: {
        // It rejects when it is cut off.
        callback: () => (request) =>
          Array.fromAsync(request.iterator({ destroyOnReturn: false })).catch(() => undefined),
      },
    })
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST / HTTP/1.1\r\nHost: service\r\nContent-Length: 100\r\n\r\na')
    await once(socket, 'close')
    await server.drain(0)
  })

  it('has its time from when the service begins to read it: a wait of the service is not counted', async () => {
    const known = Promise.withResolvers<Principal>()
    frame = await startFrame({ cutMsMax: 100, authenticate: () => known.promise })
    const body = JSON.stringify({ capability: 'contact.find_email', input: {} })
    const socket = connect(frame.server.port, '127.0.0.1')
    const gone = once(socket, 'close')
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString()
    })
    socket.write(
      [
        ...post,
        'Connection: close',
        'Host: service',
        `Authorization: Bearer ${KEY}`,
        `Content-Length: ${body.length}`,
        '',
        body.slice(0, -1),
      ].join('\r\n'),
    )
    await sleep(300)
    socket.write(body.slice(-1))
    known.resolve({
      workspaceId: 'ws_1',
      environment: 'test',
      apiKeyId: 'key_1',
      kind: 'key',
      limits: null,
      approver: false,
    })
    await gone
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('is waited for as long as it keeps arriving', async () => {
    frame = await startFrame({
      bodyMsMax: 50,
      routes: [
        defineRoute({
          operationId: 'take',
          method: 'POST',
          path: '/v1/take',
          summary: 'Take',
          tags: ['Sample'],
          spec: '7',
          access: 'public',
          maxBodyBytes: 1_000_000,
          body: closed({ text: Type.String() }),
          responses: { 200: { description: 'Taken.', schema: closed({}) } },
          errors: [],
          handler: async ({ reply }) => reply(200, {}),
        }),
      ],
    })
    const socket = connect(frame.server.port, '127.0.0.1')
    const body = JSON.stringify({ text: 'x'.repeat(500_000) })
    socket.write(
      [
        'POST /v1/take HTTP/1.1',
        'Host: service',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        '',
      ].join('\r\n'),
    )
    // Half a megabyte earns five seconds: a hundred times the wait for those who send nothing.
    socket.write(body.slice(0, -1))
    await sleep(200)
    socket.write(body.slice(-1))
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  })
})
