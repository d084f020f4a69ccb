import type { TableResult } from '../../../domain/tables/links.ts'
import { resultOf } from '../../../domain/rows/change-cause.ts'
import type { RecordedChange } from '../../../domain/rows/record.ts'
import { changeOf } from '../../../domain/rows/set.ts'
import type { Queries } from '../../database.ts'
import { applyRows } from './change-rows.ts'
import { lockRows } from './rows.ts'
import { lockTable } from '../tables.ts'

export interface RowToRecord extends RecordedChange {
  readonly tableId: string
  readonly rowId: bigint
  readonly runId: string
}

/**
 * Writes a run's result into its row (Spec 4.6), in the transaction that settles the run; the run is already locked. A
 * conflict, a row that would become too large, and a table or row that no longer exists write nothing; null: the table
 * no longer exists and so has no name.
 */
export async function recordRow(
  tx: Queries,
  { tableId, rowId, runId, set, saved }: RowToRecord,
): Promise<TableResult | null> {
  const table = await lockTable(tx, tableId)
  if (table === null) return null
  const [held] = await lockRows(tx, tableId, [rowId])
  if (held === undefined) return { name: table.name, key: null, updated: 0 }
  const [done] = await applyRows(tx, table, [changeOf(held, set)], resultOf('run', runId))
  switch (done?.kind) {
    case 'conflict':
      return { name: table.name, key: held.key, updated: 0, conflicts: [{ keys: [...done.keys], reason: done.reason }] }
    case 'refused':
      return { name: table.name, key: held.key, updated: 0, refused: 1 }
    default: {
      const fields = saved.length === 0 ? {} : { saved }
      return done === undefined
        ? null
        : { name: table.name, key: done.state.key, updated: done.kind === 'updated' ? 1 : 0, ...fields }
    }
  }
}
