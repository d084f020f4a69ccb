import { BlockList, isIP } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createGuardedHttp } from '../../../activities/webhooks/guarded-http.ts'
import type { WebhookReply } from '../../../activities/webhooks/http.ts'
import { parseNetworks } from '../../../domain/settings/networks.ts'
import { FORBIDDEN_URLS } from '../../build/forbidden-urls.ts'
import { type RawReceiver, startRawReceiver, whenAsked } from '../../support/raw-receiver.ts'
import { numRunsFor } from '../../support/seed.ts'

/** A stand-in for the public network: nothing is sent beyond the loopback. The canary receives all the rest. */
const PUBLIC = '127.9.0.0/16'
const TIMEOUT_MS = 2_000

let canary: RawReceiver
let receiver: RawReceiver
let heardBefore = 0

beforeAll(async () => {
  // On every address of this machine, IPv6 and IPv4.
  canary = await startRawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\ncanary'))
  receiver = await startRawReceiver(
    (socket) => whenAsked(socket, () => socket.end('HTTP/1.1 200 OK\r\n\r\nreceiver')),
    { host: '127.9.0.1' },
  )
})
afterAll(async () => {
  await Promise.all([canary.close(), receiver.close()])
})
beforeEach(() => {
  heardBefore = canary.connections()
})

interface Send {
  readonly allowed?: string
  readonly resolve?: (name: string) => readonly string[]
}

async function post(url: string, { allowed = '', resolve = () => ['127.0.0.1'] }: Send = {}): Promise<WebhookReply> {
  const http = createGuardedHttp({
    allowedNetworks: parseNetworks(allowed, 'test'),
    timeoutMs: TIMEOUT_MS,
    resolve: async (name) => resolve(name),
  })
  const reply = await http.post({ url, headers: {}, body: '{}' })
  await http.close()
  return reply
}

const heard = (): number => canary.connections() - heardBefore
const canaryUrl = (url: string): string => url.replace('PORT', String(canary.port))

describe('the canary', () => {
  it.each(['127.0.0.1', '127.1.2.3', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '2130706433'])(
    'receives what is sent to %s when that is allowed',
    async (host) => {
      expect(await post(`http://${host}:${canary.port}/`, { allowed: '127.0.0.0/8,::1/128' })).toMatchObject({
        kind: 'answered',
        response: 'canary',
      })
      expect(heard()).toBe(1)
    },
  )
})

describe('a document', () => {
  it.each([
    ['an address', canaryUrl],
    ['a name', (url: string) => canaryUrl(url).replace('127.0.0.1', 'app.example.com')],
  ])('is not read at %s of a private network', async (_, at) => {
    const http = createGuardedHttp({ allowedNetworks: [], resolve: async () => ['127.0.0.1'] })
    const url = at('https://127.0.0.1:PORT/client.json')
    const reply = await http.get({ url, accept: 'application/json', bytesMax: 5_120, timeoutMs: TIMEOUT_MS })
    expect([reply.kind, heard()]).toEqual(['failed', 0])
    await http.close()
  })
})

