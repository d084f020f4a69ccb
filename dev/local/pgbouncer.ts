// PgBouncer in transaction mode on this machine, before a database: for `npm run cluster` and for tests.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverUser } from '../setup/user.mjs'
import { freePort } from './ports.ts'

export interface PgBouncer {
  readonly executable: string
  /** From 1.21 on it follows named statements. */
  readonly followsNames: boolean
}

export interface Pooler {
  /** The database's URL through it. */
  readonly url: string
  pid(): number
  /** Settles when it has ended, for whatever reason. */
  exited(): Promise<void>
  /** Ends it at once, and starts it again: every connection through it is lost. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * PgBouncer in transaction mode before a database, set up as ops/DEPLOY.md states, with `connections` to the server.
 */
export async function startPooler(
  pgBouncer: PgBouncer,
  { databaseUrl, connections }: { readonly databaseUrl: string; readonly connections: number },
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const port = await freePort(0)
  const file = writeFiles(folder, { server: new URL(databaseUrl), port, connections, ...pgBouncer })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  let running = await start(pgBouncer, file, url.href)
  const end = async (): Promise<void> => {
    running.pooler.kill('SIGKILL')
    await running.ended
  }
  return {
    url: url.href,
    pid: () => running.pooler.pid ?? 0,
    exited: () => running.ended,
    async restart() {
      await end()
      running = await start(pgBouncer, file, url.href)
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes its settings and its users; returns the path of the first. */
function writeFiles(
  folder: string,
  {
    server,
    port,
    connections,
    followsNames,
  }: PgBouncer & { readonly server: URL; readonly port: number; readonly connections: number },
): string {
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  writeFileSync(users, `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"\n`)
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} connect_query='${CONNECT_QUERY}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
${followsNames ? 'max_prepared_statements = 1000\n' : ''}`,
  )
  // As root it changes to another user, who must be able to read its files.
  chmodSync(folder, 0o755)
  for (const path of [file, users]) chmodSync(path, 0o644)
  return file
}

const START_MS_MAX = 20_000
const CONNECT_QUERY = 'set statement_timeout = 15000; set idle_in_transaction_session_timeout = 20000'

async function start({ executable }: PgBouncer, file: string, url: string) {
  const user = serverUser()
  const pooler = spawn(executable, [...(user === null ? [] : ['-u', user.name]), file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [pooler.stdout, pooler.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)))
  const ended = new Promise<void>((resolve) => pooler.once('exit', () => resolve()))
  const giveUpAt = performance.now() + START_MS_MAX
  while (!(await answers(url))) {
    if (pooler.exitCode !== null || performance.now() > giveUpAt) {
      pooler.kill('SIGKILL')
      throw new Error(`PgBouncer did not start: ${output}`)
    }
    await sleep(50)
  }
  return { pooler, ended }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
