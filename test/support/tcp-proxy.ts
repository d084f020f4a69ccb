import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface TcpProxy {
  readonly url: string
  readonly port: number
  /** How many connections were made. */
  connections(): number
  /** Breaks every connection that is open; new ones are made as before. `reset` sends RST instead of FIN. */
  cut(how?: 'end' | 'reset'): void
  /** Forgets every connection that is open, as a failed-over firewall does: nothing passes and neither side is notified. New ones pass. */
  freeze(): void
  /** Ends the way from the service to the client of every open connection; the other way stays open. */
  halfClose(): void
  /** What happens to open and new connections until the next call; null: nothing. */
  disturb(fault: ProxyFault | null): void
  /** Where new connections lead from now on. */
  retarget(target: string): void
  close(): Promise<void>
}

export type ProxyFault =
  /** Everything arrives later, in its order. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Nothing arrives; what was sent meanwhile arrives afterwards, as TCP retransmits it. */
  | { readonly kind: 'blackhole' }
  /** A request arrives and takes effect; this share of its answers is dropped, and the connection is reset. */
  | { readonly kind: 'lose answers'; readonly share: number }

interface Connection {
  readonly client: Socket
  readonly service: Socket
  frozen: boolean
}

/** Stands between a client and a service, and disturbs their connections when a test wants it. */
export async function startTcpProxy(target: string, random: () => number = Math.random): Promise<TcpProxy> {
  const open = new Set<Connection>()
  const state: { target: URL; fault: ProxyFault | null; connections: number } = { target: new URL(target), fault: null, connections: 0 }
  const held = (connection: Connection): boolean => connection.frozen || state.fault?.kind === 'blackhole'

  const pass = (connection: Connection, from: Socket, to: Socket): void => {
    let last: Promise<void> | null = null
    /** In order: what comes behind a delayed piece waits for it. */
    const later = (act: () => void): void => {
      const delayMs = state.fault?.kind === 'delay' ? state.fault.ms : 0
      if (last === null && delayMs === 0) return act()
      const dueAt = performance.now() + delayMs
      const mine: Promise<void> = (last ?? Promise.resolve()).then(async () => {
        await sleep(Math.max(0, dueAt - performance.now()))
        act()
        if (last === mine) last = null
      })
      last = mine
    }
    from.on('data', (chunk: Buffer) => {
      if (from === connection.service && state.fault?.kind === 'lose answers' && random() < state.fault.share) {
        connection.client.resetAndDestroy()
        return
      }
      later(() => {
        if (to.destroyed || to.writableEnded || to.write(chunk)) return
        from.pause()
        to.once('drain', () => { if (!held(connection)) from.resume() })
      })
    })
    from.on('end', () => later(() => { if (!to.destroyed) to.end() }))
    // A connection that is broken on purpose is no failure of the test.
    from.on('error', () => undefined)
    from.on('close', () => {
      if (connection.frozen) return
      open.delete(connection)
      to.destroy()
    })
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    state.connections += 1
    const service = connect({ port: Number(state.target.port), host: state.target.hostname, allowHalfOpen: true })
    const connection: Connection = { client, service, frozen: false }
    open.add(connection)
    pass(connection, client, service)
    pass(connection, service, client)
    if (held(connection)) for (const socket of [client, service]) socket.pause()
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const each = (act: (connection: Connection) => void): void => { for (const connection of [...open]) act(connection) }
  return {
    url: `http://127.0.0.1:${port}`, port,
    connections: () => state.connections,
    cut: (how = 'end') => each(({ client, service }) => {
      for (const socket of [client, service]) how === 'reset' ? socket.resetAndDestroy() : socket.destroy()
    }),
    freeze: () => each((connection) => {
      connection.frozen = true
      for (const socket of [connection.client, connection.service]) socket.pause()
    }),
    halfClose: () => each(({ client }) => { client.end() }),
    disturb(fault) {
      state.fault = fault
      each((connection) => {
        for (const socket of [connection.client, connection.service]) held(connection) ? socket.pause() : socket.resume()
      })
    },
    retarget: (next) => { state.target = new URL(next) },
    close: () => new Promise((resolve) => {
      server.close(() => resolve())
      each((connection) => {
        connection.frozen = false
        for (const socket of [connection.client, connection.service]) socket.destroy()
      })
    }),
  }
}
