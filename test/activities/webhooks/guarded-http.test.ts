import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createGuardedHttp } from '../../../activities/webhooks/guarded-http.ts'
import { parseNetworks } from '../../../domain/settings/networks.ts'
import { makeAuthority, selfSigned } from '../../support/certificates.ts'
import { startProcess } from '../../support/child-process.ts'
import { at } from '../../support/http.ts'
import { type RawReceiver, startRawReceiver, whenAsked } from '../../support/raw-receiver.ts'

const NAME = 'hooks.example.com'
const DAY_MS = 86_400_000
const authority = makeAuthority('an authority of the tests')
const unknownAuthority = makeAuthority('an unknown authority')
const trusted = tls.getCACertificates('default')
const open: RawReceiver[] = []

beforeAll(() => tls.setDefaultCACertificates([...trusted, authority.cert]))
afterAll(async () => {
  tls.setDefaultCACertificates(trusted)
  await Promise.all(open.map((receiver) => receiver.close()))
})

const ok = (body = 'thanks') => `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

async function receive(options: Parameters<typeof startRawReceiver>[1] = {}): Promise<RawReceiver> {
  const receiver = await startRawReceiver(
    (socket) => whenAsked(socket, () => setImmediate(() => socket.end(ok()))),
    options,
  )
  open.push(receiver)
  return receiver
}

const client = (timeoutMs = 2_000) =>
  createGuardedHttp({
    allowedNetworks: parseNetworks('127.0.0.0/8,::1/128', 'test'),
    timeoutMs,
    resolve: async () => ['127.0.0.1'],
  })
const post = (url: string, timeoutMs?: number) =>
  client(timeoutMs).post({ url, headers: { 'Service-Event-Id': 'evt_1' }, body: '{"a":"ü"}' })

describe('an attempt', () => {
  it('is a POST of exactly these bytes, on a new connection, with the host by its name', async () => {
    const receiver = await receive()
    const reply = await post(`http://${NAME}:${receiver.port}/in?a=b`)
    expect(reply).toEqual({ kind: 'answered', statusCode: 200, latencyMs: expect.any(Number), response: 'thanks' })
    const [head = '', body] = receiver.received().split('\r\n\r\n')
    expect(head.split('\r\n')).toEqual([
      'POST /in?a=b HTTP/1.1',
      'Service-Event-Id: evt_1',
      `Host: ${NAME}:${receiver.port}`,
      'Content-Length: 10',
      'Accept-Encoding: identity',
      'Connection: close',
    ])
    expect(body).toBe('{"a":"ü"}')
    await post(`http://${NAME}:${receiver.port}/`)
    expect(receiver.connections()).toBe(2)
  })

  it.each(['127.0.0.1', '[::1]', 'localhost'])('reaches %s', async (host) => {
    const receiver = await receive()
    expect(await post(`http://${host}:${receiver.port}/`)).toMatchObject({ kind: 'answered', statusCode: 200 })
    expect(receiver.received()).toContain(`Host: ${host}:${receiver.port}\r\n`)
  })
})

