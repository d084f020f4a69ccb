import type { Database, Queries, Statement, Transaction } from '../database.ts'
import { lockNamed, lockPicked } from './pick-rows.ts'
import { lockTable, type TableState } from './tables.ts'
import type { RowsMeant } from './update.ts'

export const REMOVE_ROWS: Transaction = { name: 'remove_rows', effect: true }

/** Their identities and what was saved in them go with them. */
const DELETE_ROWS: Statement = {
  name: 'delete_rows',
  effect: 'within',
  text: `with gone as (
      delete from table_row where table_id = $1 and id = any($2::bigint[]) returning id
    )
    update workspace_table set row_count = row_count - (select count(*)::integer from gone), updated_at = clock_timestamp() where id = $1`,
}

/** Removes rows of a table by their ids or by a filter, and answers the keys of those that went (Spec 4.7). Suppressions stay. */
export const removeRows = (db: Database, table: TableState, rows: RowsMeant): Promise<string[]> =>
  db.transaction(REMOVE_ROWS, async (tx): Promise<string[]> => {
    // Behind the table's lock, as every count of its rows is.
    if (await lockTable(tx, table.id) === null) return []
    const held = await lockMeant(tx, table.id, rows)
    if (held.length > 0) await tx.query(DELETE_ROWS, [table.id, held.map(({ id }) => id.toString())])
    return held.map(({ key }) => key)
  })

const lockMeant = (tx: Queries, tableId: string, rows: RowsMeant) =>
  ('ids' in rows ? lockNamed(tx, tableId, { ids: rows.ids, ifStatus: undefined }) : lockPicked(tx, { ...rows, tableId, ifStatus: undefined }))
