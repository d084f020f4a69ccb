import { type Also, type Database, nothingElse } from '../database.ts'
import { keepBlockedOfRows } from '../objections/keep-blocked.ts'
import { DELETE_ROWS, dropRows } from './delete-rows.ts'
import { lockTable, type TableState } from '../tables/tables.ts'
import { lockSelection, type RowSelection } from './update.ts'

/**
 * Removes rows of a table by their ids or by a filter and returns their keys (Spec 4.7); null when the table no longer
 * exists. The table is locked first, because its row count changes too.
 */
export const removeRows = (
  db: Database,
  { id }: TableState,
  rows: RowSelection,
  also: Also<string[]> = nothingElse,
): Promise<string[] | null> =>
  db.transaction(DELETE_ROWS, async (tx): Promise<string[] | null> => {
    const table = await lockTable(tx, id)
    if (table === null) return null
    const { rows: held } = await lockSelection(tx, id, { rows, ifStatus: undefined })
    const ids = held.map((row) => row.id)
    await keepBlockedOfRows(tx, table, ids)
    const keys = await dropRows(tx, id, ids)
    await also(tx, keys)
    return keys
  })
