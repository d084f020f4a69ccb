import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../ops/schema/migrate.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import { startPostgres } from '../../dev/local/postgres.ts'
import { startTemporal } from '../../dev/local/temporal.ts'
import { sharedFolder } from '../../dev/setup/folders.mjs'
import { cpuMs } from './processes.ts'
import { progress } from '../../ops/report/markdown.ts'

import type { Stop } from '../../dev/local/service.ts'

/** The benchmark's own servers, set up in the same way as those of `npm start`; all are removed when it ends. */
export interface BenchServers {
  /** For logs and data of the programs under test. */
  readonly folder: string
  readonly versions: string
  readonly temporal: { readonly address: string; readonly namespace: string }
  /** A separate, migrated database for each section. */
  createDatabase(name: string): Promise<string>
  /** CPU milliseconds used so far; null where they are unknown. */
  cpuMs(): { readonly postgres: number | null; readonly temporal: number | null }
}

/** A commit waits for the disk, as in production: without that, a benchmark of transactions is meaningless. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
/** Room for three processes with a pool each, twice. */
const CONNECTIONS = { max_connections: '200' }

export async function startServers(env: NodeJS.ProcessEnv, stops: Stop[]): Promise<BenchServers> {
  const shared = sharedFolder('bench')
  const folder = mkdtempSync(join(shared, 'run-'))
  stops.push(async () => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startPostgres({
    dataDir: mkdtempSync(join(shared, 'postgres-')),
    binaries: required(env, 'POSTGRES_BINARIES'),
    port: 0,
    settings: { ...DURABLE, ...CONNECTIONS },
    temporary: true,
    log: progress,
  })
  stops.push(() => postgres.stop())
  const dbFile = join(folder, 'temporal.db')
  const temporal = await startTemporal({
    executable: required(env, 'TEMPORAL_EXECUTABLE'),
    dbFile,
    port: 0,
    uiPort: 0,
    namespace: 'default',
    log: progress,
  })
  stops.push(() => temporal.stop())
  const { pid, version } = await describePostgres(postgres.url)
  const temporalPid = pidInClaim(`${dbFile}.claim.json`)
  return {
    folder,
    versions: `Node ${process.version}, PostgreSQL ${version} (fsync on), Temporal development server with a file`,
    temporal: { address: temporal.address, namespace: temporal.namespace },
    async createDatabase(name) {
      const url = new URL(postgres.url)
      await withPostgresClient(postgres.url, (client) =>
        client.query(`create database ${client.escapeIdentifier(name)}`),
      )
      url.pathname = `/${name}`
      await migrate(url.href)
      return url.href
    },
    cpuMs: () => ({ postgres: cpuMs(pid), temporal: temporalPid === null ? null : cpuMs(temporalPid) }),
  }
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value)
    throw new Error(
      `${name} is not set. Run this with "npm run bench", without DATABASE_URL and TEMPORAL_ADDRESS: it starts its servers.`,
    )
  return value
}

async function describePostgres(url: string): Promise<{ pid: number; version: string }> {
  const { rows } = await withPostgresClient(url, (client) =>
    client.query<{ pid: number; version: string }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid, current_setting('server_version') as version`,
    ),
  )
  const [row] = rows
  if (row === undefined) throw new Error('unreachable')
  return row
}

/** The claim on Temporal's file records the server as `pid@start time`. */
function pidInClaim(file: string): number | null {
  const pid = /"server":"(\d+)@/.exec(readFileSync(file, 'utf8'))?.[1]
  return pid === undefined ? null : Number(pid)
}
