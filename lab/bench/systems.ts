import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../db/database.ts'
import { newEncryptionKeys } from '../../dev/local/encryption-keys.ts'
import { cpuMs } from './cpu.ts'
import type { Target } from './load.ts'
import type { Setup } from './options.ts'
import { announced, type Program, type ProgramOptions, startProgram, textIn } from '../../dev/local/program.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'
import { withPostgresClient } from '../../dev/local/postgres-client.ts'
import { createBenchWorkspace } from './workspace.ts'

/** The provider's latency; 0 is answered in memory, by the sandbox, and without any provider in the bare workflow. */
export type ProviderMs = 0 | 5 | 1_000

/** One side of the comparison, running. */
export interface System {
  readonly name: 'ours' | 'bare' | JobForm
  target(provider: ProviderMs): Target
  /** The same call as a raw run; the bare workflow has none. */
  rawTarget(provider: ProviderMs): Target
  /** Its programs by name. */
  readonly programs: readonly Pick<Program, 'name' | 'pid'>[]
  /** CPU milliseconds of the system under test so far; null where they are unknown. */
  cpuMs(): number | null
  /** The same of the server that makes its runs durable; left out: that is Temporal. */
  engineCpuMs?(): number | null
  stop(): Promise<void>
}

/** What makes the job of `peers/job.ts` durable. */
export type JobForm = 'none' | 'dbos' | 'restate'

export interface SystemOptions {
  readonly setup: Setup
  readonly servers: BenchServers
  readonly databaseUrl: string
  readonly providerUrl: string
  readonly profileDir: string | null
  readonly stops: Stop[]
  /** The name of its logs and data; `ours` by default. */
  readonly name?: string
  /** Settings in addition to the usual ones. */
  readonly env?: Readonly<Record<string, string>>
}

/** Counted as always, and never reached: a refused run would not be a run. */
const NO_LIMIT = '1000000000'
const BENCH_TABLE = `create table if not exists bench (
  id text not null, step text not null, at timestamptz not null default clock_timestamp(), primary key (id, step))`

export async function startOurs(options: SystemOptions): Promise<System> {
  const { setup, servers, databaseUrl } = options
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: 2 })
  const workspace = await createBenchWorkspace(db, `bench ${setup}`)
  await db.close()
  const env = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: servers.temporal.address,
    TEMPORAL_NAMESPACE: servers.temporal.namespace,
    ENCRYPTION_KEYS: newEncryptionKeys(),
    PROVIDER_SERPER_API_KEY: 'bench',
    PROVIDER_SERPER_BASE_URL: options.providerUrl,
    RATE_LIMIT_REQUESTS_PER_MINUTE: NO_LIMIT,
    RATE_LIMIT_RUNS_PER_MINUTE: NO_LIMIT,
    PORT: '0',
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
    WORKER_HEALTH_PORT: '0',
    ...options.env,
  }
  const programs =
    setup === 'together'
      ? [await startTogether(options, env)]
      : await startAll(options, [
          { script: 'worker/main.ts', name: 'ours-worker', env, ready: announced },
          { script: 'api/main.ts', name: 'ours-api', env: { ...env, DEPLOYMENT: 'production' }, ready: announced },
        ])
  const key = (provider: ProviderMs): string => (provider === 0 ? workspace.keys.test : workspace.keys.live)
  const request =
    (body: object) =>
    (url: string, provider: ProviderMs): Target => ({
      url,
      path: '/v1/run',
      key: key(provider),
      body: JSON.stringify(body),
    })
  return system('ours', programs, {
    target: request({ capability: 'web.search', input: { query: 'durable workflow engines' } }),
    rawTarget: request({ provider: 'serper', endpoint: '/search', input: { q: 'durable workflow engines' } }),
  })
}

/** The program of `npm start` itself, on servers that already run. */
function startTogether(options: SystemOptions, env: Readonly<Record<string, string>>): Promise<Program> {
  const { name = 'ours' } = options
  const dataDir = join(options.servers.folder, name)
  const credentials = join(dataDir, 'credentials.json')
  // Written last, in one piece, when everything runs.
  const ready = (): string | null =>
    existsSync(credentials) ? textIn(JSON.parse(readFileSync(credentials, 'utf8')), 'base_url') : null
  return start(options, { script: 'dev/start.ts', name, env: { ...env, DATA_DIR: dataDir }, ready })
}

export async function startBare(options: SystemOptions): Promise<System> {
  const { setup, servers, databaseUrl } = options
  await withPostgresClient(databaseUrl, (client) => client.query(BENCH_TABLE))
  const env = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: servers.temporal.address,
    TEMPORAL_NAMESPACE: servers.temporal.namespace,
    PROVIDER_URL: options.providerUrl,
  }
  const role = (name: string) => ({
    script: 'lab/bench/bare.ts',
    name: `bare-${name}`,
    env: { ...env, BARE_ROLE: name },
    ready: announced,
  })
  const programs = await startAll(options, setup === 'together' ? [role('together')] : [role('worker'), role('api')])
  const target = (url: string, provider: ProviderMs): Target => ({
    url,
    path: provider === 0 ? '/run' : '/run/call',
    key: null,
    body: '{}',
  })
  return system('bare', programs, { target, rawTarget: target })
}

type Wanted = Omit<ProgramOptions, 'folder' | 'profileDir'>

export async function start(options: SystemOptions, wanted: Wanted): Promise<Program> {
  if (options.profileDir !== null) mkdirSync(options.profileDir, { recursive: true })
  const program = await startProgram({ ...wanted, folder: options.servers.folder, profileDir: options.profileDir })
  options.stops.push(() => program.stop())
  return program
}

async function startAll(options: SystemOptions, wanted: readonly Wanted[]): Promise<Program[]> {
  const programs: Program[] = []
  // One after the other: both bundle or compile for seconds, and a half-started pair is easier to stop.
  for (const one of wanted) programs.push(await start(options, one))
  return programs
}

type TargetOf = (url: string, provider: ProviderMs) => Target

export function system(
  name: System['name'],
  programs: readonly Program[],
  requests: { readonly target: TargetOf; readonly rawTarget: TargetOf },
): System {
  const url = programs.find((one) => one.url !== '')?.url ?? ''
  return {
    name,
    programs,
    target: (provider) => requests.target(url, provider),
    rawTarget: (provider) => requests.rawTarget(url, provider),
    cpuMs() {
      const used = programs.map(({ pid }) => cpuMs(pid))
      return used.some((one) => one === null) ? null : used.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    },
    async stop() {
      // The api first: it waits for the worker's answers.
      for (const program of programs.toReversed()) await program.stop()
    },
  }
}
