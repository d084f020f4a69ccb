import { readApiKey } from '../domain/keys/api-key.ts'
import { findApiKey, markApiKeysUsed } from '../db/api-keys/queries.ts'
import type { Database } from '../db/database.ts'
import type { Principal } from './principal.ts'

/** How often the times of last use are written: one statement for all keys used meanwhile. */
const WRITE_USED_EVERY_MS = 5_000

export interface Authentication {
  authenticate(token: string): Promise<Principal | null>
  /** Writes what is not written yet. */
  stop(): Promise<void>
}

/** API keys (Spec 5). Every request asks the database, so that a revoked key fails at once on every replica. */
export function createAuthentication(db: Database, onLost: (error: unknown) => void): Authentication {
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
    async authenticate(token) {
      // A token that is no key at all costs no look-up.
      if (readApiKey(token) === null) return null
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
