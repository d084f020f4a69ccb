import { LOCK_UNTAKEN, SET_LIVE_KEY } from '../../db/access/agents/live-key.ts'
import { insertApiKey, type MintedKey } from '../../db/access/api-keys/queries.ts'
import type { BeforeCommit, Database, Transaction } from '../../db/database.ts'

export const TAKE_LIVE_KEY: Transaction = { name: 'take_live_key', effect: true }

/**
 * Makes the live key of a claimed workspace, once, with the budget of the person who claimed it. It has limits, so it
 * decides over nothing of the workspace. null: the workspace is in quarantine, or the key was taken before.
 */
export const takeLiveKey = (
  db: Database,
  apiKeyId: string,
  beforeCommit: BeforeCommit<MintedKey>,
): Promise<MintedKey | null> =>
  db.transaction(TAKE_LIVE_KEY, async (tx) => {
    const [untaken] = await tx.query(LOCK_UNTAKEN, { apiKeyId })
    if (untaken === undefined) return null
    const { workspaceId, name, amount, period } = untaken
    const key = await insertApiKey(tx, {
      workspaceId,
      environment: 'live',
      name: `${name} (live)`,
      terms: { budget: { amount, period }, allow: {}, expiresAt: null, approver: false },
    })
    await tx.query(SET_LIVE_KEY, { apiKeyId, liveKeyId: key.id })
    await beforeCommit(tx, key)
    return key
  })