describe('TLS', () => {
  const names: string[] = []
  const serve = (certified: { cert: string; key: string }) =>
    receive({
      tls: {
        ...certified,
        SNICallback: (name, done) => {
          names.push(name)
          done(null)
        },
      },
    })

  it('is verified by the name, which is sent to the server', async () => {
    const receiver = await serve(authority.issue({ name: NAME }))
    expect(await post(`https://${NAME}:${receiver.port}/`)).toMatchObject({ kind: 'answered', statusCode: 200 })
    expect(names).toEqual([NAME])
  })

  it('is verified by the address where there is no name', async () => {
    const receiver = await serve(authority.issue({ name: '127.0.0.1' }))
    expect(await post(`https://127.0.0.1:${receiver.port}/`)).toMatchObject({ kind: 'answered', statusCode: 200 })
    expect(await post(`https://${NAME}:${receiver.port}/`)).toMatchObject({
      reason: 'TLS: certificate is for another name',
    })
  })

  it.each([
    ['a self-signed certificate', selfSigned({ name: NAME }), 'TLS: certificate is self-signed'],
    [
      'one of an unknown authority',
      unknownAuthority.issue({ name: NAME }),
      'TLS: certificate is not from a known authority, or its chain is incomplete',
    ],
    [
      'an expired one',
      authority.issue({
        name: NAME,
        notBefore: new Date(Date.now() - 2 * DAY_MS),
        notAfter: new Date(Date.now() - DAY_MS),
      }),
      'TLS: certificate has expired',
    ],
    [
      'one that is not valid yet',
      authority.issue({
        name: NAME,
        notBefore: new Date(Date.now() + DAY_MS),
        notAfter: new Date(Date.now() + 2 * DAY_MS),
      }),
      'TLS: certificate is not valid yet',
    ],
    ['one for another name', authority.issue({ name: 'other.example.com' }), 'TLS: certificate is for another name'],
  ])('refuses %s, and nothing is sent', async (_, certified, reason) => {
    const receiver = await serve(certified)
    expect(await post(`https://${NAME}:${receiver.port}/`)).toEqual({
      kind: 'failed',
      latencyMs: expect.any(Number),
      reason,
    })
    expect(receiver.received()).toBe('')
  })

  it('fails with a plain server', async () => {
    const receiver = await receive()
    const answering = await startRawReceiver((socket) => socket.end(ok()))
    open.push(answering)
    expect(await post(`https://${NAME}:${answering.port}/`)).toMatchObject({ reason: 'TLS: the handshake failed' })
    expect(await post(`https://${NAME}:${receiver.port}/`, 300)).toMatchObject({ reason: 'no answer within 0.3 s' })
  })
})

describe('the environment', () => {
  it('cannot set a proxy or switch verification off', async () => {
    const [plain, unverified, proxy] = await Promise.all([
      receive(),
      receive({ tls: selfSigned({ name: '127.0.0.1' }) }),
      receive(),
    ])
    const through = `http://127.0.0.1:${proxy.port}`
    const child = await startProcess({
      script: 'webhook-post-child.ts',
      env: {
        URLS: `http://127.0.0.1:${plain.port}/ https://127.0.0.1:${unverified.port}/`,
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
        HTTP_PROXY: through,
        http_proxy: through,
        HTTPS_PROXY: through,
        https_proxy: through,
        ALL_PROXY: through,
        NODE_USE_ENV_PROXY: '1',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      },
    })
    await child.exited
    expect(at(child.ready, 'replies')).toEqual([
      expect.objectContaining({ kind: 'answered', statusCode: 200 }),
      expect.objectContaining({ kind: 'failed', reason: 'TLS: certificate is self-signed' }),
    ])
    expect({ plain: plain.connections(), proxy: proxy.connections() }).toEqual({ plain: 1, proxy: 0 })
  })
})

describe('an unusable name', () => {
  const withResolver = (resolve: () => Promise<readonly string[]>) =>
    createGuardedHttp({ allowedNetworks: [], timeoutMs: 200, resolve }).post({
      url: `https://${NAME}/`,
      headers: {},
      body: '{}',
    })

  it('has no address, or none that can be found in time', async () => {
    expect(await withResolver(async () => [])).toMatchObject({ reason: 'the name does not resolve' })
    expect(
      await withResolver(async () => {
        throw new Error('SERVFAIL 10.0.0.53')
      }),
    ).toMatchObject({ reason: 'the name could not be looked up' })
    expect(await withResolver(() => new Promise(() => undefined))).toMatchObject({ reason: 'no answer within 0.2 s' })
  })

  it('has a closed port', async () => {
    const gone = await startRawReceiver(() => undefined)
    await gone.close()
    expect(await post(`http://${NAME}:${gone.port}/`)).toMatchObject({ kind: 'failed', reason: 'connection refused' })
  })
})

describe('a client that is closed', () => {
  it('aborts what is under way', async () => {
    const silent = await startRawReceiver(() => undefined)
    open.push(silent)
    const closing = client(60_000)
    const reply = closing.post({ url: `http://127.0.0.1:${silent.port}/`, headers: {}, body: '{}' })
    await closing.close()
    expect(await reply).toMatchObject({ kind: 'failed', reason: 'the service stopped during the attempt' })
  })
})
