import pg from 'pg'
import { COMPONENTS, type ComponentName } from '../world/world.ts'
import type { Fault, Stage } from './fault.ts'

/** Killed and started again, this number of times. */
const kills = (name: string, victims: readonly ComponentName[], times = 1): Fault => ({
  name: `kill -9 of ${name}`,
  async play({ world, random, wait }) {
    for (let time = 0; time < times; time += 1) {
      await Promise.all(victims.map((victim) => world.components[victim].kill()))
      await wait(random.int(1, 3))
      // Servers first: the others connect to them at their start.
      for (const victim of COMPONENTS.filter((one) => victims.includes(one))) await world.components[victim].start()
      if (time < times - 1) await wait(random.int(1, 4))
    }
  },
})

const pauses = (victim: ComponentName, seconds: readonly [number, number]): Fault => ({
  name: `SIGSTOP of ${victim}, ${seconds.join(' to ')} s`,
  async play({ world, random, wait }) {
    world.components[victim].pause()
    await wait(random.int(...seconds))
    world.components[victim].resume()
  },
})

/**
 * Longer than every lease: 30 s of actors, 50 s of LinkedIn messages. The woken worker still believes that it holds
 * them.
 */
const SPLIT_SECONDS = [52, 62] as const

async function splitBrain(
  { world, random, wait }: Stage,
  seconds: readonly [number, number],
  atWake: () => Promise<void>,
): Promise<void> {
  await world.components['worker 2'].start()
  world.components['worker 1'].pause()
  await wait(random.int(...seconds))
  await atWake()
  world.components['worker 1'].resume()
  await wait(5)
}

async function killBackends({ databaseUrl }: Stage['world']): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where backend_type = $1 and pid <> pg_backend_pid()',
      ['client backend'],
    )
  } finally {
    await client.end()
  }
}

export const PROCESS_FAULTS: readonly Fault[] = [
  kills('worker', ['worker 1']),
  kills('worker, three times', ['worker 1'], 3),
  kills('one api', ['api 2']),
  kills('both apis', ['api 1', 'api 2']),
  kills('PostgreSQL', ['postgres']),
  kills('Temporal', ['temporal']),
  kills('worker and PostgreSQL', ['worker 1', 'postgres']),
  kills('everything at once', ['postgres', 'temporal', 'api 1', 'api 2', 'worker 1']),
  {
    name: 'PostgreSQL backends killed, three times',
    async play({ world, wait }) {
      for (let time = 0; time < 3; time += 1) {
        await killBackends(world)
        await wait(4)
      }
    },
  },
  { name: 'Temporal killed and its database wiped', play: ({ world }) => world.temporal.wipe() },
  pauses('worker 1', [15, 42]),
  pauses('api 1', [8, 15]),
  pauses('postgres', [6, 10]),
  pauses('postgres', [22, 35]),
  pauses('temporal', [10, 16]),
  {
    name: 'split brain: worker 1 paused while worker 2 runs, and woken',
    play: (stage) => splitBrain(stage, SPLIT_SECONDS, async () => undefined),
  },
  {
    name: 'split brain: worker 1 paused 4 x 13 s while worker 2 runs',
    async play(stage) {
      for (let time = 0; time < 4; time += 1) await splitBrain(stage, [13, 13], async () => undefined)
    },
  },
  {
    name: 'split brain: PostgreSQL killed as worker 1 wakes',
    async play(stage) {
      const { postgres } = stage.world.components
      await splitBrain(stage, SPLIT_SECONDS, () => postgres.kill())
      await postgres.start()
    },
  },
]
