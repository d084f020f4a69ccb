import { CONCURRENCY, type Load, openLoad } from './load.ts'
import type { Options, Setup } from './options.ts'
import { startProvider } from './provider.ts'
import { compareRaw } from './raw.ts'
import { fixed, withBudget, quantile, print, progress, table } from '../report/markdown.ts'
import type { Stop } from '../local/service.ts'
import type { BenchServers } from './servers.ts'
import { type ProviderMs, startBare, startOurs, type System } from './systems.ts'

interface Sizes {
  readonly provider: ProviderMs
  readonly warmUp: number
  /** Requests sent one by one, each after the system has come to rest. */
  readonly alone: number
  /** The same without a rest between them. */
  readonly backToBack: number
  readonly together: number
}

/**
 * A run answers when it is settled. Temporal then closes its workflow for some 50 ms more, and on a development server
 * the next start waits for that. The bare workflow answers only after it. Without a rest, the closing of one run would
 * therefore count in the time of our next one.
 */
const REST_MS = 100

/**
 * The first warm-up lets every pooled connection plan each statement the five times that PostgreSQL plans anew. A slow
 * provider needs fewer runs: its own second hides the noise, and more would take minutes.
 */
const FULL: readonly Sizes[] = [
  { provider: 0, warmUp: 300, alone: 150, backToBack: 50, together: 400 },
  { provider: 5, warmUp: 60, alone: 150, backToBack: 50, together: 400 },
  { provider: 1_000, warmUp: 20, alone: 10, backToBack: 5, together: 200 },
]
const QUICK: readonly Sizes[] = [
  { provider: 0, warmUp: 20, alone: 20, backToBack: 10, together: 100 },
  { provider: 5, warmUp: 20, alone: 20, backToBack: 10, together: 100 },
  { provider: 1_000, warmUp: 20, alone: 5, backToBack: 5, together: 100 },
]
/**
 * Both sides alternate in this many blocks, an even number, each time in the other order, so that a drift of the
 * machine affects both.
 */
const BLOCKS = 6
const P50_RATIO = { atMost: 1.3 }
const THROUGHPUT_RATIO = { atLeast: 0.8 }

/** The measurements of one side. */
interface Measured {
  readonly aloneMs: number[]
  readonly backToBackMs: number[]
  /** Of each block at full concurrency. */
  readonly runsPerSecond: number[]
  runs: number
  elapsedMs: number
  cpu: { node: number; temporal: number; postgres: number }
}

interface Pair {
  readonly ours: Measured
  readonly bare: Measured
}

/** Latency and throughput of POST /v1/run compared with a bare workflow of the same shape, in one set-up. */
export async function measureLatency(
  options: Options,
  setup: Setup,
  servers: BenchServers,
  stops: Stop[],
): Promise<void> {
  const databaseUrl = await servers.createDatabase(`latency_${setup}`)
  const provider = await startProvider()
  stops.push(() => provider.close())
  const parts = { setup, servers, databaseUrl, providerUrl: provider.url, profileDir: options.profileDir, stops }
  progress(`${setup}: starting both sides`)
  const ours = await startOurs(parts)
  const bare = await startBare(parts)

  print(`### ${setup === 'together' ? 'Api and worker in one process, eager start' : 'Api and worker apart'}`)
  for (const sizes of options.quick ? QUICK : FULL) {
    provider.answerAfter(sizes.provider)
    // Printed one by one: an interrupted benchmark keeps its tables so far.
    print(`Provider of ${sizes.provider} ms:`, table(HEAD, rowsOf(await compare([ours, bare], sizes, servers))))
  }
  for (const latencyMs of [0, 5] as const) {
    provider.answerAfter(latencyMs)
    await compareRaw(
      `provider of ${latencyMs} ms`,
      { capability: ours.target(latencyMs), raw: ours.rawTarget(latencyMs) },
      options.quick,
    )
  }
  await ours.stop()
  await bare.stop()
  await provider.close()
}

