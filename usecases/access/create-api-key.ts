import { COUNT_API_KEYS, insertApiKey, type MintedKey, type NewApiKey } from '../../db/access/api-keys/queries.ts'
import type { BeforeCommit, Database, Transaction } from '../../db/database.ts'
import { lockWorkspace } from '../../db/access/workspaces/lock.ts'

export const MINT_API_KEY: Transaction = { name: 'mint_api_key', effect: true }

/** Creates a key without checking the limit: for commands, which a person runs. */
export const createApiKey = (db: Database, key: NewApiKey): Promise<MintedKey> =>
  db.transaction(MINT_API_KEY, (tx) => insertApiKey(tx, key))

/** Many more than a customer has systems; each is one row of the list. */
export const API_KEYS_MAX = 100

export const MINT_API_KEY_WITHIN_LIMIT: Transaction = { name: 'mint_api_key_within_limit', effect: true }

/** null: the workspace already has the maximum number of active keys. */
export const mintApiKey = (
  db: Database,
  key: NewApiKey,
  beforeCommit: BeforeCommit<MintedKey>,
): Promise<MintedKey | null> =>
  db.transaction(MINT_API_KEY_WITHIN_LIMIT, async (tx) => {
    await lockWorkspace(tx, key.workspaceId)
    const [counted] = await tx.query(COUNT_API_KEYS, { workspaceId: key.workspaceId })
    if (counted === undefined || counted.n >= API_KEYS_MAX) return null
    const made = await insertApiKey(tx, key)
    await beforeCommit(tx, made)
    return made
  })
