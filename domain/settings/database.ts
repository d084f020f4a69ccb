import { readCount } from './numbers.ts'
import { readSwitch } from './switch.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** How the database is reached. */
export interface DatabaseAccess {
  readonly url: string
  /**
   * Reaches the server itself, for what needs a session: LISTEN, migrations and commands. The same as `url` unless that
   * is a pooler's.
   */
  readonly sessionUrl: string
  /** `url` is a pooler's, which gives each transaction any session: nothing may be set for a session. */
  readonly pooled: boolean
  /** false: statements have no names, for a pooler that does not follow them (PgBouncer before 1.21). */
  readonly prepared: boolean
  /**
   * false: the driver's own connections, for a release of it that the watch was not tested with (db/engine/outage/).
   */
  readonly watched: boolean
}

/** Throws one error that names the variable that is wrong. DATABASE_URL is checked by its reader. */
export function databaseAccess(env: Variables): DatabaseAccess {
  const url = env['DATABASE_URL']?.trim() ?? ''
  const sessionUrl = env['DATABASE_LISTEN_URL']?.trim() || url
  return {
    url,
    sessionUrl,
    pooled: sessionUrl !== url,
    prepared: readSwitch(env, 'DATABASE_PREPARED') ?? true,
    watched: readConnectionsWatched(env),
  }
}

/** DATABASE_CONNECTIONS_WATCHED. */
export const readConnectionsWatched = (env: Variables): boolean =>
  readSwitch(env, 'DATABASE_CONNECTIONS_WATCHED') ?? true

/** Connections of one process at most (DATABASE_POOL_MAX). */
export function readPoolMax(env: Variables, fallback: number): number {
  const poolMax = readCount(env, 'DATABASE_POOL_MAX', fallback)
  if (poolMax === 0) throw new Error('DATABASE_POOL_MAX must be 1 or more.')
  return poolMax
}
