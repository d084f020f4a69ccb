import type { Database, Transaction } from '../../db/database.ts'
import type { ErasureScope, OpenErasure } from '../../db/erasure/erasures.ts'
import { findPerson, LOCK_OPEN, NOTE_NAMES } from '../../db/erasure/names.ts'

/** Looks the names up, and notes them: the rows are erased later. */
export const FIND_ERASED_NAMES: Transaction = { name: 'find_erased_names', effect: true }

/** What an erasure under way looks for; null when it has finished meanwhile. */
export async function scopeOf(db: Database, erasure: OpenErasure): Promise<ErasureScope | null> {
  const { id, scope, subject } = erasure
  if (scope !== null) return scope
  return db.transaction(FIND_ERASED_NAMES, async (tx) => {
    if ((await tx.query(LOCK_OPEN, { id })).length === 0) return null
    const { own, shared } = await findPerson(tx, erasure, subject)
    const [noted] = await tx.query(NOTE_NAMES, {
      id,
      kinds: own.map(({ kind }) => kind),
      names: own.map(({ value }) => value),
      shared: JSON.stringify(shared),
    })
    return noted ?? null
  })
}
