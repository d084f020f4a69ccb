// Commands while a local server runs from `npm start` use its servers; without one they start PostgreSQL for
// themselves.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { databaseAccess } from '../../domain/settings/database.ts'
import { startPostgres } from './postgres.ts'

/**
 * The file in which a local start records its servers for the commands; readable by this user only, because the URL has
 * the password.
 */
const noteFile = (dataDir: string): string => join(dataDir, 'servers.json')

export type RunningServers = { database_url: string; temporal_address: string; temporal_namespace: string }

export const DATABASE = 'service'

export function writeServers(dataDir: string, servers: Partial<RunningServers>): void {
  writeFileSync(noteFile(dataDir), `${JSON.stringify(servers, null, 2)}\n`, { mode: 0o600 })
}

export function readServers(dataDir: string): Partial<RunningServers> {
  const file = noteFile(dataDir)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<RunningServers>) : {}
}

/** DATABASE_LISTEN_URL or DATABASE_URL, else the database of the running start, else our own server on its data. */
export async function openPostgres(
  env: NodeJS.ProcessEnv,
  dataDir: string,
): Promise<{ url: string; release(): Promise<void> }> {
  const given = databaseAccess(env).sessionUrl || (await answering(readServers(dataDir).database_url))
  if (given) return { url: given, release: async () => {} }
  const binaries = env['POSTGRES_BINARIES']
  if (!binaries) throw new Error('Set DATABASE_URL, or run this through npm, which prepares PostgreSQL.')
  const server = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    binaries,
    port: 0,
    database: DATABASE,
    log: console.error,
  })
  return { url: server.url, release: () => server.stop() }
}

async function answering(url: string | undefined): Promise<string | undefined> {
  if (url === undefined) return undefined
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.end()
    return url
  } catch {
    // The start that recorded it has ended.
    return undefined
  }
}