async function compare(systems: readonly [System, System], sizes: Sizes, servers: BenchServers): Promise<Pair> {
  const sides = systems.map((system) => ({
    system,
    load: openLoad(system.target(sizes.provider)),
    measured: nothing(),
  }))
  const [ours, bare] = sides
  if (ours === undefined || bare === undefined) throw new Error('unreachable')
  try {
    for (const { load } of sides) await load.send(sizes.warmUp, CONCURRENCY)
    const share = (count: number): number => Math.ceil(count / BLOCKS)
    for (let block = 0; block < BLOCKS; block += 1) {
      progress(`provider of ${sizes.provider} ms: block ${block + 1} of ${BLOCKS}`)
      const order = block % 2 === 0 ? sides : sides.toReversed()
      for (const { load, measured } of order)
        measured.aloneMs.push(...(await load.send(share(sizes.alone), 1, REST_MS)))
      for (const { load, measured } of order)
        measured.backToBackMs.push(...(await load.send(share(sizes.backToBack), 1)))
      for (const { system, load, measured } of order)
        await throughput({ system, load, measured, servers, count: share(sizes.together) })
    }
    return { ours: ours.measured, bare: bare.measured }
  } finally {
    for (const { load } of sides) await load.close()
  }
}

const nothing = (): Measured => ({
  aloneMs: [],
  backToBackMs: [],
  runsPerSecond: [],
  runs: 0,
  elapsedMs: 0,
  cpu: { node: 0, temporal: 0, postgres: 0 },
})

async function throughput({
  system,
  load,
  measured,
  servers,
  count,
}: {
  system: System
  load: Load
  measured: Measured
  servers: BenchServers
  count: number
}): Promise<void> {
  const before = { node: system.cpuMs(), ...servers.cpuMs() }
  const startedAt = performance.now()
  await load.send(count, CONCURRENCY)
  const elapsedMs = performance.now() - startedAt
  const after = { node: system.cpuMs(), ...servers.cpuMs() }
  measured.runs += count
  measured.elapsedMs += elapsedMs
  measured.runsPerSecond.push((count / elapsedMs) * 1_000)
  for (const part of ['node', 'temporal', 'postgres'] as const)
    measured.cpu[part] += (after[part] ?? Number.NaN) - (before[part] ?? Number.NaN)
}

const overall = ({ runs, elapsedMs }: Measured): number => (runs / elapsedMs) * 1_000

const HEAD = [
  'side',
  'p50 ms',
  'p95 ms',
  'p50 back to back',
  `runs/s at ${CONCURRENCY}`,
  'CPU ms a run: node + Temporal + PostgreSQL',
  'p50 / bare',
  'throughput / bare',
  'by block',
]

function rowsOf({ ours, bare }: Pair): string[][] {
  const own = (name: string, side: Measured): string[] => [
    name,
    ...[quantile(side.aloneMs, 0.5), quantile(side.aloneMs, 0.95), quantile(side.backToBackMs, 0.5), overall(side)].map(
      (value) => fixed(value),
    ),
    [side.cpu.node, side.cpu.temporal, side.cpu.postgres].map((ms) => fixed(ms / side.runs)).join(' + '),
  ]
  const slower = quantile(ours.aloneMs, 0.5) / quantile(bare.aloneMs, 0.5)
  // The spread of the blocks shows how much of a ratio is noise.
  const blocks = ours.runsPerSecond.map((one, block) => one / (bare.runsPerSecond[block] ?? Number.NaN))
  return [
    [
      ...own('ours', ours),
      withBudget(slower, P50_RATIO, 'x'),
      withBudget(overall(ours) / overall(bare), THROUGHPUT_RATIO, 'x'),
      `${fixed(Math.min(...blocks), 2)} to ${fixed(Math.max(...blocks), 2)}`,
    ],
    [...own('bare', bare), '', '', ''],
  ]
}
