import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../db/database.ts'
import { newEncryptionKeys } from '../../dev/local/encryption-keys.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import { announced, type Program, type ProgramOptions, startProgram, textIn } from '../../dev/local/program.ts'
import type { Target } from './load.ts'
import type { Bench } from './measure.ts'
import type { Setup } from './options.ts'
import { cpuMs } from './processes.ts'
import { createBenchWorkspace } from './workspace.ts'

/** The provider's latency; 0 is answered in memory, by the sandbox, and without any provider in the bare workflow. */
export type ProviderMs = 0 | 5 | 1_000

/** One side of the comparison, running. */
export interface System {
  target(provider: ProviderMs): Target
  readonly programs: readonly Pick<Program, 'name' | 'pid'>[]
  /** CPU milliseconds of the system under test so far; null where they are unknown. */
  cpuMs(): number | null
}

export interface SystemOptions {
  readonly setup: Setup
  readonly databaseUrl: string
  readonly providerUrl: string
  /** The name of its logs and data; `ours` by default. */
  readonly name?: string
  /** Settings in addition to the usual ones. */
  readonly env?: Readonly<Record<string, string>>
}

/** Counted as always, and never reached: a refused run would not be a run. */
const NO_LIMIT = '1000000000'
const BENCH_TABLE = `create table if not exists bench (
  id text not null, step text not null, at timestamptz not null default clock_timestamp(), primary key (id, step))`

const settingsOf = ({ servers }: Bench, databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  TEMPORAL_ADDRESS: servers.temporal.address,
  TEMPORAL_NAMESPACE: servers.temporal.namespace,
  ENCRYPTION_KEYS: newEncryptionKeys(),
  PORT: '0',
  METRICS_PORT: '0',
  HOST: '127.0.0.1',
  WORKER_HEALTH_PORT: '0',
})

/** The service, with its api and its worker as `setup` states. */
export async function startOurs(bench: Bench, options: SystemOptions): Promise<System> {
  const { setup, databaseUrl, name = 'ours' } = options
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: 2 })
  const workspace = await createBenchWorkspace(db, `bench ${setup}`)
  await db.close()
  const env = {
    ...settingsOf(bench, databaseUrl),
    PROVIDER_SERPER_API_KEY: 'bench',
    PROVIDER_SERPER_BASE_URL: options.providerUrl,
    RATE_LIMIT_REQUESTS_PER_MINUTE: NO_LIMIT,
    RATE_LIMIT_RUNS_PER_MINUTE: NO_LIMIT,
    ...options.env,
  }
  const programs =
    setup === 'together'
      ? [await startTogether(bench, name, env)]
      : await startAll(bench, [
          { script: 'worker/main.ts', name: `${name}-worker`, env, ready: announced },
          { script: 'api/main.ts', name: `${name}-api`, env: { ...env, DEPLOYMENT: 'production' }, ready: announced },
        ])
  return system(programs, (url, provider) => ({
    url,
    path: '/v1/run',
    key: provider === 0 ? workspace.keys.test : workspace.keys.live,
    body: JSON.stringify({ capability: 'web.search', input: { query: 'durable workflow engines' } }),
  }))
}

/** The program of `npm start` itself, on servers that already run. */
function startTogether(bench: Bench, name: string, env: Readonly<Record<string, string>>): Promise<Program> {
  const dataDir = join(bench.servers.folder, name)
  const credentials = join(dataDir, 'credentials.json')
  // Written last, in one piece, when everything runs.
  const ready = (): string | null =>
    existsSync(credentials) ? textIn(JSON.parse(readFileSync(credentials, 'utf8')), 'base_url') : null
  return start(bench, { script: 'dev/start.ts', name, env: { ...env, DATA_DIR: dataDir }, ready })
}

/** An api in a separate process, as in production. */
export const startApiAlone = (
  bench: Bench,
  { name, databaseUrl, env }: Pick<SystemOptions, 'databaseUrl' | 'env'> & { readonly name: string },
): Promise<Program> =>
  start(bench, {
    script: 'api/main.ts',
    name,
    env: { ...settingsOf(bench, databaseUrl), DEPLOYMENT: 'production', ...env },
    ready: announced,
  })

/** The bare workflow of three steps, behind the smallest HTTP server. */
export async function startBare(bench: Bench, { setup, databaseUrl, providerUrl }: SystemOptions): Promise<System> {
  await withPostgresClient(databaseUrl, (client) => client.query(BENCH_TABLE))
  const env = { ...settingsOf(bench, databaseUrl), PROVIDER_URL: providerUrl }
  const role = (name: string): Wanted => ({
    script: 'lab/bench/bare/main.ts',
    name: `bare-${name}`,
    env: { ...env, BARE_ROLE: name },
    ready: announced,
  })
  const programs = await startAll(bench, setup === 'together' ? [role('together')] : [role('worker'), role('api')])
  return system(programs, (url, provider) => ({
    url,
    path: provider === 0 ? '/run' : '/run/call',
    key: null,
    body: '{}',
  }))
}

type Wanted = Omit<ProgramOptions, 'folder' | 'profileDir'>

async function start({ options: { profileDir }, servers, stops }: Bench, wanted: Wanted): Promise<Program> {
  if (profileDir !== null) mkdirSync(profileDir, { recursive: true })
  const program = await startProgram({ ...wanted, folder: servers.folder, profileDir })
  stops.push(() => program.stop())
  return program
}

async function startAll(bench: Bench, wanted: readonly Wanted[]): Promise<Program[]> {
  const programs: Program[] = []
  // One after the other: both bundle or compile for seconds. The api is the last, and so the first that stops.
  for (const one of wanted) programs.push(await start(bench, one))
  return programs
}

function system(programs: readonly Program[], target: (url: string, provider: ProviderMs) => Target): System {
  const url = programs.find((one) => one.url !== '')?.url ?? ''
  return {
    programs,
    target: (provider) => target(url, provider),
    cpuMs() {
      const used = programs.map(({ pid }) => cpuMs(pid))
      return used.some((one) => one === null) ? null : used.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    },
  }
}
