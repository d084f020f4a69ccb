import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../db/database.ts'
import { migrate } from './schema/migrate.ts'
import { ensureSearchAttributes } from '../worker/search-attributes.ts'
import { type ClusterOptions, readClusterOptions } from './cluster/options.ts'
import { soak, type SoakOptions } from './cluster/soak.ts'
import { type Supervised, supervised } from './cluster/supervised.ts'
import { type LocalPlaces, writeDownDemo } from '../dev/demo.ts'
import { print, step } from '../dev/local/console.ts'
import { dataDirOf } from '../dev/local/data-dir.ts'
import { localEncryptionKeys } from '../dev/local/encryption-keys.ts'
import { runUntilStopped } from '../dev/local/lifetime.ts'
import { startPooler } from '../dev/local/pgbouncer.ts'
import { freePort } from '../dev/local/ports.ts'
import { announced, type Program, startProgram } from '../dev/local/program.ts'
import { localPostgres, localTemporal, type ReachedTemporal } from '../dev/local/servers.ts'
import { temporalOnPostgres } from '../dev/local/temporal-on-postgres.ts'
import { findPgBouncer, NO_PGBOUNCER } from '../dev/setup/pgbouncer.mjs'
import { step as longStep } from '../dev/setup/report.mjs'
import { temporalPrograms } from '../dev/setup/temporal-server.mjs'
import { temporalSettings } from '../domain/settings/connections.ts'
import type { Stop } from '../dev/local/service.ts'

/**
 * `npm run cluster -- --apis 2 --workers 3`: the processes of production on one machine, each of which may be killed:
 * it is started again. `--pooled 10` puts PgBouncer before PostgreSQL, with ten sessions, and `--temporal postgresql`
 * runs Temporal's own server on it. Otherwise PostgreSQL and Temporal are those of a local start, or of DATABASE_URL
 * and TEMPORAL_ADDRESS. `--soak 60` puts an hour's load on all of it while processes are killed, and ends.
 */
const API_PORT = 8080

async function start(options: ClusterOptions, stops: Stop[]): Promise<void> {
  const dataDir = dataDirOf(process.env)
  mkdirSync(join(dataDir, 'cluster'), { recursive: true, mode: 0o700 })
  const databaseUrl = await step('PostgreSQL', () => localPostgres(process.env, dataDir, stops))
  await step('migrations', () => migrate(databaseUrl))
  const kept: Supervised[] = []
  const keep: Keep = async (begin) => {
    const one = await supervised(begin)
    stops.push(() => one.stop())
    kept.push(one)
    return one
  }
  const temporal = await step('Temporal', () =>
    options.temporal === 'file'
      ? localTemporal(process.env, dataDir, stops)
      : keptTemporal(keep, { databaseUrl, folder: join(dataDir, 'cluster', 'temporal') }),
  )
  await ensureSearchAttributes(temporal)
  const env = {
    ...settingsOfShell(),
    ...(await databaseSettings(databaseUrl, options, keep)),
    TEMPORAL_ADDRESS: temporal.address,
    ENCRYPTION_KEYS: localEncryptionKeys(process.env, dataDir),
    METRICS_PORT: '0',
    WORKER_HEALTH_PORT: '0',
  }
  const ports = await portsOf(options.apis)
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const launch = (name: string, script: string, own: Readonly<Record<string, string>>): Promise<Supervised> =>
    keep(async () => ({
      ...(await startProgram({
        script,
        name,
        env: { PUBLIC_URL: urls[0] ?? '', ...env, ...own },
        folder: join(dataDir, 'cluster'),
        profileDir: null,
        ready: announced,
      })),
      url: own['PORT'] === undefined ? '' : `http://127.0.0.1:${own['PORT']}`,
    }))
  await step('processes', () =>
    Promise.all([
      Promise.all(numbered(options.workers).map((n) => launch(`worker-${n}`, 'worker/main.ts', {}))),
      Promise.all(ports.map((port, index) => launch(`api-${index + 1}`, 'api/main.ts', { PORT: String(port) }))),
    ]),
  )
  const baseUrl = urls[0] ?? ''
  const file = await writeDown({ dataDir, databaseUrl, temporal, baseUrl, metricsUrl: '', twinsUrl: null })
  for (const { name, pid, url } of kept.map((one) => one.current()))
    print(`  ${name.padEnd(12)} ${String(pid).padStart(8)}  ${url}`)
  print(`\n  Temporal: ${temporal.address}, Web UI: ${temporal.ui ?? 'none'}. Keys: ${file}.`)
  print('  Kill any process: it is started again. Ctrl-C stops all of them.')
  if (options.soakMinutes !== null) await soakOf(options.soakMinutes, { urls, databaseUrl, processes: kept }, stops)
}

