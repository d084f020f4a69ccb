import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly url: string
  /** How many connections were made. */
  connections(): number
  /** Breaks every connection that is open; new ones are made as before. */
  cut(): void
  close(): Promise<void>
}

/** Stands between a client and a service, and breaks their connections when a test wants it. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let connections = 0
  const cut = (): void => { for (const socket of sockets) socket.destroy() }
  const server = createServer((client) => {
    connections += 1
    const service = connect(Number(port), hostname)
    for (const [socket, other] of [[client, service], [service, client]] as const) {
      sockets.add(socket)
      // What is broken on purpose is no failure of the test.
      socket.on('error', () => undefined).on('close', () => { sockets.delete(socket); other.destroy() }).pipe(other)
    }
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    connections: () => connections, cut,
    close: () => new Promise((resolve) => {
      server.close(() => resolve())
      cut()
    }),
  }
}
