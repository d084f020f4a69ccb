import { SUBJECT_ROWS_MAX } from '../../domain/history/subject-collector.ts'
import { isDatabaseUnavailable } from '../../db/database-errors.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { insertRun, type KeyAlreadyUsed, keyAlreadyUsed, type NewRun, READ_ACCEPTED } from '../../db/runs/accept.ts'

export type Accepted = { readonly kind: 'inserted' } | KeyAlreadyUsed

/**
 * Writes the run's row, which guarantees that the run is not lost (decisions, "A run", step 1). If the idempotency key
 * is taken, returns the run that has it. When the answer to COMMIT is lost, the insert is repeated under the same id.
 */
export async function acceptRun(db: Database, run: NewRun): Promise<Accepted> {
  try {
    return await insertOrRead(db, run)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return insertOrRead(db, run)
  }
}

/** A run whose input is a long list of subjects: the run and their blocks. */
export const INSERT_LONG_RUN: Transaction = { name: 'insert_long_run', effect: true }

/** Inserts the run; false when its id or its idempotency key is taken. */
function insertAlone(db: Database, run: NewRun): Promise<boolean> {
  return run.context.subjects.length <= SUBJECT_ROWS_MAX
    ? insertRun(db, run)
    : db.transaction(INSERT_LONG_RUN, (tx) => insertRun(tx, run))
}

async function insertOrRead(db: Database, run: NewRun): Promise<Accepted> {
  if (await insertAlone(db, run)) return { kind: 'inserted' }
  const [found] = await db.query(READ_ACCEPTED, {
    runId: run.id,
    workspaceId: run.workspaceId,
    environment: run.environment,
    idempotencyKey: run.idempotencyKey,
  })
  // The other run may have released its key between the two statements: then this one is inserted now.
  if (found === undefined) return insertOrRead(db, run)
  if (found.id === run.id) return { kind: 'inserted' }
  return keyAlreadyUsed(found, run)
}
