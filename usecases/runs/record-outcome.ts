import type { FoundSubject } from '../../domain/history/subject-collector.ts'
import {
  type AttemptEnd,
  emitAttemptEnded,
  LOCK_ATTEMPT,
  outcomeValues,
  RECORD_OUTCOME,
} from '../../db/runs/attempts/outcome.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { splitSubjects, storeBlocks } from '../../db/runs/history/blocks.ts'

/** An outcome with a long list of subjects. */
export const RECORD_LONG_OUTCOME: Transaction = { name: 'record_long_outcome', effect: true }

/** True when this executor's outcome was stored; false when another executor decided the attempt. */
export function recordOutcome(db: Database, end: AttemptEnd): Promise<boolean> {
  const { rows, list } = end.subjects === null ? { rows: null, list: null } : splitSubjects(end.subjects)
  if (list === null) return record(db, end, rows)
  return db.transaction(RECORD_LONG_OUTCOME, async (tx) => {
    const { runId, number, token } = end
    const [held] = await tx.query(LOCK_ATTEMPT, { runId, number, token })
    if (held === undefined) return false
    // Before the outcome, which locks the account that other runs use too.
    await storeBlocks(tx, { runId, place: 'result', list })
    return record(tx, end, rows)
  })
}

async function record(db: Queries, end: AttemptEnd, subjects: readonly FoundSubject[] | null): Promise<boolean> {
  const [done] = await db.query(RECORD_OUTCOME, outcomeValues(end, subjects))
  if (done === undefined) return false
  emitAttemptEnded(db, end, done)
  return true
}
