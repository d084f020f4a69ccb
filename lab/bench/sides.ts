import { progress, quantile } from '../../ops/report/markdown.ts'
import { CONCURRENCY, CROWD, type Load, openLoad } from './load.ts'
import type { BenchServers } from './servers.ts'
import type { ProviderMs, System } from './systems.ts'

export interface Sizes {
  readonly provider: ProviderMs
  readonly warmUp: number
  /** Requests sent one by one, each after the system has come to rest. */
  readonly alone: number
  /** The same without a rest between them. */
  readonly backToBack: number
  readonly together: number
  /** Of many callers at once. */
  readonly crowd: number
}

/**
 * A run answers when it is settled. Temporal then closes its workflow for some 50 ms more, and on a development server
 * the next start waits for that. The bare workflow answers only after it. Without a rest, the closing of one run would
 * therefore count in the time of our next one.
 */
const REST_MS = 100

/**
 * The sides alternate in this many blocks, an even number, each time in the other order, so that a drift of the machine
 * affects all.
 */
const BLOCKS = 6

/** The measurements of one side. */
export interface Measured {
  readonly aloneMs: number[]
  readonly backToBackMs: number[]
  /** Of requests at full concurrency. */
  readonly togetherMs: number[]
  /** Of each block at full concurrency. */
  readonly runsPerSecond: number[]
  runs: number
  elapsedMs: number
  /** Milliseconds. */
  cpu: { node: number; temporal: number; postgres: number }
  readonly crowd: { runs: number; elapsedMs: number }
}

interface Side {
  readonly system: System
  readonly load: Load
  readonly measured: Measured
}

/** Measures systems side by side; the answers are in their order. */
export async function compare(systems: readonly System[], sizes: Sizes, servers: BenchServers): Promise<Measured[]> {
  const sides = systems.map((system) => ({
    system,
    load: openLoad(system.target(sizes.provider)),
    measured: nothing(),
  }))
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
      for (const side of order) await measureTogether(side, servers, share(sizes.together))
      for (const side of order) await measureCrowd(side, share(sizes.crowd))
    }
    return sides.map(({ measured }) => measured)
  } finally {
    for (const { load } of sides) await load.close()
  }
}

const nothing = (): Measured => ({
  aloneMs: [],
  backToBackMs: [],
  togetherMs: [],
  runsPerSecond: [],
  runs: 0,
  elapsedMs: 0,
  cpu: { node: 0, temporal: 0, postgres: 0 },
  crowd: { runs: 0, elapsedMs: 0 },
})

async function measureTogether({ system, load, measured }: Side, servers: BenchServers, count: number): Promise<void> {
  const used = () => {
    const { postgres, temporal } = servers.cpuMs()
    return { node: system.cpuMs(), temporal, postgres }
  }
  const before = used()
  const startedAt = performance.now()
  measured.togetherMs.push(...(await load.send(count, CONCURRENCY)))
  const elapsedMs = performance.now() - startedAt
  const after = used()
  measured.runs += count
  measured.elapsedMs += elapsedMs
  measured.runsPerSecond.push((count / elapsedMs) * 1_000)
  for (const part of ['node', 'temporal', 'postgres'] as const)
    measured.cpu[part] += (after[part] ?? Number.NaN) - (before[part] ?? Number.NaN)
}

async function measureCrowd({ load, measured: { crowd } }: Side, count: number): Promise<void> {
  const startedAt = performance.now()
  await load.send(count, CROWD)
  crowd.runs += count
  crowd.elapsedMs += performance.now() - startedAt
}

/** Runs a second with `CONCURRENCY` callers, and with `CROWD`. */
export const throughput = ({ runs, elapsedMs }: Pick<Measured, 'runs' | 'elapsedMs'>): number =>
  (runs / elapsedMs) * 1_000

/** The CPU of a run, by kind of process. */
export const cpuOfRun = ({
  cpu,
  runs,
}: Measured): { node: number; temporal: number; postgres: number; sum: number } => {
  const [node, temporal, postgres] = [cpu.node / runs, cpu.temporal / runs, cpu.postgres / runs]
  return { node, temporal, postgres, sum: node + temporal + postgres }
}

export const p50 = (samples: readonly number[]): number => quantile(samples, 0.5)
