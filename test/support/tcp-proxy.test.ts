import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type RawReceiver, startRawReceiver } from './raw-receiver.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

let service: RawReceiver
let ended: { count: number }
let proxy: TcpProxy
let clients: Client[]
beforeEach(async () => {
  const here = { count: 0 }
  ended = here
  clients = []
  service = await startRawReceiver(
    (socket) => {
      socket.on('data', (chunk) => socket.write(`heard ${chunk.toString()}`))
      socket.on('close', () => {
        here.count += 1
      })
      socket.on('end', () => socket.end())
    },
    { host: '127.0.0.1', allowHalfOpen: true },
  )
  proxy = await startTcpProxy(`http://127.0.0.1:${service.port}`)
})
afterEach(async () => {
  for (const { socket } of clients) socket.destroy()
  await proxy.close()
  await service.close()
})

interface Client {
  readonly socket: Socket
  heard(): string
  /** How the other side ended it: null while it is open. */
  end(): 'FIN' | 'RST' | null
}

async function join(): Promise<Client> {
  const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true })
  let heard = ''
  let end: 'FIN' | 'RST' | null = null
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  socket.on('end', () => {
    end ??= 'FIN'
  })
  socket.on('error', () => {
    end ??= 'RST'
  })
  await once(socket, 'connect')
  const client = { socket, heard: () => heard, end: () => end }
  clients.push(client)
  return client
}

/** A round trip, so that the entire path is open. */
async function talking(): Promise<Client> {
  const client = await join()
  client.socket.write('hello;')
  await hears(client, 'heard hello;')
  return client
}

const hears = (client: Client, text: string): Promise<string> =>
  until(
    async () => client.heard(),
    (heard) => heard.endsWith(text),
    20,
  )
const ends = (client: Client, how: 'FIN' | 'RST'): Promise<unknown> =>
  until(
    async () => client.end(),
    (end) => end === how,
    20,
  )

/** Long enough for data under way on this machine to arrive. */
async function settled(): Promise<void> {
  const other = await startTcpProxy(`http://127.0.0.1:${service.port}`)
  const socket = connect(other.port, '127.0.0.1').on('error', () => undefined)
  for (let turn = 0; turn < 5; turn += 1) {
    socket.write('settled')
    await once(socket, 'data')
  }
  socket.destroy()
  await other.close()
}

describe('a proxy', () => {
  it.each([
    ['end', 'FIN'],
    ['reset', 'RST'],
  ] as const)('cuts open connections by %s, and lets new ones pass', async (how, sign) => {
    const client = await talking()
    proxy.cut(how)
    await ends(client, sign)
    await until(
      async () => ended.count,
      (count) => count === 1,
      20,
    )
    await talking()
    expect(proxy.connections()).toBe(2)
  })

  it('freezes open connections: no data passes, neither side notices, and new ones pass', async () => {
    const client = await talking()
    proxy.freeze()
    client.socket.write('into the void')
    await settled()
    expect([service.received().includes('into the void'), client.end(), ended.count]).toEqual([false, null, 0])
    await talking()
    client.socket.destroy()
    await settled()
    expect(service.received()).not.toContain('into the void')
  })

  it('half-closes: the client gets the end, and what it sends still arrives', async () => {
    const client = await talking()
    proxy.halfClose()
    await ends(client, 'FIN')
    client.socket.write('still here')
    await until(
      async () => service.received(),
      (received) => received.endsWith('still here'),
      20,
    )
    expect(client.heard()).toBe('heard hello;')
  })

  it('delays data, in its order', async () => {
    const client = await talking()
    proxy.disturb({ kind: 'delay', ms: 300 })
    const sentAt = performance.now()
    client.socket.write('one;')
    await sleep(50)
    proxy.disturb(null)
    client.socket.write('two;')
    await hears(client, 'two;')
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(300)
    expect(service.received()).toContain('one;two;')
  })

  it('is a blackhole for open and new connections, until it is switched off: then the data arrives', async () => {
    const [before, during] = [
      await talking(),
      await (async () => {
        proxy.hold()
        return join()
      })(),
    ]
    before.socket.write('old')
    during.socket.write('new')
    await settled()
    expect([
      service.received().includes('old'),
      service.received().includes('new'),
      before.end(),
      during.end(),
    ]).toEqual([false, false, null, null])
    proxy.open()
    await Promise.all([hears(before, 'heard old'), hears(during, 'heard new')])
  })

  it('loses answers after their effect: the service has received the request, and the client is reset', async () => {
    const client = await talking()
    proxy.disturb({ kind: 'lose answers', share: 1 })
    client.socket.write('pay')
    await ends(client, 'RST')
    expect([service.received().endsWith('pay'), client.heard()]).toEqual([true, 'heard hello;'])
    await until(
      async () => ended.count,
      (count) => count === 1,
      20,
    )
  })

  it('loses a share of the answers by the numbers that it is given', async () => {
    const numbers = [0.9, 0.1]
    const own = await startTcpProxy(`http://127.0.0.1:${service.port}`, () => numbers.shift() ?? 1)
    own.disturb({ kind: 'lose answers', share: 0.5 })
    const socket = connect(own.port, '127.0.0.1').on('error', () => undefined)
    socket.write('one')
    expect(String(await once(socket, 'data'))).toBe('heard one')
    const broken = new Promise((resolve) => {
      socket.on('close', resolve)
    })
    socket.write('two')
    await broken
    await own.close()
  })
})
