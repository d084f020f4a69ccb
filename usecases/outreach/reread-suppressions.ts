import { rereadSuppression } from '../../domain/outbound/reread.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { INSERT, MARK, NEXT } from '../../db/outreach/outbound/reread-suppressions.ts'

/** A transaction reads this many again: its locks are held for milliseconds. */
const BATCH = 500

export const REREAD_SUPPRESSIONS: Transaction = { name: 'reread_suppressions', effect: true }

/**
 * Reads every suppression again that an earlier reader of identities has read, and adds what its text means today. The
 * old value stays and blocks on: rows, chats and touches may still have it. Safe to run at any time and several times.
 */
export async function rereadSuppressions(db: Database): Promise<void> {
  while ((await db.transaction(REREAD_SUPPRESSIONS, rereadBatch)) === BATCH);
}

async function rereadBatch(tx: Queries): Promise<number> {
  const batch = await tx.query(NEXT, { limit: BATCH })
  for (const one of batch) {
    const { reading, subject, today } = rereadSuppression(one)
    const { workspaceId, environment, reason, source, createdAt } = one
    if (today !== null)
      await tx.query(INSERT, { workspaceId, environment, ...today, subject, reason, source, createdAt })
    await tx.query(MARK, { workspaceId, environment, kind: one.kind, value: one.value, subject, reading })
  }
  return batch.length
}
