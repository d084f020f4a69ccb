import { existsSync, readFileSync } from 'node:fs'
import type { BenchServers } from './servers.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'

/** The servers' counters so far. */
export interface ServerCounters {
  /** Committed and rolled back, of this database alone. */
  readonly transactions: number
  /** Of the entire PostgreSQL server, which has no other clients here. */
  readonly walBytes: number
  /** Rows of each table: written in any way, and inserted. */
  readonly tables: ReadonlyMap<string, { readonly inserted: number; readonly written: number; readonly bytes: number }>
  /** Requests to Temporal's frontend and to its persistence; null where the server has no metrics. */
  readonly temporal: { readonly requests: number; readonly persistence: number } | null
}

/** The server stores its statistics a second after a transaction, or when a connection ends. */
const TABLES = `select relname as name, n_tup_ins::float8 as inserted,
    (n_tup_ins + n_tup_upd + n_tup_del)::float8 as written, pg_total_relation_size(relid)::float8 as bytes
  from pg_stat_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0`
const TOTALS = `select (xact_commit + xact_rollback)::float8 as transactions,
    (pg_current_wal_lsn() - '0/0')::float8 as wal
  from pg_stat_database where datname = current_database()`

/** All counters of a database and of Temporal; reading them takes a transaction or two itself. */
export function countAll(servers: BenchServers, databaseUrl: string): Promise<ServerCounters> {
  return withPostgresClient(databaseUrl, async (client) => {
    const tables = await client.query<{ name: string; inserted: number; written: number; bytes: number }>(TABLES)
    const [totals] = (await client.query<{ transactions: number; wal: number }>(TOTALS)).rows
    if (totals === undefined) throw new Error('unreachable')
    return {
      transactions: totals.transactions,
      walBytes: totals.wal,
      tables: new Map(tables.rows.map(({ name, inserted, written, bytes }) => [name, { inserted, written, bytes }])),
      temporal: await temporalCounts(servers),
    }
  })
}

/** The development server prints the URL of its metrics in its first lines. */
async function temporalCounts({ folder }: BenchServers): Promise<ServerCounters['temporal']> {
  const log = `${folder}/temporal.db.log`
  const url = existsSync(log) ? /(http:\/\/[^\s"]+\/metrics)/.exec(readFileSync(log, 'utf8'))?.[1] : undefined
  if (url === undefined) return null
  const text = await (await fetch(url.replace('0.0.0.0', '127.0.0.1'))).text()
  const sum = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  return {
    requests: sum(/^service_requests\{[^}]*service_name="frontend"[^}]*\} (\S+)$/gm),
    persistence: sum(/^persistence_requests\{[^}]*\} (\S+)$/gm),
  }
}
