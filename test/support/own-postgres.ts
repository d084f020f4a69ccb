import { execFileSync } from 'node:child_process'
import { lstatSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalPostgres, startPostgres } from '../../dev/local/postgres.ts'
import { sharedFolder } from '../../dev/setup/folders.mjs'

/** A PostgreSQL server that one test or campaign may take away, with data that outlive it and one address forever. */
export interface OwnPostgres {
  readonly url: string
  /** Of the server that runs now, or ran last. */
  pid(): number
  /** As a crash would; its data stay. */
  kill(): Promise<void>
  /** Again on the same port and data. */
  start(): Promise<void>
  remove(): Promise<void>
}

export interface OwnPostgresOptions {
  readonly binaries: string
  readonly database: string
  readonly settings?: Record<string, string>
  /**
   * Where the write-ahead log is kept instead, for example on a separate disk; empty, and open to the server's user.
   */
  readonly walFolder?: string
}

export async function ownPostgres({
  binaries,
  database,
  settings = {},
  walFolder,
}: OwnPostgresOptions): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(sharedFolder('tests'), 'own-postgres-'))
  const start = (port: number): Promise<LocalPostgres> =>
    startPostgres({ dataDir, binaries, port, database, settings, log: console.error })
  let server = await start(0)
  const { url, port } = server
  if (walFolder !== undefined) {
    await server.stop()
    moveWal(join(dataDir, 'cluster', 'pg_wal'), join(walFolder, 'pg_wal'))
    server = await start(port)
  }
  return {
    url,
    pid: () => server.pid,
    kill: () => server.kill(),
    async start() {
      server = await start(port)
      if (server.port !== port) throw new Error(`another program has taken port ${port}`)
    },
    async remove() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** With owner and modes: only the server's user may read it. */
function moveWal(from: string, to: string): void {
  if (lstatSync(from).isSymbolicLink()) return
  execFileSync('cp', ['-a', from, to])
  renameSync(from, `${from}.moved`)
  symlinkSync(to, from)
  rmSync(`${from}.moved`, { recursive: true })
}
