// A PostgreSQL server for one machine: its own data folder, its own port, stopped when we end.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { sharedFolder } from '../setup/folders.mjs'
import { reaches, serverUser } from '../setup/user.mjs'
import { claim, type Claim } from './claim.ts'
import { withPostgresClient } from './postgres-client.ts'
import { freePort } from './ports.ts'
import { clearLeftover, untilReady } from './postmaster.ts'
import { spawnServer, type ServerProcess } from './process.ts'

export type PostgresOptions = {
  /** Kept between starts. Moved to a folder that PostgreSQL's user can reach when that user has no access to it. */
  dataDir: string
  /** Folder with bin/, lib/ and share/. */
  binaries: string
  /** The next free port is taken when this one is in use; 0 takes any. */
  port: number
  log: (line: string) => void
  /** Created when missing. */
  database?: string
  /** Server settings in addition to ours, such as `{fsync: 'off'}` for tests. */
  settings?: Record<string, string>
  /** The data is removed with the server. */
  temporary?: boolean
}

export type LocalPostgres = {
  url: string
  port: number
  pid: number
  /** Fast shutdown: sessions end, committed work is kept. */
  stop(): Promise<void>
  /** Like a crash: no checkpoint, no orderly end. */
  kill(): Promise<void>
}

type User = ReturnType<typeof serverUser>
const PORT_ATTEMPTS_MAX = 5
// Recovery after a crash replays the log before the server answers; a minute covers the largest local log.
const START_TIMEOUT_MS = 60_000
// A fast shutdown ends sessions at once and then writes one checkpoint.
const STOP_GRACE_MS = 30_000

export async function startPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const user = serverUser()
  const home = reachableHome(resolve(options.dataDir), user)
  const held = await claim({
    file: join(home, 'claim.json'),
    what: `PostgreSQL in ${home}`,
    stopSignal: 'SIGINT',
    log: options.log,
  })
  try {
    await clearLeftover(join(home, 'cluster'), options.log)
    const password = initialise(home, options, user)
    const { server, port } = await startOnFreePort(home, options, { user, held })
    const url = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`
    const end = async (signal: NodeJS.Signals) => {
      await server.stop(signal, STOP_GRACE_MS)
      held.release()
      if (options.temporary) rmSync(home, { recursive: true, force: true })
    }
    const database = options.database ?? 'postgres'
    try {
      if (database !== 'postgres') await createDatabase(url('postgres'), database)
    } catch (error) {
      await end('SIGINT')
      throw error
    }
    return { url: url(database), port, pid: server.pid, stop: () => end('SIGINT'), kill: () => end('SIGKILL') }
  } catch (error) {
    held.release()
    if (options.temporary) rmSync(home, { recursive: true, force: true })
    throw error
  }
}

/**
 * The actual place of the data: `dataDir`, or a folder that PostgreSQL's user can reach, recorded in
 * `dataDir`/LOCATION.
 */
function reachableHome(dataDir: string, user: User): string {
  mkdirSync(dataDir, { recursive: true })
  // The folder itself becomes that user's, so only the path to it matters.
  if (reaches(user, dirname(dataDir))) return own(dataDir, user)
  const noted = readNote(dataDir)
  // The note there names this folder, unless this clone is a copy of another one, whose data is not ours.
  const back = noted && readNote(noted)
  if (noted && back && (back === dataDir || !existsSync(back))) return relocate(dataDir, noted, user)
  return relocate(dataDir, mkdtempSync(join(sharedFolder('data'), `${basename(dirname(dirname(dataDir)))}-`)), user)
}

function relocate(dataDir: string, home: string, user: User): string {
  writeFileSync(join(dataDir, 'LOCATION'), `${home}\n`)
  writeFileSync(join(home, 'LOCATION'), `${dataDir}\n`)
  return own(home, user)
}

function readNote(folder: string): string | null {
  const note = join(folder, 'LOCATION')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : null
}

function own(folder: string, user: User): string {
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Makes the cluster on the first start; returns the superuser's password. */
function initialise(home: string, options: PostgresOptions, user: User): string {
  const cluster = join(home, 'cluster')
  const passwordFile = join(home, 'password')
  if (existsSync(cluster)) return readFileSync(passwordFile, 'utf8').trim()
  // Built in a separate folder and then renamed, so that an interrupted first start leaves no incomplete cluster.
  const draft = join(home, 'cluster.draft')
  rmSync(draft, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 })
  own(passwordFile, user)
  const made = spawnSync(
    join(options.binaries, 'bin/initdb'),
    [
      '-D',
      draft,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // The built-in locale sorts alike on every machine, whatever the operating system has installed.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      // Each connection derives its key in that many rounds: the password of data thrown away needs one.
      ...(options.temporary ? ['--no-sync', '--set', 'scram_iterations=1'] : []),
    ],
    { encoding: 'utf8', cwd: '/', ...(user ? { uid: user.uid, gid: user.gid } : {}) },
  )
  if (made.error) throw made.error
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stdout}${made.stderr}`)
  renameSync(draft, cluster)
  return readFileSync(passwordFile, 'utf8').trim()
}

async function startOnFreePort(
  home: string,
  options: PostgresOptions,
  { user, held }: { user: User; held: Claim },
): Promise<{ server: ServerProcess; port: number }> {
  const logFile = join(home, 'server.log')
  let preferred = options.port
  for (let attempt = 0; attempt < PORT_ATTEMPTS_MAX; attempt += 1) {
    const port = await freePort(preferred)
    writeFileSync(logFile, '')
    const server = await spawnServer({
      file: join(options.binaries, 'bin/postgres'),
      args: serverArguments(home, port, options),
      logFile,
      guardSignal: 'INT',
      scratch: options.temporary ? home : null,
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    })
    held.serverStarted(server.pid)
    if (await untilReady(join(home, 'cluster'), server, START_TIMEOUT_MS)) return { server, port }
    await server.stop('SIGQUIT', STOP_GRACE_MS)
    const output = readFileSync(logFile, 'utf8')
    // Another program may take the port between our check and the server's bind.
    if (!output.includes('Address already in use'))
      throw new Error(`PostgreSQL did not start; see ${logFile}:\n${output.slice(-2_000)}`)
    preferred = port + 1
  }
  throw new Error(`PostgreSQL found no free port from ${options.port}.`)
}

function serverArguments(home: string, port: number, options: PostgresOptions): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    // No sockets in the file system: nothing to clean up, no path that is too long.
    unix_socket_directories: '',
    // Api, worker and tests side by side; each connection costs memory only while it is used.
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...options.settings,
  }
  return [
    '-D',
    join(home, 'cluster'),
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await withPostgresClient(adminUrl, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
}
