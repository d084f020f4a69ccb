import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly url: string
  /** How many connections were made. */
  connections(): number
  /** Breaks every connection that is open; new ones are made as before. */
  cut(): void
  /** Forgets every connection that is open, as a firewall does: nothing passes there any more, and no side hears of it. New ones pass. */
  freeze(): void
  /** From now on nothing passes, on any connection, until `open`. What was sent meanwhile arrives then. */
  hold(): void
  open(): void
  close(): Promise<void>
}

/** Stands between a client and a service, and breaks their connections when a test wants it. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Map<Socket, Socket>()
  let connections = 0
  let held = false
  const cut = (): void => { for (const socket of pairs.keys()) socket.destroy() }
  const server = createServer((client) => {
    connections += 1
    const service = connect(Number(port), hostname)
    for (const [socket, other] of [[client, service], [service, client]] as const) {
      pairs.set(socket, other)
      // What is broken on purpose is no failure of the test.
      socket.on('error', () => undefined).on('close', () => {
        // The other side of a forgotten connection does not hear of it.
        if (pairs.delete(socket) && !forgotten.has(socket)) other.destroy()
      })
      if (!held) socket.pipe(other)
    }
  })
  const forgotten = new WeakSet<Socket>()
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    connections: () => connections, cut,
    freeze() {
      for (const [socket, other] of pairs) {
        forgotten.add(socket)
        // It is read, so that the kernel confirms it, and thrown away.
        socket.unpipe(other).resume()
      }
    },
    hold() {
      held = true
      for (const [socket, other] of pairs) socket.unpipe(other).pause()
    },
    open() {
      held = false
      for (const [socket, other] of pairs) socket.pipe(other)
    },
    close: () => new Promise((resolve) => {
      server.close(() => resolve())
      cut()
    }),
  }
}
