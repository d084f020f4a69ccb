import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalTemporal, startTemporal } from '../../dev/local/temporal.ts'

/** A Temporal server that one test file may take away: with a file that outlives it, and one address forever. */
export interface OwnTemporal {
  readonly address: string
  readonly namespace: string
  /** The process id of the server that runs now, or ran last. */
  pid(): number
  /** Ends the server as a crash would; its database stays. */
  kill(): Promise<void>
  /** Starts the server again, on the same port and database. */
  start(): Promise<void>
  /** Forgets every workflow; only while the server is down. */
  deleteDatabase(): void
  /** Keeps what the server has stored so far; only while it is down. */
  copyDatabase(): void
  /** The server knows what it knew at the copy; only while it is down. */
  restoreDatabase(): void
  remove(): Promise<void>
}

const NAMESPACE = 'default'

/** `settings`: further dynamic configuration, `name=value` each. */
export async function ownTemporal(settings: readonly string[] = []): Promise<OwnTemporal> {
  const executable = temporalExecutable()
  const folder = mkdtempSync(join(tmpdir(), 'own-temporal-'))
  const dbFile = join(folder, 'temporal.db')
  const start = (port: number): Promise<LocalTemporal> =>
    startTemporal({ executable, dbFile, port, uiPort: null, namespace: NAMESPACE, settings, log: console.error })
  let server = await start(0)
  const { address } = server
  const files = (from: string, to: string): void => {
    for (const end of ['', '-shm', '-wal']) {
      rmSync(`${to}${end}`, { force: true })
      if (existsSync(`${from}${end}`)) copyFileSync(`${from}${end}`, `${to}${end}`)
    }
  }
  return {
    address,
    namespace: NAMESPACE,
    pid: () => server.pid,
    kill: () => server.kill(),
    async start() {
      server = await start(Number(address.split(':')[1]))
      if (server.address !== address) throw new Error(`another program has taken ${address}`)
    },
    deleteDatabase() {
      for (const end of ['', '-shm', '-wal']) rmSync(`${dbFile}${end}`, { force: true })
    },
    copyDatabase: () => files(dbFile, `${dbFile}.copy`),
    restoreDatabase: () => files(`${dbFile}.copy`, dbFile),
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server's executable: tests that want it for themselves cannot do with TEMPORAL_ADDRESS. */
export function temporalExecutable(): string {
  const executable = process.env['TEMPORAL_EXECUTABLE']
  if (!executable)
    throw new Error('TEMPORAL_EXECUTABLE is not set: this test needs it, and cannot do with TEMPORAL_ADDRESS.')
  return executable
}
