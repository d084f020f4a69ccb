import { type Database, openDatabase } from '../../db/database.ts'
import type { Stop } from '../../dev/local/service.ts'
import { fixed, progress, quantile } from '../../ops/report/markdown.ts'
import type { Options } from './options.ts'
import type { BenchServers } from './servers.ts'

/** What each section of the benchmark works with. */
export interface Bench {
  readonly options: Options
  readonly servers: BenchServers
  /** What the section has started; it is stopped behind the section, the last first. */
  readonly stops: Stop[]
}

/** Prints the tables of one section; false when a figure without noise misses its budget. */
export type Section = (bench: Bench) => Promise<boolean>

/** Runs a section and stops what it has started, also when it throws and when the benchmark is interrupted. */
export async function measure(bench: Bench, section: Section): Promise<boolean> {
  const stops: Stop[] = []
  bench.stops.push(() => stopAll(stops))
  try {
    return await section({ ...bench, stops })
  } finally {
    await stopAll(stops)
  }
}

export async function stopAll(stops: Stop[]): Promise<void> {
  while (stops.length > 0)
    await stops
      .pop()?.()
      .catch((error: unknown) => progress(`while stopping: ${String(error)}`))
}

/** Loading is one statement for thousands of rows. */
const LOAD_MS_MAX = 600_000

/** A new database of this name, and a connection that loads it. */
export async function openBenchDatabase(
  { servers, stops }: Bench,
  name: string,
  poolMax = 4,
): Promise<{ readonly url: string; readonly db: Database }> {
  const url = await servers.createDatabase(name)
  const db = await openDatabase({ url, applicationName: 'bench', poolMax, statementMsMax: LOAD_MS_MAX })
  stops.push(() => db.close())
  return { url, db }
}

/** The cells `p50 ms` and `p95 ms` of a table. */
export const latencyCells = (ms: readonly number[], digits = 1): [string, string] => [
  fixed(quantile(ms, 0.5), digits),
  fixed(quantile(ms, 0.95), digits),
]
