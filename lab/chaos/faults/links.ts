import type { TcpProxy } from '../../../test/support/tcp-proxy.ts'
import type { Link } from '../world/world.ts'
import type { Fault, Stage } from './fault.ts'

const proxiesOf = ({ world }: Stage, links: readonly Link[]): TcpProxy[] => links.flatMap((link) => world.links[link])

/** Does something to the open connections, at intervals. */
const strikes = (
  what: string,
  links: readonly Link[],
  {
    times,
    everySeconds,
    strike,
  }: {
    readonly times: number
    readonly everySeconds: number
    readonly strike: (proxy: TcpProxy) => void
  },
): Fault => ({
  name: `${what}: ${links.join(' and ')}`,
  async play(stage) {
    for (let time = 0; time < times; time += 1) {
      for (const proxy of proxiesOf(stage, links)) strike(proxy)
      await stage.wait(everySeconds)
    }
  },
})

const cuts = (links: readonly Link[], how: 'end' | 'reset', times: number): Fault =>
  strikes(how === 'end' ? 'cut (FIN)' : 'cut (RST)', links, {
    times,
    everySeconds: 1.5,
    strike: (proxy) => proxy.cut(how),
  })

const halfCloses = (links: readonly Link[]): Fault =>
  strikes('half-closed', links, { times: 3, everySeconds: 2.5, strike: (proxy) => proxy.halfClose() })

/** The service notices the loss or does not: the fault waits a while for that. */
const freezes = (links: readonly Link[], seconds: number): Fault =>
  strikes('frozen', links, { times: 1, everySeconds: seconds, strike: (proxy) => proxy.freeze() })

const delays = (links: readonly Link[], ms: number): Fault => ({
  name: `delay of ${ms} ms: ${links.join(' and ')}`,
  async play(stage) {
    for (const proxy of proxiesOf(stage, links)) proxy.disturb({ kind: 'delay', ms })
    await stage.wait(stage.random.int(10, 15))
    for (const proxy of proxiesOf(stage, links)) proxy.disturb(null)
  },
})

const blackholes = (links: readonly Link[], seconds: readonly [number, number]): Fault => ({
  name: `blackhole: ${links.join(' and ')}`,
  async play(stage) {
    for (const proxy of proxiesOf(stage, links)) proxy.hold()
    await stage.wait(stage.random.int(...seconds))
    for (const proxy of proxiesOf(stage, links)) proxy.open()
  },
})

/** In bursts: some connections are cut after their first answer, others during a transaction or at the commit. */
const loses = (
  links: readonly Link[],
  { bursts, ms, share }: { readonly bursts: number; readonly ms: number; readonly share: number },
): Fault => ({
  name: `answers lost after their effect: ${links.join(' and ')}`,
  async play(stage) {
    for (let burst = 0; burst < bursts; burst += 1) {
      for (const proxy of proxiesOf(stage, links)) proxy.disturb({ kind: 'lose answers', share })
      await stage.wait(ms / 1000)
      for (const proxy of proxiesOf(stage, links)) proxy.disturb(null)
      await stage.wait(1 + stage.random.next())
    }
  },
})

const POSTGRES: readonly Link[] = ['api-postgres', 'worker-postgres']
const TEMPORAL: readonly Link[] = ['api-temporal', 'worker-temporal']

export const LINK_FAULTS: readonly Fault[] = [
  cuts(POSTGRES, 'reset', 6),
  cuts(POSTGRES, 'end', 6),
  cuts(TEMPORAL, 'reset', 4),
  cuts(['worker-providers'], 'reset', 6),
  cuts(['worker-receivers'], 'end', 6),
  halfCloses(POSTGRES),
  halfCloses(TEMPORAL),
  halfCloses(['worker-providers']),
  freezes(['api-postgres'], 30),
  freezes(['worker-postgres'], 30),
  freezes(TEMPORAL, 45),
  freezes(['worker-providers'], 15),
  delays(POSTGRES, 120),
  delays(TEMPORAL, 300),
  delays(['worker-providers'], 1_000),
  blackholes(['api-postgres'], [8, 14]),
  blackholes(['worker-postgres'], [12, 25]),
  blackholes(['api-temporal'], [10, 16]),
  blackholes(['worker-temporal'], [12, 25]),
  blackholes(['worker-providers'], [10, 16]),
  blackholes(['worker-receivers'], [10, 16]),
  loses(['worker-providers'], { bursts: 6, ms: 700, share: 1 }),
  loses(['worker-receivers'], { bursts: 4, ms: 1_500, share: 1 }),
  loses(['worker-postgres'], { bursts: 10, ms: 80, share: 0.4 }),
  loses(['api-postgres'], { bursts: 10, ms: 80, share: 0.4 }),
  loses(TEMPORAL, { bursts: 6, ms: 100, share: 0.6 }),
]
