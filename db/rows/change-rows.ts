import { type ChangedRow, namesOfChange, planningChanges, type RowChange } from '../../domain/rows/changes.ts'
import type { Queries } from '../database.ts'
import { inSlices } from '../turns.ts'
import type { TableOfRows } from './find-row.ts'
import { lockNamedRows } from './rows.ts'
import { storeRows } from './store-rows.ts'

/**
 * Gives rows their new data, status and time, and keeps keys, identities and touch counts in step (Spec 4.7, update). The caller
 * has locked the table, then the rows (`lockRows`), in this transaction. A change that cannot be is answered as a value, in the
 * order asked, and writes nothing for its row: `conflict` when a new value names another row, `refused` when the row would
 * name nobody or be too large.
 */
export async function applyRows(tx: Queries, table: TableOfRows, changes: readonly RowChange[]): Promise<ChangedRow[]> {
  const ids = new Set(changes.map(({ held }) => held.id))
  const owners = await lockNamedRows(tx, table.id, changes.flatMap((change) => namesOfChange(change, table.keyMode)))
  const planned = await inSlices(planningChanges({ keyMode: table.keyMode, changes, others: owners.filter(({ id }) => !ids.has(id)) }))
  await storeRows(tx, table, planned.flatMap((row) => (row.kind === 'updated' ? [{ held: row.held, state: row.state }] : [])))
  return planned
}
