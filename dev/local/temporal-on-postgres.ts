// Temporal's own server on a PostgreSQL of this machine: all its services in one process, for `npm run cluster`.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DYNAMIC_CONFIG, RETENTION } from './temporal.ts'
import { withPostgresClient } from './postgres-client.ts'
import { freePort } from './ports.ts'
import { spawnServer } from './process.ts'
import type { Program } from './program.ts'

export interface TemporalOnPostgresOptions {
  readonly programs: { readonly server: string; readonly sqlTool: string }
  /** The `temporal` command. */
  readonly executable: string
  /** The server's PostgreSQL; Temporal's two databases are made next to the service's. */
  readonly databaseUrl: string
  /** Of its settings and its log. */
  readonly folder: string
  readonly namespace: string
}

const run = promisify(execFile)
const DATABASES = { temporal: 'temporal', temporal_visibility: 'visibility' } as const
const SERVICES = ['frontend', 'history', 'matching', 'worker'] as const
/** Each shard is a queue of writes; a cluster keeps the number that it began with. */
const SHARDS = 128
const CONNECTIONS = { default: 20, visibility: 10 } as const
const START_MS_MAX = 90_000
const STOP_GRACE_MS = 10_000

/** Makes its databases where they are missing, and returns what starts the server, always on the same address. */
export async function temporalOnPostgres(
  options: TemporalOnPostgresOptions,
): Promise<{ readonly address: string; start(): Promise<Program> }> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  await makeDatabases(options)
  const port = await freePort(7233)
  const address = `127.0.0.1:${port}`
  await writeSettings(options, port)
  return { address, start: () => startServer(options, address) }
}

async function makeDatabases({ programs, databaseUrl }: TemporalOnPostgresOptions): Promise<void> {
  const at = new URL(databaseUrl)
  for (const [name, schema] of Object.entries(DATABASES)) {
    const tool = (...words: string[]) =>
      run(programs.sqlTool, ['--plugin', 'postgres12', '--ep', at.hostname, '-p', at.port, '--db', name, ...words], {
        env: {
          ...process.env,
          SQL_USER: decodeURIComponent(at.username),
          SQL_PASSWORD: decodeURIComponent(at.password),
        },
      })
    const isThere = await withPostgresClient(databaseUrl, async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
      return rowCount === 1
    })
    if (!isThere) {
      await tool('create')
      await tool('setup-schema', '-v', '0.0')
    }
    await tool('update-schema', '--schema-name', `postgresql/v12/${schema}`)
  }
}

/** YAML that is JSON: its settings, and the dynamic ones. */
async function writeSettings({ folder, databaseUrl }: TemporalOnPostgresOptions, frontend: number): Promise<void> {
  const dynamic = join(folder, 'dynamic.yaml')
  writeFileSync(
    dynamic,
    JSON.stringify(
      Object.fromEntries(
        DYNAMIC_CONFIG.map((setting) => {
          const [name = '', value = ''] = setting.split('=')
          return [name, [{ value: JSON.parse(value) as unknown }]]
        }),
      ),
    ),
  )
  const services: Record<string, object> = {}
  let port = frontend
  // Its database has only room for ports below 32,768.
  const nextPort = async (): Promise<number> => (port = await freePort(port + 1))
  for (const name of SERVICES) {
    const grpcPort = name === 'frontend' ? frontend : await nextPort()
    services[name] = { rpc: { grpcPort, membershipPort: await nextPort(), bindOnIP: '127.0.0.1' } }
  }
  const rpcAddress = `127.0.0.1:${frontend}`
  const settings = {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: SHARDS,
      datastores: {
        default: { sql: sqlStore(databaseUrl, 'temporal', CONNECTIONS.default) },
        visibility: { sql: sqlStore(databaseUrl, 'temporal_visibility', CONNECTIONS.visibility) },
      },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services,
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: { active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress } },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    publicClient: { hostPort: rpcAddress },
    dynamicConfigClient: { filepath: dynamic, pollInterval: '60s' },
  }
  writeFileSync(join(folder, 'cluster.yaml'), JSON.stringify(settings), { mode: 0o600 })
}

function sqlStore(databaseUrl: string, databaseName: string, maxConns: number): object {
  const at = new URL(databaseUrl)
  return {
    pluginName: 'postgres12',
    databaseName,
    connectAddr: at.host,
    connectProtocol: 'tcp',
    user: decodeURIComponent(at.username),
    password: decodeURIComponent(at.password),
    maxConns,
    maxIdleConns: maxConns,
    maxConnLifetime: '1h',
  }
}

async function startServer(options: TemporalOnPostgresOptions, address: string): Promise<Program> {
  const logFile = join(options.folder, 'temporal.log')
  const server = await spawnServer({
    file: options.programs.server,
    args: ['--root', options.folder, '--config', '.', '--env', 'cluster', '--allow-no-auth', 'start'],
    logFile,
    guardSignal: 'TERM',
  })
  const giveUpAt = performance.now() + START_MS_MAX
  while (!(await hasNamespace(options, address))) {
    if (!server.running() || performance.now() > giveUpAt) {
      await server.stop('SIGTERM', STOP_GRACE_MS)
      throw new Error(`Temporal did not start; see ${logFile}:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
    }
    await sleep(200)
  }
  return {
    name: 'temporal',
    pid: server.pid,
    url: address,
    exited: server.exited,
    stop: () => server.stop('SIGTERM', STOP_GRACE_MS),
  }
}

/** Makes the namespace where it is missing; the server knows it some seconds later. */
async function hasNamespace({ executable, namespace }: TemporalOnPostgresOptions, address: string): Promise<boolean> {
  const succeeds = (...words: string[]): Promise<boolean> =>
    run(executable, [...words, '-n', namespace, '--address', address], { timeout: 10_000 }).then(
      () => true,
      () => false,
    )
  if (await succeeds('workflow', 'count')) return true
  if (!(await succeeds('operator', 'namespace', 'describe')))
    await succeeds('operator', 'namespace', 'create', '--retention', RETENTION)
  return false
}
