import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import { CONCURRENCY, openLoad } from './load.ts'
import { measureContention } from './contention.ts'
import { type Bench, measure } from './measure.ts'
import { startProvider } from './provider.ts'
import { fixed, quantile, print, progress, table } from '../../ops/report/markdown.ts'
import { cpuMs, residentMbMost } from './processes.ts'
import { type ServerCounters, countAll } from './scale-counters.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import { type BenchServers } from './servers.ts'
import { startOurs, type System } from './systems.ts'

const WARM_UP = 200
const RUNS = 500
const RUNS_QUICK = 40
/** Several times the number that is sent at once. */
const SLOW_RUNS = 100
const SLOW_PROVIDER_MS = 1_000
/** Long enough for the work after a run: closing its workflow, health counts, the subjects of its history. */
const SETTLE_MS = 6_000
const KB = 1_024

/**
 * Prints the cost of one run for every part of a deployment, counted over some hundred runs with api and worker apart:
 * the figures that `lab/scale/measured.ts` holds and `npm run scale` multiplies. Only CPU and the two rates depend on
 * the machine.
 */
export async function measureScale(bench: Bench): Promise<boolean> {
  const { options, servers, stops } = bench
  const databaseUrl = await servers.createDatabase('scale')
  const provider = await startProvider()
  stops.push(() => provider.close())
  progress('scale: starting api and worker')
  const system = await startOurs(bench, { setup: 'apart', databaseUrl, providerUrl: provider.url })
  provider.answerAfter(5)
  const load = openLoad(system.target(5))
  const runs = options.quick ? RUNS_QUICK : RUNS
  await load.send(options.quick ? RUNS_QUICK : WARM_UP, CONCURRENCY)
  await settled()
  await withPostgresClient(databaseUrl, (client) => client.query('checkpoint'))

  const before = { counted: await countAll(servers, databaseUrl), cpu: cpuOf(system, servers), at: performance.now() }
  progress(`scale: ${runs} runs`)
  const samples = await load.send(runs, CONCURRENCY)
  const elapsedMs = performance.now() - before.at
  await settled()
  const after = { counted: await countAll(servers, databaseUrl), cpu: cpuOf(system, servers) }
  const rounds = performance.now() - before.at
  print(
    '## What one run costs',
    perRun({ before: before.counted, after: after.counted, runs }),
    table(
      ['process', 'CPU ms a run', 'MB at most'],
      Object.entries(after.cpu).map(([name, ms]) => [
        name,
        fixed((ms - (before.cpu[name] ?? Number.NaN)) / runs),
        fixed(residentMbMost(system.programs.find((one) => one.name === name)?.pid ?? 0), 0),
      ]),
    ),
    `Rounds of the processes in the ${fixed(rounds / 1_000)} s of it are counted with the runs. ${await transitions(servers, databaseUrl)}`,
    '### Written rows and bytes a run, by table',
    written({ before: before.counted, after: after.counted, runs }),
    '### Two points to check a model by',
    table(
      ['point', 'runs/s', 'mean ms', 'p50 ms', 'p95 ms'],
      [
        pointRow(`${CONCURRENCY} at once, provider of 5 ms`, samples, runs / elapsedMs),
        await slowPoint({
          system,
          slow: () => provider.answerAfter(SLOW_PROVIDER_MS),
          runs: options.quick ? RUNS_QUICK : SLOW_RUNS,
        }),
      ],
    ),
  )
  await load.close()
  return measure(bench, measureContention)
}

interface Between {
  readonly before: ServerCounters
  readonly after: ServerCounters
  readonly runs: number
}

function perRun({ before, after, runs }: Between): string {
  const share = (of: (counted: ServerCounters) => number | undefined): string =>
    fixed(((of(after) ?? Number.NaN) - (of(before) ?? Number.NaN)) / runs, 2)
  return table(
    ['a run', 'count'],
    [
      ['transactions of PostgreSQL', share(({ transactions }) => transactions)],
      ['KB of WAL', share(({ walBytes }) => walBytes / KB)],
      ["requests to Temporal's frontend", share(({ temporal }) => temporal?.requests)],
      ["requests to Temporal's persistence", share(({ temporal }) => temporal?.persistence)],
    ],
  )
}

function written({ before, after, runs }: Between): string {
  const rows = [...after.tables].map(([name, now]) => {
    const then = before.tables.get(name) ?? { inserted: 0, written: 0, bytes: 0 }
    return {
      name,
      inserted: (now.inserted - then.inserted) / runs,
      written: (now.written - then.written) / runs,
      bytes: (now.bytes - then.bytes) / runs,
    }
  })
  return table(
    ['table', 'inserted', 'written', 'bytes with indexes'],
    rows
      .filter(({ written: some }) => some >= 0.01)
      .toSorted((a, b) => b.bytes - a.bytes)
      .map(({ name, inserted, written: all, bytes }) => [name, fixed(inserted, 2), fixed(all, 2), fixed(bytes, 0)]),
  )
}

/** State transitions of the newest run's workflow, as Temporal counts them. */
async function transitions({ temporal }: BenchServers, databaseUrl: string): Promise<string> {
  const { rows } = await withPostgresClient(databaseUrl, (client) =>
    client.query<{ id: string }>('select id from run order by id desc limit 1'),
  )
  const connection = await Connection.connect({ address: temporal.address })
  try {
    const { raw, historyLength, historySize } = await new Client({ connection, namespace: temporal.namespace }).workflow
      .getHandle(rows[0]?.id ?? '')
      .describe()
    return `One run's workflow: ${String(raw.workflowExecutionInfo?.stateTransitionCount)} state transitions, ${historyLength} events, ${historySize} bytes.`
  } finally {
    await connection.close()
  }
}

async function slowPoint({
  system,
  slow,
  runs,
}: {
  system: System
  slow: () => void
  runs: number
}): Promise<string[]> {
  slow()
  progress('scale: the slow provider')
  const load = openLoad(system.target(SLOW_PROVIDER_MS))
  try {
    await load.send(CONCURRENCY, CONCURRENCY)
    const startedAt = performance.now()
    const samples = await load.send(runs, CONCURRENCY)
    return pointRow(
      `${CONCURRENCY} at once, provider of ${SLOW_PROVIDER_MS} ms`,
      samples,
      runs / (performance.now() - startedAt),
    )
  } finally {
    await load.close()
  }
}

const pointRow = (name: string, samples: readonly number[], perMs: number): string[] => [
  name,
  fixed(perMs * 1_000),
  fixed(samples.reduce((sum, ms) => sum + ms, 0) / samples.length),
  fixed(quantile(samples, 0.5)),
  fixed(quantile(samples, 0.95)),
]

/** CPU milliseconds so far of all its processes, and of the servers. */
const cpuOf = (system: System, servers: BenchServers): Readonly<Record<string, number>> => ({
  ...Object.fromEntries(system.programs.map(({ name, pid }) => [name, cpuMs(pid) ?? Number.NaN])),
  ...Object.fromEntries(Object.entries(servers.cpuMs()).map(([name, ms]) => [name, ms ?? Number.NaN])),
})

const settled = (): Promise<void> => sleep(SETTLE_MS)
