import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from '@jest/globals'
import pg from 'pg'
import { freePort } from '../../ops/local/ports.ts'
import { serverUser } from '../../ops/setup/user.mjs'
import { until } from './until.ts'

const EXECUTABLE = process.env['PGBOUNCER'] || 'pgbouncer'
const NO_PGBOUNCER =
  'no PgBouncer was found: pgbouncer on the PATH, or its path in PGBOUNCER (Debian: apt-get install pgbouncer)'

/** As `pgbouncer --version` says it; null where there is none. */
const version: string | null =
  /PgBouncer (\d+\.\d+)/.exec(spawnSync(EXECUTABLE, ['--version']).stdout?.toString() ?? '')?.[1] ?? null

/** From 1.21 on it follows named statements. */
export const followsNames = version !== null && Number(version.split('.')[1]) >= 21

/**
 * Tests through a pooler: left out, by name, where there is none, and failing there with PGBOUNCER_REQUIRED, as
 * `.ci/run` sets it.
 */
export function describeWithPooler(name: string, tests: () => void): void {
  if (version !== null) return describe(name, tests)
  if (process.env['PGBOUNCER_REQUIRED'])
    return describe(name, () =>
      it('finds PgBouncer', () => {
        throw new Error(NO_PGBOUNCER)
      }),
    )
  describe.skip(`${name} (left out: ${NO_PGBOUNCER})`, tests)
}

export interface Pooler {
  /** The database's URL through it. */
  readonly url: string
  /** Ends it at once, and starts it again: every connection through it is lost. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** PgBouncer in transaction mode before a database, set up as ops/DEPLOY.md says, with `connections` to the server. */
export async function startPooler(databaseUrl: string, { connections }: { connections: number }): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const port = await freePort(0)
  const file = writeFiles(folder, { server: new URL(databaseUrl), port, connections })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  let running = await start(file, url.href)
  const end = async (): Promise<void> => {
    running.pooler.kill('SIGKILL')
    await running.ended
  }
  return {
    url: url.href,
    async restart() {
      await end()
      running = await start(file, url.href)
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
  { server, port, connections }: { readonly server: URL; readonly port: number; readonly connections: number },
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

const CONNECT_QUERY = 'set statement_timeout = 15000; set idle_in_transaction_session_timeout = 20000'

async function start(file: string, url: string) {
  const user = serverUser()
  const pooler = spawn(EXECUTABLE, [...(user === null ? [] : ['-u', user.name]), file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [pooler.stdout, pooler.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)))
  const ended = new Promise<void>((resolve) => pooler.once('exit', () => resolve()))
  await until(
    async () => {
      if (pooler.exitCode !== null) throw new Error(`PgBouncer has ended: ${said}`)
      return answers(url)
    },
    (answer) => answer,
    20,
  )
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
