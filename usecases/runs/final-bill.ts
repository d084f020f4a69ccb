import type { RunStatus } from '../../domain/runs/states.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { SETTLE_RUN_BEFORE_BILL } from '../../db/runs/final-bill.ts'
import { type LinkedRows, writeLinkedRows } from '../../db/runs/linked.ts'
import { emitRunEnded, readRunStatus } from '../../db/runs/settle.ts'
import { mustEnd } from './end-run.ts'

/** The end of a run that writes into a table, before its bill. */
export const SETTLE_LINKED_RUN_BEFORE_BILL: Transaction = { name: 'settle_linked_run_before_bill', effect: true }

export interface EndBeforeBill {
  readonly runId: string
  readonly charge: bigint
  readonly attempt: number
  readonly provider: string
  readonly dueInSeconds: number
  /** After this time the bill is no longer awaited. */
  readonly withinSeconds: number
}

/** Returns the status that counts; a run that has already ended stays as it is. */
export const endRunBeforeBill = async (db: Database, end: EndBeforeBill): Promise<RunStatus> =>
  (await settle(db, end, null)) ??
  db.transaction(SETTLE_LINKED_RUN_BEFORE_BILL, async (tx) =>
    mustEnd(await settle(tx, end, await writeLinkedRows(tx, { ...end, status: 'succeeded' }))),
  )

/** null: nothing changed, because the run writes into a table: its rows are written first, in the same transaction. */
async function settle(queries: Queries, end: EndBeforeBill, linked: LinkedRows): Promise<RunStatus | null> {
  const [row] = await queries.query(SETTLE_RUN_BEFORE_BILL, {
    runId: end.runId,
    charge: end.charge.toString(),
    attempt: end.attempt,
    provider: end.provider,
    dueInSeconds: end.dueInSeconds,
    withinSeconds: end.withinSeconds,
    rowsWritten: linked !== null,
    tableResult: linked?.result == null ? null : JSON.stringify(linked.result),
  })
  if (row !== undefined) emitRunEnded(queries, row)
  if (row?.status != null) return row.status
  if (row?.linked === true && linked === null) return null
  const status = await readRunStatus(queries, end.runId)
  if (status === 'running') throw new Error('the run was not ended: its charge does not fit its hold')
  return status
}
