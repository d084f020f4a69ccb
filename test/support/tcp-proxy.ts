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
   * forever.
   */
  sever(): void
  /** Ends the way from the service to the client of every open connection; the other way stays open. */
  halfClose(): void
  /**
   * From now on nothing passes, on any connection, until `open`. What was sent meanwhile arrives then, as TCP
   * retransmits it.
   */
  hold(): void
  /** New connections pass again, and those that were held do not yet. */
  openToNew(): void
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
  readonly open: Set<Connection>
  readonly forgotten: Set<Connection>
  /** Clients of a severed proxy: nothing answers them. */
  readonly silent: Set<Socket>
  connections: number
  held: boolean
  severed: boolean
  fault: ProxyFault | null
}

/** Is between a client and a service, and disturbs their connections when a test wants it. */
export async function startTcpProxy(target: string, random: () => number = Math.random): Promise<TcpProxy> {
  const { hostname, port } = new URL(target)
  const state: State = {
    open: new Set(),
    forgotten: new Set(),
    silent: new Set(),
    connections: 0,
    held: false,
    severed: false,
    fault: null,
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    state.connections += 1
    if (state.severed) {
      state.silent.add(client)
      client.resume().on('error', () => undefined)
      return
    }
    join(state, { client, service: connect({ port: Number(port), host: hostname, allowHalfOpen: true }), random })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${ownPort}`,
    port: ownPort,
    connections: () => state.connections,
    ...disturbances(state),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const client of state.silent) client.destroy()
        for (const { client, service } of [...state.open, ...state.forgotten])
          for (const socket of [client, service]) socket.destroy()
      }),
  }
}

interface Ends {
  readonly client: Socket
  readonly service: Socket
  readonly random: () => number
}

/** Passes on what either end sends. */
function join(state: State, { client, service, random }: Ends): void {
  const connection: Connection = { client, service, forgotten: false }
  state.open.add(connection)
  const losesAnswer = (): boolean => state.fault?.kind === 'lose answers' && random() < state.fault.share
  pass(connection, { from: client, to: service, state, breaks: () => false })
  pass(connection, { from: service, to: client, state, breaks: losesAnswer })
  for (const socket of [client, service]) socket.on('close', () => state.open.delete(connection))
}

/** Nothing passes on these connections any more. */
function forget(state: State): Connection[] {
  const connections = [...state.open]
  for (const connection of connections) {
    connection.forgotten = true
    state.forgotten.add(connection)
    state.open.delete(connection)
  }
  return connections
}

function disturbances(state: State): Omit<TcpProxy, 'url' | 'port' | 'connections' | 'close'> {
  const sockets = (): Socket[] => [...state.open].flatMap(({ client, service }) => [client, service])
  return {
    cut(how = 'end') {
      for (const socket of sockets()) {
        if (how === 'reset') socket.resetAndDestroy()
        else socket.destroy()
      }
    },
    freeze() {
      for (const { client, service } of forget(state))
        // It is read, so that the kernel confirms it, and thrown away.
        for (const socket of [client, service]) socket.resume()
    },
    sever() {
      state.severed = true
      for (const { client, service } of forget(state)) {
        service.destroy()
        client.resume()
      }
    },
    halfClose() {
      for (const { client } of state.open) client.end()
    },
    hold() {
      state.held = true
      for (const socket of sockets()) socket.pause()
    },
    openToNew() {
      state.held = false
    },
    open() {
      state.held = false
      for (const socket of sockets()) socket.resume()
    },
    disturb(fault) {
      state.fault = fault
    },
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
