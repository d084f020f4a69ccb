import { createServer, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a receiver of webhooks got: the raw bytes, over a real socket. */
export interface ReceivedEvent {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** When it had arrived, in milliseconds since 1970. */
  readonly at: number
  readonly answered: ReceiverAnswer
}

/** A status; `never`: the connection stays open; `reset`: it is reset. */
export type ReceiverAnswer = number | 'never' | 'reset'

/** A receiver that answers as the test states. */
export interface Receiver {
  readonly url: string
  readonly received: readonly ReceivedEvent[]
  /** How it answers from now on, after this many milliseconds. */
  answer(status: ReceiverAnswer, afterMs?: number): void
  reset(): void
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedEvent[] = []
  let reply: { readonly status: ReceiverAnswer; readonly afterMs: number } = { status: 200, afterMs: 0 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { status, afterMs } = reply
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        at: Date.now(),
        answered: status,
      })
      if (status === 'never') return
      if (status === 'reset') return void request.socket.resetAndDestroy()
      void sleep(afterMs).then(() => response.writeHead(status, { 'content-type': 'text/plain' }).end('received'))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    answer(status, afterMs = 0) {
      reply = { status, afterMs }
    },
    reset() {
      received.length = 0
      reply = { status: 200, afterMs: 0 }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
