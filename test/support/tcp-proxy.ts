import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface TcpProxy {
  readonly url: string
  readonly port: number
  /** How many connections were made. */
  connections(): number
  /** Breaks every connection that is open; new ones are made as before. `reset` sends RST instead of FIN. */
  cut(how?: 'end' | 'reset'): void
  /**
   * Forgets every connection that is open, as a firewall does: nothing passes there any more, and no side hears of
   * it. New ones pass.
   */
  freeze(): void
  /**
   * For the service the client is dead: its connections end. The client hears nothing any more, on any connection,
   * for ever.
   */
  sever(): void
  /** Ends the way from the service to the client of every open connection; the other way stays open. */
  halfClose(): void
  /**
   * From now on nothing passes, on any connection, until `open`. What was sent meanwhile arrives then, as TCP
   * retransmits it.
   */
  hold(): void
  open(): void
  /** Disturbs what passes, on open and new connections, until the next call; null: no more. */
  disturb(fault: ProxyFault | null): void
  close(): Promise<void>
}

export type ProxyFault =
  /** Everything arrives later, in its order. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** A request arrives and takes effect; this share of the answers is dropped, and their connection is reset. */
  | { readonly kind: 'lose answers'; readonly share: number }

interface Connection {
  readonly client: Socket
  readonly service: Socket
  forgotten: boolean
}

interface State {
  held: boolean
  severed: boolean
  fault: ProxyFault | null
}

/** Stands between a client and a service, and disturbs their connections when a test wants it. */
export async function startTcpProxy(target: string, random: () => number = Math.random): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Connection>()
  const silent = new Set<Socket>()
  const state: State = { held: false, severed: false, fault: null }
  let connections = 0
  const server = createServer({ allowHalfOpen: true }, (client) => {
    connections += 1
    if (state.severed) {
      silent.add(client)
      client.resume().on('error', () => undefined)
      return
    }
    const service = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    const connection: Connection = { client, service, forgotten: false }
    open.add(connection)
    const losesAnswer = (): boolean => state.fault?.kind === 'lose answers' && random() < state.fault.share
    pass(connection, { from: client, to: service, state, breaks: () => false })
    pass(connection, { from: service, to: client, state, breaks: losesAnswer })
    for (const socket of [client, service]) socket.on('close', () => open.delete(connection))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0
  const sockets = (): Socket[] => [...open].flatMap(({ client, service }) => [client, service])
  const forgotten = new Set<Connection>()
  return {
    url: `http://127.0.0.1:${ownPort}`,
    port: ownPort,
    connections: () => connections,
    cut(how = 'end') {
      for (const socket of sockets()) {
        if (how === 'reset') socket.resetAndDestroy()
        else socket.destroy()
      }
    },
    freeze() {
      for (const connection of open) {
        connection.forgotten = true
        forgotten.add(connection)
        open.delete(connection)
        // It is read, so that the kernel confirms it, and thrown away.
        for (const socket of [connection.client, connection.service]) socket.resume()
      }
    },
    sever() {
      state.severed = true
      for (const connection of open) {
        connection.forgotten = true
        forgotten.add(connection)
        open.delete(connection)
        connection.service.destroy()
        connection.client.resume()
      }
    },
    halfClose() {
      for (const { client } of open) client.end()
    },
    hold() {
      state.held = true
      for (const socket of sockets()) socket.pause()
    },
    open() {
      state.held = false
      for (const socket of sockets()) socket.resume()
    },
    disturb(fault) {
      state.fault = fault
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const client of silent) client.destroy()
        for (const { client, service } of [...open, ...forgotten])
          for (const socket of [client, service]) socket.destroy()
      }),
  }
}

interface Way {
  readonly from: Socket
  readonly to: Socket
  readonly state: State
  /** Whether what has just arrived is lost with its connection. */
  readonly breaks: () => boolean
}

/** One direction of a connection. */
function pass(connection: Connection, { from, to, state, breaks }: Way): void {
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
    if (connection.forgotten) return
    if (breaks()) {
      connection.client.resetAndDestroy()
      return
    }
    later(() => {
      if (to.destroyed || to.writableEnded || to.write(chunk)) return
      from.pause()
      to.once('drain', () => {
        if (!state.held) from.resume()
      })
    })
  })
  if (state.held) from.pause()
  // A side of a forgotten connection does not hear of the other's end.
  from.on('end', () =>
    later(() => {
      if (!connection.forgotten && !to.destroyed) to.end()
    }),
  )
  // A connection that is broken on purpose is no failure of the test.
  from.on('error', () => undefined)
  from.on('close', () => {
    if (!connection.forgotten) to.destroy()
  })
}
