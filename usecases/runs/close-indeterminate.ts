import type { RunError } from '../../domain/runs/run-error.ts'
import { writeAudit } from '../../db/access/audit/entries.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { cancelRun } from '../../db/runs/cancel.ts'
import {
  END_SESSIONS,
  type IndeterminateRun,
  MARK_UNKNOWN,
  POSTPONE_AUTO_TOPUPS,
  readIndeterminateRuns,
} from '../../db/runs/indeterminate.ts'

export const CLOSE_INDETERMINATE_RUNS: Transaction = { name: 'close_indeterminate_runs', effect: true }

/** The run had no plan yet: its provider and recipients are unknown. */
const FORGOTTEN: RunError = {
  code: 'cancelled',
  message:
    'The service was restored from a backup. Whether this run was made is not known: look before you ask for it again. Nothing was charged.',
}

export interface Closed {
  readonly runs: readonly IndeterminateRun[]
  readonly topups: number
  readonly sessions: number
}

/**
 * Makes a database that was restored to an earlier time safe before a worker uses it. Calls that may have been made are
 * not made again, no card is charged for a day, and all people must sign in again. Writes an audit entry.
 */
export const closeIndeterminateRuns = (
  db: Database,
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<Closed> =>
  db.transaction(CLOSE_INDETERMINATE_RUNS, async (tx) => {
    const runs = await readIndeterminateRuns(tx)
    for (const run of runs) {
      if (run.status === 'created') await cancelRun(tx, run.id, null, FORGOTTEN)
      else await tx.query(MARK_UNKNOWN, { runId: run.id })
    }
    const topups = (await tx.query(POSTPONE_AUTO_TOPUPS, {})).length
    const sessions = (await tx.query(END_SESSIONS, {})).length
    await writeAudit(tx, {
      actor,
      reason,
      workspaceId: null,
      action: 'restore.closed',
      before: null,
      after: { runs: runs.map(({ id }) => id), topups, sessions },
    })
    return { runs, topups, sessions }
  })