describe('no connection is made to', () => {
  it.each(FORBIDDEN_URLS)('%s: %j', async (_, url) => {
    const reply = await post(canaryUrl(url))
    expect(reply).toEqual({ kind: 'failed', latencyMs: expect.any(Number), reason: expect.any(String) })
    expect(heard()).toBe(0)
  })

  it.each<[string, readonly string[]]>([
    ['the loopback', ['127.0.0.1']],
    ['another loopback', ['127.1.2.3']],
    ['IPv6 loopback', ['::1']],
    ['IPv4-mapped', ['::ffff:127.0.0.1']],
    ['IPv4-compatible', ['::127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['this network', ['0.0.0.0']],
    ['unspecified', ['::']],
    ['public first, private next', ['127.9.0.1', '127.0.0.1']],
    ['private first, public next', ['127.0.0.1', '127.9.0.1']],
    ['public IPv4, private IPv6', ['127.9.0.1', '::1']],
    ['private IPv4, public IPv6', ['10.0.0.1', '2606:4700:4700::1111']],
    ['many public, one private', [...Array.from({ length: 40 }, () => '127.9.0.1'), '192.168.0.1']],
    ['metadata', ['169.254.169.254']],
    ['metadata over IPv6', ['fd00:ec2::254']],
    ['metadata that looks public', ['168.63.129.16']],
    ['with a zone', ['fe80::1%lo']],
    ['a public one with a zone', ['2606:4700:4700::1111%1']],
    ['link-local', ['169.254.0.1']],
    ['an invalid address', ['localhost']],
    ['a short one', ['127.1']],
    ['an octal one', ['0177.0.0.1']],
    ['an empty one', ['']],
  ])('a name that resolves to %s', async (_, addresses) => {
    const before = receiver.connections()
    const reply = await post(`https://hooks.example.com:${canary.port}/`, { allowed: PUBLIC, resolve: () => addresses })
    expect(reply).toMatchObject({ kind: 'failed', reason: 'the address is not public' })
    expect({ canary: heard(), receiver: receiver.connections() - before }).toEqual({ canary: 0, receiver: 0 })
  })

  it('a public name with plain http while its address is not inside an allowed network', async () => {
    expect(await post('http://hooks.example.com/', { allowed: PUBLIC, resolve: () => ['8.8.8.8'] })).toMatchObject({
      reason: 'the address is not public',
    })
  })
})

describe('a name whose address changes between check and connection', () => {
  it('is resolved once per attempt, connected to as it was checked, and checked again by the next', async () => {
    let lookups = 0
    const resolve = (): readonly string[] => {
      lookups += 1
      return lookups === 1 ? ['127.9.0.1'] : ['127.0.0.1']
    }
    const url = `http://hooks.example.com:${receiver.port}/`
    expect(await post(url, { allowed: PUBLIC, resolve })).toMatchObject({ kind: 'answered', response: 'receiver' })
    expect(lookups).toBe(1)
    expect(await post(url, { allowed: PUBLIC, resolve })).toMatchObject({
      kind: 'failed',
      reason: 'the address is not public',
    })
    expect(lookups).toBe(2)
    expect(heard()).toBe(0)
  })

  it('is not resolved again when the first of its addresses refuses: the next checked one is tried', async () => {
    let lookups = 0
    const resolve = (): readonly string[] => {
      lookups += 1
      return lookups === 1 ? ['127.9.0.2', '127.9.0.3', '127.9.0.1'] : ['127.0.0.1']
    }
    expect(await post(`http://hooks.example.com:${receiver.port}/`, { allowed: PUBLIC, resolve })).toMatchObject({
      kind: 'answered',
      response: 'receiver',
    })
    expect(lookups).toBe(1)
  })

  it('nothing is sent when the reached address differs from the checked one', async () => {
    // Linux connects 0.0.0.0 to the loopback: the socket has the real address.
    const before = canary.received()
    expect(await post(`http://0.0.0.0:${canary.port}/`, { allowed: '0.0.0.0/32' })).toMatchObject({ kind: 'failed' })
    expect(canary.received()).toBe(before)
  })
})

describe('a redirect', () => {
  it('is an answer like any other, whatever its target', async () => {
    const statuses = [301, 302, 303, 307, 308]
    for (const [index, [, url]] of FORBIDDEN_URLS.entries()) {
      const status = statuses[index % statuses.length] ?? 302
      const location = encodeURI(canaryUrl(url)).replaceAll(/[\r\n\t]/g, '')
      const redirecting = await startRawReceiver(
        (socket) =>
          whenAsked(socket, () => {
            socket.end(
              `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nRefresh: 0; url=${location}\r\nContent-Length: 0\r\n\r\n`,
            )
          }),
        { host: '127.9.0.1' },
      )
      expect(await post(`http://127.9.0.1:${redirecting.port}/`, { allowed: PUBLIC })).toMatchObject({
        kind: 'answered',
        statusCode: status,
        response: null,
      })
      await redirecting.close()
    }
    expect(heard()).toBe(0)
  })
})

describe('any URL', () => {
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8, 'ipv4')
  loopback.addSubnet('0.0.0.0', 8, 'ipv4')
  loopback.addAddress('::1', 'ipv6')
  loopback.addAddress('::', 'ipv6')
  /** Addresses beyond this machine are left out, so that no test sends anything there. */
  const isElsewhere = (url: string): boolean => {
    const host = (URL.parse(url)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1')
    const family = isIP(host)
    return family !== 0 && !loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
  }

  const octet = (value: number) =>
    fc.constantFrom(
      String(value),
      `0${value.toString(8)}`,
      `0x${value.toString(16)}`,
      String(value).replaceAll(/\d/g, '%3$&'),
    )
  const dot = fc.constantFrom('.', '。', '．', '%2e', '｡')
  const fourParts = fc
    .tuple(octet(127), dot, octet(0), dot, fc.nat({ max: 255 }).chain(octet), dot, fc.nat({ max: 255 }).chain(octet))
    .map((parts) => parts.join(''))
  const oneNumber = fc
    .nat({ max: 0xff_ffff })
    .map((rest) => 0x7f00_0000 + rest)
    .chain(octet)
  const sixes = fc.constantFrom(
    '[::1]',
    '[::]',
    '[0:0::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
  )
  const names = fc.constantFrom(
    'localhost',
    'LocalHost',
    'a.localhost',
    'ｌocalhost',
    'hooks.example.com',
    'local%68ost',
    '①.example',
  )
  const host = fc.oneof(
    fourParts,
    oneNumber,
    sixes,
    names,
    fc.ipV4Extended(),
    fc.domain(),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  )
  const url = fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:/', 'https:\\\\', '//', 'https:', ' https://', ''),
      fc.constantFrom('', '', 'user@', 'a:b@', 'hooks.example.com\\@', 'hooks.example.com#@', 'hooks.example.com?@'),
      host,
      fc.constantFrom('', '.', '..', '\t'),
      fc.constantFrom('/', '', '/path?query', '\\@example.com', '#@example.com'),
    )
    .map(([scheme, user, name, end, path]) => `${scheme}${user}${name}${end}:${canary.port}${path}`)

  it('never reaches the loopback', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          { weight: 5, arbitrary: url },
          { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
          { weight: 1, arbitrary: fc.webUrl() },
        ),
        async (text) => {
          fc.pre(!isElsewhere(text))
          const reply = await post(text)
          expect(reply.kind).toBe('failed')
          expect(heard()).toBe(0)
        },
      ),
      { numRuns: numRunsFor(1_000) },
    )
  })
})
