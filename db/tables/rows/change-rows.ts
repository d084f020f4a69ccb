import type { ChangeCause } from '../../../domain/rows/change-cause.ts'
import { type ChangedRow, identitiesOfChange, planningChanges, type RowChange } from '../../../domain/rows/changes.ts'
import type { Queries } from '../../database.ts'
import { inSlices } from '../../time-slices.ts'
import type { TableOfRows } from './find-row.ts'
import { lockRowsByIdentity } from './rows.ts'
import { storeRows } from './store-rows.ts'

/**
 * Changes the data, status and time of rows, and keeps keys, identities and touch counts consistent (Spec 4.7, update).
 * The caller has locked the table, then the rows (`lockRows`), in this transaction. An impossible change is returned as
 * a value, in the given order, and writes nothing for its row: `conflict` when a new value names another row, `refused`
 * when the row would have no identity or be too large.
 */
export async function applyRows(
  tx: Queries,
  table: TableOfRows,
  changes: readonly RowChange[],
  cause: ChangeCause,
): Promise<ChangedRow[]> {
  const ids = new Set(changes.map(({ held }) => held.id))
  const owners = await lockRowsByIdentity(
    tx,
    table,
    changes.flatMap((change) => identitiesOfChange(change, table.keyMode)),
  )
  const planned = await inSlices(
    planningChanges({ keyMode: table.keyMode, changes, others: owners.filter(({ id }) => !ids.has(id)) }),
  )
  await storeRows(
    tx,
    table,
    planned.flatMap((row) => (row.kind === 'updated' ? [{ held: row.held, state: row.state }] : [])),
    cause,
  )
  return planned
}
