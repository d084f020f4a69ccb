// A Temporal server for one machine: the CLI's development server, with a durable file and its Web UI.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts'
import { claim, type Claim } from './claim.ts'
import { freePort } from './ports.ts'
import { spawnServer, type ServerProcess } from './process.ts'

export type TemporalOptions = {
  /** The `temporal` command. */
  executable: string
  /** Runs survive a restart in this file; null keeps them in memory. */
  dbFile: string | null
  /** The next free ports are taken when these are in use; 0 takes any. A null `uiPort` runs without the Web UI. */
  port: number
  uiPort: number | null
  namespace: string
  /** Further dynamic configuration, `name=value` each. */
  settings?: readonly string[]
  log: (line: string) => void
}

export type LocalTemporal = {
  address: string
  uiUrl: string | null
  namespace: string
  pid: number
  stop(): Promise<void>
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** For one machine; `name=value` each. */
export const DYNAMIC_CONFIG = [
  // One partition: on one machine more of them only add hops between a task and its poller.
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
  // The first workflow task and the next activity come with the answer instead of waiting for a poll.
  'system.enableEagerWorkflowStart=true',
  'system.enableActivityEagerExecution=true',
]
/**
 * The file's journal is written ahead and not flushed with each commit, which took half of the server's CPU. A power
 * cut may lose the last moments of the file, as an older copy has: what ran then is started again (worker/sweeps.ts).
 */
const JOURNAL = ['journal_mode=wal', 'synchronous=normal']
// The development server keeps closed workflows for a day by default.
export const RETENTION = '3d'
const START_TIMEOUT_MS = 60_000
const STOP_GRACE_MS = 10_000
const PORT_ATTEMPTS_MAX = 5
const run = promisify(execFile)

type ServerFiles = { logFile: string; scratch: string | null; held: Claim | null }
type Ports = { frontend: number; http: number; ui: number | null }

export async function startTemporal(options: TemporalOptions): Promise<LocalTemporal> {
  const dbFile = options.dbFile === null ? null : resolve(options.dbFile)
  if (dbFile) mkdirSync(dirname(dbFile), { recursive: true })
  const scratch = dbFile ? null : mkdtempSync(join(tmpdir(), 'temporal-'))
  const logFile = dbFile ? `${dbFile}.log` : join(scratch as string, 'server.log')
  const held = dbFile
    ? await claim({
        file: `${dbFile}.claim.json`,
        what: `Temporal's file ${dbFile}`,
        stopSignal: 'SIGTERM',
        log: options.log,
      })
    : null
  const cleanUp = () => {
    held?.release()
    if (scratch) rmSync(scratch, { recursive: true, force: true })
  }
  try {
    const { server, ports } = await startOnFreePorts({ ...options, dbFile }, { logFile, scratch, held })
    const address = `127.0.0.1:${ports.frontend}`
    if (dbFile) await keepClosedWorkflows(options, address)
    const end = async (signal: NodeJS.Signals) => {
      await server.stop(signal, STOP_GRACE_MS)
      cleanUp()
    }
    return {
      address,
      uiUrl: ports.ui === null ? null : `http://127.0.0.1:${ports.ui}`,
      namespace: options.namespace,
      pid: server.pid,
      stop: () => end('SIGTERM'),
      kill: (signal = 'SIGKILL') => end(signal),
    }
  } catch (error) {
    cleanUp()
    throw error
  }
}

async function startOnFreePorts(
  options: TemporalOptions,
  place: ServerFiles,
): Promise<{ server: ServerProcess; ports: Ports }> {
  const { logFile, scratch, held } = place
  const preferred = { frontend: options.port, ui: options.uiPort }
  for (let attempt = 0; attempt < PORT_ATTEMPTS_MAX; attempt += 1) {
    const ports: Ports = {
      frontend: await freePort(preferred.frontend),
      http: await freePort(0),
      ui: preferred.ui === null ? null : await freePort(preferred.ui),
    }
    writeFileSync(logFile, '')
    const server = await spawnServer({
      file: options.executable,
      args: serverArguments(options, ports),
      logFile,
      scratch,
      guardSignal: 'TERM',
    })
    held?.serverStarted(server.pid)
    if (await ready(server, ports, options.namespace)) return { server, ports }
    await server.stop('SIGTERM', STOP_GRACE_MS)
    const output = readFileSync(logFile, 'utf8')
    // Another program may take a port between our check and the server's bind.
    if (!/in use|can't set frontend port|can't set UI port/i.test(output)) {
      throw new Error(`Temporal did not start; see ${logFile}:\n${output.slice(-2_000)}`)
    }
    preferred.frontend = ports.frontend + 1
    preferred.ui = ports.ui === null ? null : ports.ui + 1
  }
  throw new Error(`Temporal found no free port from ${options.port}.`)
}

function serverArguments(options: TemporalOptions, ports: Ports): string[] {
  return [
    'server',
    'start-dev',
    '--ip',
    '127.0.0.1',
    '--log-level',
    'warn',
    '--log-format',
    'json',
    '--port',
    String(ports.frontend),
    '--http-port',
    String(ports.http),
    '--namespace',
    options.namespace,
    ...(ports.ui === null ? ['--headless'] : ['--headless=false', '--ui-port', String(ports.ui)]),
    ...(options.dbFile === null
      ? []
      : ['--db-filename', options.dbFile, ...JOURNAL.flatMap((pragma) => ['--sqlite-pragma', pragma])]),
    ...Object.values(SEARCH_ATTRIBUTES).flatMap(({ name }) => ['--search-attribute', `${name}=Keyword`]),
    ...[...DYNAMIC_CONFIG, ...(options.settings ?? [])].flatMap((setting) => ['--dynamic-config-value', setting]),
  ]
}

/** Ready means that the frontend answers and knows our namespace. */
async function ready(server: ServerProcess, ports: Ports, namespace: string): Promise<boolean> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (server.running() && performance.now() < deadline) {
    if (await knowsNamespace(ports.http, namespace)) return true
    await sleep(50)
  }
  return false
}

async function knowsNamespace(port: number, namespace: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/namespaces/${namespace}`, {
      signal: AbortSignal.timeout(2_000),
    })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

async function keepClosedWorkflows(options: TemporalOptions, address: string): Promise<void> {
  try {
    await run(
      options.executable,
      ['operator', 'namespace', 'update', '-n', options.namespace, '--retention', RETENTION, '--address', address],
      { timeout: 10_000 },
    )
  } catch (error) {
    // A shorter retention is no reason not to start.
    options.log(
      `could not set Temporal's retention to ${RETENTION}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
