import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createGuardedHttp } from '../../../activities/webhooks/guarded-http.ts'
import type { WebhookReply } from '../../../activities/webhooks/http.ts'
import { parseNetworks } from '../../../domain/settings/networks.ts'
import { type RawReceiver, type RawReceiverOptions, startRawReceiver, whenAsked } from '../../support/raw-receiver.ts'

/** Long enough for a busy machine to see what a receiver did before the deadline does. */
const TIMEOUT_MS = 2_000
/** An attempt ends at its deadline; a busy machine may notice it later. */
const OVER_MS_MAX = TIMEOUT_MS + 2_000
const LATE = { kind: 'failed', reason: 'no answer within 2 s' } as const
const CLOSED = { kind: 'failed', reason: 'the connection was closed before an answer' } as const
const NOT_HTTP = { kind: 'failed', reason: 'the answer is not valid HTTP' } as const
const OK = 'HTTP/1.1 200 OK\r\n'

const open: RawReceiver[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()))
})

/** Counting interim answers takes a busy machine a while: here the count must end it, not the deadline. */
const PATIENT_MS = 60_000
const patient = createGuardedHttp({ allowedNetworks: parseNetworks('127.0.0.0/8', 'test'), timeoutMs: PATIENT_MS })
const http = createGuardedHttp({ allowedNetworks: parseNetworks('127.0.0.0/8', 'test'), timeoutMs: TIMEOUT_MS })

async function attack(
  behave: (socket: Socket) => void,
  options?: RawReceiverOptions,
): Promise<{ url: string; receiver: RawReceiver }> {
  const receiver = await startRawReceiver(behave, { host: '127.0.0.1', ...options })
  open.push(receiver)
  return { url: `http://127.0.0.1:${receiver.port}/`, receiver }
}
const post = (url: string, body = '{}'): Promise<WebhookReply> => http.post({ url, headers: {}, body })

/** Sends the parts one after the other, repeatedly, until the other side closes. */
function drip(socket: Socket, parts: readonly string[], everyMs = 15): void {
  let next = 0
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer)
    socket.write(parts[next % parts.length] ?? '')
    next += 1
  }, everyMs)
}

/** As fast as the other side reads; returns how much that was. */
function pour(socket: Socket, piece: string | Buffer): { bytes: () => number } {
  let bytes = 0
  const more = (): void => {
    while (!socket.destroyed) {
      bytes += piece.length
      if (!socket.write(piece)) return
    }
  }
  socket.on('drain', more)
  more()
  return { bytes: () => bytes }
}

const writeText = (text: string) => (socket: Socket) => whenAsked(socket, () => socket.write(text))
const sendAndEnd = (text: string) => (socket: Socket) => whenAsked(socket, () => socket.end(text))

type Attack = [what: string, behave: (socket: Socket) => void, expected: object, options?: RawReceiverOptions]