async function soakOf(
  minutes: number,
  cluster: Pick<SoakOptions, 'urls' | 'databaseUrl' | 'processes'>,
  stops: Stop[],
): Promise<void> {
  const db = await openDatabase({ url: cluster.databaseUrl, applicationName: 'soak', poolMax: 2 })
  const stopping = new AbortController()
  stops.push(async () => stopping.abort())
  try {
    const { violations } = await soak({ ...cluster, minutes, db, signal: stopping.signal })
    process.exitCode = violations.length === 0 ? 0 : 1
  } finally {
    await db.close()
  }
  // As Ctrl-C would: the parts stop in turn.
  process.kill(process.pid, 'SIGTERM')
}

const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

async function portsOf(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let port = API_PORT; ports.length < count; port += 1) {
    port = await freePort(port)
    ports.push(port)
  }
  return ports
}

const settingsOfShell = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** Starts a process, and starts it again whenever it ends. */
type Keep = (begin: () => Promise<Program>) => Promise<Supervised>

/** Temporal on the database's server. It has no Web UI. */
async function keptTemporal(
  keep: Keep,
  place: { readonly databaseUrl: string; readonly folder: string },
): Promise<ReachedTemporal> {
  const { namespace } = temporalSettings(process.env, '')
  const server = await temporalOnPostgres({
    ...place,
    namespace,
    programs: await longStep("Temporal's server", async (progress) => ({
      value: await temporalPrograms(progress),
      note: 'on PostgreSQL',
    })),
    executable: process.env['TEMPORAL_EXECUTABLE'] ?? 'temporal',
  })
  await keep(server.start)
  return { ...temporalSettings(process.env, server.address), ui: null }
}

/** How the processes reach the database, through PgBouncer where `--pooled` requests it. */
async function databaseSettings(
  databaseUrl: string,
  { pooled }: ClusterOptions,
  keep: Keep,
): Promise<Record<string, string>> {
  if (pooled === null) return { DATABASE_URL: databaseUrl }
  const pgBouncer = findPgBouncer(process.env)
  if (pgBouncer === null) throw new Error(NO_PGBOUNCER)
  const pooler = await step('PgBouncer', () => startPooler(pgBouncer, { databaseUrl, connections: pooled }))
  let started = false
  await keep(async () => {
    if (started) await pooler.restart()
    started = true
    return { name: 'pgbouncer', pid: pooler.pid(), url: '', exited: pooler.exited(), stop: () => pooler.stop() }
  })
  return {
    DATABASE_URL: pooler.url,
    DATABASE_LISTEN_URL: databaseUrl,
    DATABASE_PREPARED: String(pgBouncer.followsNames),
  }
}

async function writeDown(places: LocalPlaces): Promise<string> {
  const db = await openDatabase({ url: places.databaseUrl, applicationName: 'cluster', poolMax: 1 })
  try {
    return (await writeDownDemo(db, places)).file
  } finally {
    await db.close()
  }
}

await runUntilStopped((stops) => start(readClusterOptions(process.argv.slice(2)), stops))
