import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

export interface RawReceiver {
  readonly port: number
  /** How many have connected. */
  connections(): number
  /** All that was received, of every connection. */
  received(): string
  close(): Promise<void>
}

export interface RawReceiverOptions {
  /** Every address of this machine unless given. */
  readonly host?: string
  readonly port?: number
  readonly tls?: TlsOptions
  /** Keep a connection whose other side has ended. */
  readonly allowHalfOpen?: boolean
}

/** A server that states on its sockets whatever it likes; with TLS, after the handshake. */
export async function startRawReceiver(
  behave: (socket: Socket) => void,
  options: RawReceiverOptions = {},
): Promise<RawReceiver> {
  const sockets = new Set<Socket>()
  let connections = 0
  let received = ''
  const accept = (socket: Socket): void => {
    // A client that hangs up is what these tests are about.
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    behave(socket)
  }
  const server: Server =
    options.tls === undefined
      ? createServer({ allowHalfOpen: options.allowHalfOpen ?? false }, accept)
      : createTlsServer(options.tls, accept).on('tlsClientError', () => undefined)
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host, () => resolve())
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => connections,
    received: () => received,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** The head of a request has come: now it can be answered. */
export const whenAsked = (socket: Socket, answer: () => void): void => {
  let head = ''
  const read = (chunk: Buffer): void => {
    head += chunk.toString('latin1')
    if (!head.includes('\r\n\r\n')) return
    socket.off('data', read)
    answer()
  }
  socket.on('data', read)
}
