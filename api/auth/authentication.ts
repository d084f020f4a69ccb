import { mayRole } from '../../domain/access/roles.ts'
import { audienceOf } from '../../domain/access/resources.ts'
import { readApiKey } from '../../domain/keys/api-key.ts'
import { isAppToken } from '../../domain/keys/app-token.ts'
import { isSessionToken } from '../../domain/keys/session-token.ts'
import { findApiKey, markApiKeysUsed } from '../../db/access/api-keys/queries.ts'
import { findAccess, markAppsUsed } from '../../db/access/connected-apps/queries.ts'
import type { Database } from '../../db/database.ts'
import { findSession } from '../../db/access/sessions/queries.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { createLastUsedTracker } from './last-used-tracker.ts'

/**
 * One kind of credential (Spec 5). Every request queries the database, so that a revoked credential fails at once on
 * every replica.
 */
export interface CredentialReader {
  /** Whether the token has this kind's format: a malformed token costs no look-up. */
  reads(token: string): boolean
  /** The token's principal, or null when it is unknown, expired or revoked. */
  find(token: string): Promise<Principal | null>
}

/** Uses the first reader that knows the token's format; null when none does. */
export const authenticateBy =
  (readers: readonly CredentialReader[]) =>
  async (token: string): Promise<Principal | null> =>
    readers.find((reader) => reader.reads(token))?.find(token) ?? null

/** A reader of credentials whose times of last use are shown. */
export interface UsedReader extends CredentialReader {
  /** Writes the pending times of last use. */
  stop(): Promise<void>
}

/** API keys (Spec 5). */
export function createKeyReader(db: Database, onLost: (error: unknown) => void): UsedReader {
  const used = createLastUsedTracker((times) => markApiKeysUsed(db, times), onLost)
  return {
    reads: (token) => readApiKey(token) !== null,
    async find(token) {
      const owner = await findApiKey(db, token)
      if (owner === null) return null
      used.mark(owner.apiKeyId)
      return { ...owner, kind: 'key' }
    },
    stop: () => used.stop(),
  }
}

/** Access tokens of connected apps (Spec 5.6), issued for the API at `publicUrl`. They are live, as sessions are. */
export function createAppReader(db: Database, publicUrl: () => string, onLost: (error: unknown) => void): UsedReader {
  const used = createLastUsedTracker((times) => markAppsUsed(db, times), onLost)
  return {
    reads: isAppToken,
    async find(token) {
      const access = await findAccess(db, token, audienceOf(publicUrl()))
      if (access === null) return null
      const { appId, workspaceId, role } = access
      used.mark(appId)
      // An app may do no more than the person who connected it.
      const scopes = access.scopes.filter((scope) => mayRole(role, scope))
      return { kind: 'app', appId, workspaceId, scopes, environment: 'live', apiKeyId: null }
    },
    stop: () => used.stop(),
  }
}

/**
 * Dashboard sessions (Spec 5.3). They are live, unless the header `Service-Environment` chooses otherwise (decisions,
 * "session").
 */
export const sessionReader = (db: Database): CredentialReader => ({
  reads: isSessionToken,
  async find(token) {
    const owner = await findSession(db, token)
    return owner === null ? null : { ...owner, kind: 'session', environment: 'live', apiKeyId: null }
  },
})

export interface Authentication {
  readonly authenticate: (token: string) => Promise<Principal | null>
  /** Writes the pending times of last use. */
  stop(): Promise<void>
}

/** Every kind of credential that the API at `publicUrl` accepts. */
export function createAuthentication(
  db: Database,
  publicUrl: () => string,
  onLost: (error: unknown) => void,
): Authentication {
  const [keys, apps] = [createKeyReader(db, onLost), createAppReader(db, publicUrl, onLost)]
  return {
    authenticate: authenticateBy([keys, sessionReader(db), apps]),
    stop: async () => {
      await Promise.all([keys.stop(), apps.stop()])
    },
  }
}
