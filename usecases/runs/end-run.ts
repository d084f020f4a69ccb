import { isEnded, type RunStatus } from '../../domain/runs/states.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { type LinkedRows, writeLinkedRows } from '../../db/runs/linked.ts'
import { emitRunEnded, endsOf, type RunEnd, SETTLE_RUN } from '../../db/runs/settle.ts'

/** The end of a run that writes into a table: its rows, the ledger and the run change together. */
export const SETTLE_LINKED_RUN: Transaction = { name: 'settle_linked_run', effect: true }

/**
 * Ends a run: ledger, wallet and run in one transaction (decisions, "A run", step 7). A run that has already ended
 * stays as it is. Returns the status that counts.
 */
export const endRun = async (db: Database, end: RunEnd): Promise<RunStatus> =>
  (await settle(db, end, null)) ?? db.transaction(SETTLE_LINKED_RUN, (tx) => settleWithRows(tx, end))

/** The same in the caller's transaction, which has locked the run. */
export const endRunWithin = async (tx: Queries, end: RunEnd): Promise<RunStatus> =>
  (await settle(tx, end, null)) ?? settleWithRows(tx, end)

const settleWithRows = async (tx: Queries, end: RunEnd): Promise<RunStatus> =>
  mustEnd(await settle(tx, end, await writeLinkedRows(tx, end)))

function mustEnd(status: RunStatus | null): RunStatus {
  if (status === null) throw new Error('a run that wrote into its table was not ended')
  return status
}

/** null: nothing changed, because the run writes into a table: its rows are written first, in the same transaction. */
async function settle(queries: Queries, end: RunEnd, linked: LinkedRows): Promise<RunStatus | null> {
  const [row] = await queries.query(SETTLE_RUN, { ends: endsOf([end], linked) })
  if (row === undefined) throw new Error('the run to end does not exist')
  emitRunEnded(queries, row)
  if (row.status !== null) return row.status
  if (isEnded(row.was)) return row.was
  if (row.linked && linked === null) return null
  throw new Error('the run was not ended: its charge does not fit its hold or its attempt')
}
