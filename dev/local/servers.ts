import { join } from 'node:path'
import { type TemporalSettings, temporalSettings } from '../../domain/settings/connections.ts'
import { databaseAccess } from '../../domain/settings/database.ts'
import { print } from './console.ts'
import { startPostgres } from './postgres.ts'
import { DATABASE } from './running.ts'
import type { Stop } from './service.ts'
import { startTemporal } from './temporal.ts'

const TEMPORAL_PORT = 7233
const TEMPORAL_UI_PORT = 8233
const POSTGRES_PORT = 5433

/** The database of the settings, or a PostgreSQL on the data of a local start; returns its URL. */
export async function localPostgres(env: NodeJS.ProcessEnv, dataDir: string, stops: Stop[]): Promise<string> {
  const { sessionUrl } = databaseAccess(env)
  if (sessionUrl !== '') return sessionUrl
  const server = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    binaries: required(env, 'POSTGRES_BINARIES'),
    port: POSTGRES_PORT,
    database: DATABASE,
    log: print,
  })
  stops.push(() => server.stop())
  return server.url
}

export type ReachedTemporal = TemporalSettings & { readonly ui: string | null }

/** The Temporal server of the settings, or a development server on the data of a local start. */
export async function localTemporal(env: NodeJS.ProcessEnv, dataDir: string, stops: Stop[]): Promise<ReachedTemporal> {
  const given = env['TEMPORAL_ADDRESS']
  if (given) return { ...temporalSettings(env, given), ui: env['TEMPORAL_UI_URL'] ?? null }
  const { namespace } = temporalSettings(env, '')
  const server = await startTemporal({
    executable: required(env, 'TEMPORAL_EXECUTABLE'),
    dbFile: join(dataDir, 'temporal', 'temporal.db'),
    port: TEMPORAL_PORT,
    uiPort: TEMPORAL_UI_PORT,
    namespace,
    log: print,
  })
  stops.push(() => server.stop())
  return { ...temporalSettings(env, server.address), ui: server.uiUrl }
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is not set. Run this through npm, which prepares it.`)
  return value
}
