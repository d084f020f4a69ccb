import { readApiKey } from '../domain/keys/api-key.ts'
import { isSessionToken } from '../domain/keys/session-token.ts'
import { findApiKey, markApiKeysUsed } from '../db/api-keys/queries.ts'
import type { Database } from '../db/database.ts'
import { findSession } from '../db/sessions/queries.ts'
import type { Principal } from './principal.ts'

/** One kind of credential (Spec 5). Every request asks the database, so that what is revoked fails at once on every replica. */
export interface CredentialReader {
  /** Whether the token has this kind's shape: a token that is none at all costs no look-up. */
  reads(token: string): boolean
  /** Whose it is, or null when it is unknown, expired or revoked. */
  find(token: string): Promise<Principal | null>
}

/** Asks the first reader that knows the token's shape; null when none does. */
export const authenticateBy = (readers: readonly CredentialReader[]) => async (token: string): Promise<Principal | null> =>
  readers.find((reader) => reader.reads(token))?.find(token) ?? null

/** How often the times of last use are written: one statement for all keys used meanwhile. */
const WRITE_USED_EVERY_MS = 5_000

export interface KeyReader extends CredentialReader {
  /** Writes what is not written yet. */
  stop(): Promise<void>
}

/** API keys (Spec 5). */
export function createKeyReader(db: Database, onLost: (error: unknown) => void): KeyReader {
  let used = new Map<string, Date>()

  async function writeUsed(): Promise<void> {
    if (used.size === 0) return
    const batch = used
    used = new Map()
    await markApiKeysUsed(db, batch).catch(onLost)
  }

  const timer = setInterval(() => void writeUsed(), WRITE_USED_EVERY_MS)
  timer.unref()
  return {
    reads: (token) => readApiKey(token) !== null,
    async find(token) {
      const owner = await findApiKey(db, token)
      if (owner === null) return null
      used.set(owner.apiKeyId, new Date())
      return { ...owner, kind: 'key' }
    },
    async stop() {
      clearInterval(timer)
      await writeUsed()
    },
  }
}

/** Dashboard sessions (Spec 5.3). They are live; the header `Service-Environment` chooses otherwise (decisions, "session"). */
export const sessionReader = (db: Database): CredentialReader => ({
  reads: isSessionToken,
  async find(token) {
    const owner = await findSession(db, token)
    return owner === null ? null : { ...owner, kind: 'session', environment: 'live', apiKeyId: null }
  },
})
