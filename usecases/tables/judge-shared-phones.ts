import type { Database, Transaction } from '../../db/database.ts'
import { KEEP_SHARED, NEXT_TO_JUDGE, PHONES_AT_ONCE, sharedOf } from '../../db/tables/rows/shared-phones.ts'

export const JUDGE_SHARED_PHONES: Transaction = { name: 'judge_shared_phones', effect: true }

/**
 * Judges the numbers again that were judged up to `before`, as PostgreSQL writes a time, and forgets those that several
 * people share no more, because their rows have gone or changed. Returns how many there were. A write that finds its
 * number noted holds it until its rows are seen here.
 */
export const judgeSharedPhones = (
  db: Database,
  { before, limit = PHONES_AT_ONCE }: { readonly before: string; readonly limit?: number },
): Promise<number> =>
  db.transaction(JUDGE_SHARED_PHONES, async (tx) => {
    const noted = await tx.query(NEXT_TO_JUDGE, { before, limit })
    for (const numbers of Map.groupBy(noted, (one) => `${one.workspaceId} ${one.environment}`).values()) {
      const [owner] = numbers
      if (owner === undefined) continue
      const { workspaceId, environment } = owner
      const phones = numbers.map(({ value }) => value)
      const shared = await sharedOf(tx, owner, { phones, again: true })
      await tx.query(KEEP_SHARED, { workspaceId, environment, phones, shared })
    }
    return noted.length
  })
