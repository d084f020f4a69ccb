import pg from 'pg'
import { libfaketime, movableClock } from '../world/clock.ts'
import type { ProviderMood } from '../world/providers.ts'
import type { ComponentName } from '../world/world.ts'
import type { Fault, Stage } from './fault.ts'

const SECONDS = [10, 18] as const

const providers = (what: string, mood: ProviderMood): Fault => ({
  name: `providers ${what}`,
  async play({ world, random, wait }) {
    world.providers.behave(mood)
    await wait(random.int(...SECONDS))
    world.providers.behave('well')
  },
})

const receivers = (what: string, answer: 500 | 'never' | 'reset'): Fault => ({
  name: `a webhook receiver ${what}`,
  async play({ world, random, wait }) {
    world.receivers[1].answer(answer)
    await wait(random.int(...SECONDS))
    world.receivers[1].answer(200)
  },
})

const SEGMENTS_MAX = 20

/** PostgreSQL continues in its existing segments: load makes it need another one, until it ends. */
async function wantMoreLog({ world, wait }: Stage): Promise<void> {
  for (let segment = 0; segment < SEGMENTS_MAX && world.components.postgres.running(); segment += 1) {
    const client = new pg.Client({ connectionString: world.databaseUrl, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`select pg_logical_emit_message(true, 'chaos', 'filler'); select pg_switch_wal()`)
    } catch {
      // It ends, as it must on a full disk.
    } finally {
      await client.end().catch(() => undefined)
    }
    await wait(0.2)
  }
}

const diskFull: Fault = {
  name: 'the disk of the write-ahead log is full',
  missing: ({ walDisk }) => (typeof walDisk === 'string' ? walDisk : null),
  async play(stage) {
    const { walDisk } = stage.world
    if (typeof walDisk === 'string') return
    walDisk.fill()
    await wantMoreLog(stage)
    await stage.wait(10)
    walDisk.free()
  },
}

const NO_LIBFAKETIME = 'libfaketime is not installed (Debian package libfaketime, or LIBFAKETIME=<file>)'

/** An hour ahead, an hour behind, and right again, while it works; then it is restarted without the library. */
const clockJumps = (name: ComponentName): Fault => ({
  name: `the clock of ${name} jumps`,
  missing: (_, env) => (libfaketime(env) === null ? NO_LIBFAKETIME : null),
  async play({ world, env, wait }) {
    const library = libfaketime(env)
    if (library === null) return
    const clock = movableClock(library)
    const component = world.components[name]
    try {
      await component.kill()
      await component.start(clock.env)
      await wait(5)
      for (const seconds of [3_600, -3_600, 40, 0]) {
        clock.move(seconds)
        await wait(6)
      }
    } finally {
      await component.kill()
      await component.start()
      clock.remove()
    }
  },
})

export const SURROUNDING_FAULTS: readonly Fault[] = [
  { name: 'no fault, for comparison', play: ({ wait }) => wait(12) },
  providers('answer 500', 'refuses'),
  providers('hang', 'hangs'),
  providers('reset connections', 'resets'),
  receivers('answers 500', 500),
  receivers('hangs', 'never'),
  receivers('resets connections', 'reset'),
  diskFull,
  clockJumps('worker 1'),
  clockJumps('api 1'),
]
