import type { Database } from '../../../db/database.ts'
import { newEncryptionKeys } from '../../../dev/local/encryption-keys.ts'
import { print, progress, table } from '../../../ops/report/markdown.ts'
import { type Bench, latencyCells, openBenchDatabase, type Section } from '../measure.ts'
import type { Options } from '../options.ts'
import { startApiAlone } from '../systems.ts'
import { type BenchRequest, printQueryPlans, sample } from './requests.ts'

/** Data that grows with use, and the requests that read it. */
export interface Growing {
  readonly name: string
  /** Tables that no statement may read from end to end: they hold the data of all workspaces. */
  readonly large: readonly string[]
  readonly load: (db: Database, options: Options) => Promise<LoadedGrowing>
}

export interface LoadedGrowing {
  readonly title: string
  /** The key that reads; a request may name another. */
  readonly key: string
  /** `url`: of an api on the loaded database, from which a request may take a cursor. */
  readonly requests: (url: string) => Promise<readonly BenchRequest[]> | readonly BenchRequest[]
}

/**
 * A section that prints the time of each request on much data, and the indexes that its statements use; false when one
 * reads a large table without an index (decisions, "Performance budget": reads that grow).
 */
export const growing =
  ({ name, large, load }: Growing): Section =>
  async (bench: Bench) => {
    const { url: databaseUrl, db } = await openBenchDatabase(bench, name)
    const { title, key, requests: requestsAt } = await load(db, bench.options)
    // Both apis read each other's cursors.
    const encryptionKeys = newEncryptionKeys()
    const env = { ENCRYPTION_KEYS: encryptionKeys }
    const api = await startApiAlone(bench, { name: `${name}-api`, databaseUrl, env })
    const requests = await requestsAt(api.url)
    const rows: string[][] = []
    for (const requested of requests) {
      progress(`${name}: ${requested.name}`)
      const { ms, responseBytes } = await sample(api.url, key, requested)
      rows.push([requested.name, ...latencyCells(ms), String(ms.length), String(Math.round(responseBytes / 1024))])
    }
    print(`## ${title}`, table(['request', 'p50 ms', 'p95 ms', 'times', 'KB of answer'], rows))
    return printQueryPlans(bench, { databaseUrl, encryptionKeys, key, requests, large })
  }