describe('an attempt at a hostile receiver ends within the deadline', () => {
  it.each<Attack>([
    ['states nothing', () => undefined, LATE],
    ['sends its head a byte at a time', (socket) => drip(socket, [...`${OK}X: `, 'x']), LATE],
    [
      'sends header lines without end',
      (socket) => {
        socket.write(OK)
        drip(socket, ['X: y\r\n'])
      },
      LATE,
    ],
    [
      'sends header lines at full speed',
      (socket) => {
        socket.write(OK)
        pour(socket, 'X-Pad: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n')
      },
      { kind: 'failed', reason: 'the headers of the answer are too large' },
    ],
    [
      'has one giant header',
      (socket) => {
        socket.write(`${OK}X: `)
        pour(socket, 'y'.repeat(10_000))
      },
      { kind: 'failed', reason: 'the headers of the answer are too large' },
    ],
    [
      'has a giant reason',
      (socket) => {
        socket.write('HTTP/1.1 200 ')
        pour(socket, 'y'.repeat(10_000))
      },
      { kind: 'failed' },
    ],
    [
      'sends its body a byte at a time',
      (socket) => {
        socket.write(`${OK}Content-Length: 10000\r\n\r\n`)
        drip(socket, ['x'])
      },
      { kind: 'answered', statusCode: 200, response: expect.stringMatching(/^x{3,}$/) },
    ],
    [
      'sends chunks of a byte without end',
      (socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`)
        drip(socket, ['1\r\nx\r\n'])
      },
      { kind: 'answered', response: expect.stringMatching(/^x{3,}$/) },
    ],
    [
      'never ends its error',
      writeText('HTTP/1.1 503 No\r\nContent-Length: 100\r\n\r\nbusy'),
      { kind: 'answered', statusCode: 503, response: 'busy' },
    ],
    [
      'sends its body at full speed',
      (socket) => {
        socket.write(`${OK}\r\n`)
        pour(socket, 'z'.repeat(60_000))
      },
      { kind: 'answered', response: 'z'.repeat(500) },
    ],
    [
      'pours chunks',
      (socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`)
        pour(socket, `ffff\r\n${'z'.repeat(0xffff)}\r\n`)
      },
      { kind: 'answered', response: 'z'.repeat(500) },
    ],
    [
      'sends the extension of a chunk at full speed',
      (socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n1;`)
        pour(socket, 'z'.repeat(60_000))
      },
      { kind: 'answered', statusCode: 200, response: null },
    ],
    [
      'pours trailers',
      (socket) => {
        socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`)
        pour(socket, 'X: y\r\n'.repeat(1_000))
      },
      { kind: 'answered', statusCode: 200, response: null },
    ],
    ['resets the connection at once', (socket) => void socket.resetAndDestroy(), CLOSED],
    ['resets it after the request', (socket) => whenAsked(socket, () => void socket.resetAndDestroy()), CLOSED],
    [
      'resets it within its head',
      (socket) =>
        whenAsked(socket, () => socket.write('HTTP/1.1 200 O', () => setTimeout(() => socket.resetAndDestroy(), 20))),
      CLOSED,
    ],
    [
      'resets it within its body',
      (socket) =>
        whenAsked(socket, () =>
          socket.write(`${OK}Content-Length: 9\r\n\r\nhalf`, () => setTimeout(() => socket.resetAndDestroy(), 50)),
        ),
      { kind: 'answered', statusCode: 200, response: 'half' },
    ],
    [
      'ends its body too early',
      sendAndEnd(`${OK}Content-Length: 9\r\n\r\nhalf`),
      { kind: 'answered', statusCode: 200, response: 'half' },
    ],
    [
      'ends its side at once and keeps the other',
      (socket) => {
        socket.end()
      },
      CLOSED,
      { allowHalfOpen: true },
    ],
    [
      'ends its side after the request and keeps the other',
      (socket) => whenAsked(socket, () => socket.end()),
      CLOSED,
      { allowHalfOpen: true },
    ],
    [
      'sends 100 Continue before it answers',
      sendAndEnd(`HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`),
      { kind: 'answered', statusCode: 200, response: 'ok' },
    ],
    [
      'sends several interim answers before it answers',
      sendAndEnd(
        `${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(5)}HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n`,
      ),
      { kind: 'answered', statusCode: 204, response: null },
    ],
    ['sends 100 Continue and nothing else', writeText('HTTP/1.1 100 Continue\r\n\r\n'), LATE],
    [
      'switches protocols',
      writeText('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
      CLOSED,
    ],
    ['speaks HTTP/0.9', sendAndEnd('<html>hello</html>'), NOT_HTTP],
    [
      'speaks another protocol',
      (socket) => {
        socket.write('SSH-2.0-OpenSSH_9.9\r\n')
      },
      NOT_HTTP,
    ],
    [
      'speaks TLS',
      (socket) => {
        socket.write(Buffer.from('16030100c8010000c40303', 'hex'))
      },
      NOT_HTTP,
    ],
    ['sends nothing but zeros', (socket) => void pour(socket, Buffer.alloc(10_000)), NOT_HTTP],
    ['names two lengths', sendAndEnd(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`), NOT_HTTP],
    [
      'answers twice',
      sendAndEnd(`${OK}Content-Length: 2\r\n\r\nok${'HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n'}`),
      { kind: 'answered', statusCode: 200, response: 'ok' },
    ],
    [
      'answers with a status that does not exist',
      sendAndEnd('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
      { kind: 'answered', statusCode: 999 },
    ],
    ['answers with status zero', sendAndEnd('HTTP/1.1 0 Odd\r\nContent-Length: 0\r\n\r\n'), { kind: 'failed' }],
  ])('%s', async (...[, behave, expected, options]) => {
    const { url } = await attack(behave, options)
    const startedAt = performance.now()
    const reply = await post(url)
    expect(reply).toMatchObject(expected)
    expect(performance.now() - startedAt).toBeLessThan(OVER_MS_MAX)
    expect(reply.latencyMs).toBeLessThan(OVER_MS_MAX)
  })

  it.each<[string, string]>([
    ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['103 Early Hints', `HTTP/1.1 103 Early Hints\r\nLink: <${'x'.repeat(8_000)}>\r\n\r\n`],
  ])(
    'sends %s at full speed, and is cut off after a fixed number, however long it might continue',
    async (_what, piece) => {
      const { url } = await attack((socket) => void pour(socket, piece))
      expect(await patient.post({ url, headers: {}, body: '{}' })).toMatchObject({
        kind: 'failed',
        reason: 'too many interim answers (1xx)',
      })
    },
    2 * PATIENT_MS,
  )

  it('when the receiver never reads the request', async () => {
    const { url } = await attack((socket) => socket.pause())
    expect(await post(url, 'x'.repeat(50_000_000))).toMatchObject(LATE)
  })

  it('answers before it has read all, and closes', async () => {
    const { url } = await attack((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'))
    })
    expect(['answered', 'failed']).toContain((await post(url, 'x'.repeat(5_000_000))).kind)
  })

  it('leaves no connection behind', async () => {
    const closed: Promise<unknown>[] = []
    const { url } = await attack((socket) => {
      closed.push(
        new Promise((resolve) => {
          socket.once('close', resolve)
        }),
      )
      socket.write(`${OK}\r\n`)
      drip(socket, ['x'])
    })
    await post(url)
    await Promise.all(closed)
    expect(closed).toHaveLength(1)
  })
})

describe('the stored part of an answer', () => {
  const answering = async (body: Buffer | string, headers = ''): Promise<string | null> => {
    const { url } = await attack((socket) =>
      whenAsked(socket, () => {
        socket.write(`${OK}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`)
        socket.end(body)
      }),
    )
    const reply = await post(url)
    return reply.kind === 'answered' ? reply.response : reply.reason
  }

  it('is its first 500 characters, and no control character for a terminal or a page', async () => {
    expect(await answering('é'.repeat(2_000))).toBe('é'.repeat(500))
    expect(await answering(`${'a'.repeat(499)}👋`)).toBe('a'.repeat(499))
    expect(await answering('a\u0000b\u001b[31mc\u202ed\r\ne\tf')).toBe('a\ufffdb\ufffd[31mc\ufffdd\ne\tf')
    expect(await answering(Buffer.from([0xff, 0xfe, 0x61]))).toBe('\ufffd\ufffda')
    expect(await answering('')).toBeNull()
  })

  it('is never decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const heldBefore = process.memoryUsage().arrayBuffers
    const kept = await answering(bomb, 'Content-Encoding: gzip\r\nContent-Type: application/json\r\n')
    expect(kept?.length).toBeLessThanOrEqual(500)
    expect(process.memoryUsage().arrayBuffers - heldBefore).toBeLessThan(20_000_000)
  })
})

describe('other receivers', () => {
  it('are served while hundreds of connections hang, and memory stays small while bodies stream in', async () => {
    const { url: silent } = await attack(() => undefined)
    const { url: endless, receiver } = await attack((socket) => {
      socket.write(`${OK}\r\n`)
      drip(socket, ['q'.repeat(1_000)], 5)
    })
    const { url: kind } = await attack(sendAndEnd(`${OK}Content-Length: 2\r\n\r\nok`))
    const heldBefore = process.memoryUsage()
    let ended = 0
    const hostile = Array.from({ length: 300 }, (_, index) =>
      post(index % 2 === 0 ? silent : endless).finally(() => {
        ended += 1
      }),
    )
    await sleep(20)
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(kind)))
    expect(replies.every((reply) => reply.kind === 'answered' && reply.statusCode === 200)).toBe(true)
    expect(ended).toBe(0)
    const held = process.memoryUsage()
    expect(held.heapUsed + held.external - heldBefore.heapUsed - heldBefore.external).toBeLessThan(150_000_000)
    await Promise.all(hostile)
    // One for each request that reached it before its deadline, and none twice.
    expect(receiver.connections()).toBeGreaterThan(0)
    expect(receiver.connections()).toBeLessThanOrEqual(150)
  })

  it('cost no more than 64 KB of an endless body, whatever its receiver has ready', async () => {
    let poured = { bytes: () => 0 }
    const { url } = await attack((socket) => {
      socket.write(`${OK}\r\n`)
      poured = pour(socket, Buffer.alloc(64_000, 'z'))
    })
    const reply = await post(url)
    expect(reply).toMatchObject({ kind: 'answered', statusCode: 200 })
    // The buffers of the two kernels are beyond our control.
    expect(poured.bytes()).toBeLessThan(20_000_000)
  })
})

describe('the deadline of the contract', () => {
  it('is ten seconds', async () => {
    const { url } = await attack((socket) => drip(socket, [...OK], 1_000))
    const startedAt = performance.now()
    const reply = await createGuardedHttp({ allowedNetworks: parseNetworks('127.0.0.0/8', 'test') }).post({
      url,
      headers: {},
      body: '{}',
    })
    expect(reply).toMatchObject({ kind: 'failed', reason: 'no answer within 10 s' })
    expect(performance.now() - startedAt).toBeGreaterThan(9_900)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })
})
