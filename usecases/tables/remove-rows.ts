import { type BeforeCommit, type Database, noop, type Transaction } from '../../db/database.ts'
import { lockTable, type TableState } from '../../db/tables/tables.ts'
import { lockSelection, type RowSelection } from './update-rows.ts'
import { keepBlockedOfRows } from '../../db/outreach/objections/keep-blocked.ts'
import { dropRows } from '../../db/tables/rows/delete-rows.ts'
import { findRow } from '../../db/tables/rows/find-row.ts'

/** Deletes the requested rows while their table is locked. */
export const DELETE_ROWS: Transaction = { name: 'delete_rows', effect: true }

/**
 * Removes rows of a table by their ids or by a filter and returns their keys (Spec 4.7); null when the table no longer
 * exists. The table is locked first, because its row count changes too.
 */
export const removeRows = (
  db: Database,
  { id }: TableState,
  rows: RowSelection,
  beforeCommit: BeforeCommit<string[]> = noop,
): Promise<string[] | null> =>
  db.transaction(DELETE_ROWS, async (tx): Promise<string[] | null> => {
    const table = await lockTable(tx, id)
    if (table === null) return null
    const { rows: held } = await lockSelection(tx, id, { rows, ifStatus: undefined })
    const ids = held.map((row) => row.id)
    await keepBlockedOfRows(tx, table, ids)
    const keys = await dropRows(tx, id, ids)
    await beforeCommit(tx, keys)
    return keys
  })

/**
 * Removes the row with this key or any identity that it carries and returns its key; null when the table no longer
 * exists.
 */
export const removeRow = (db: Database, tableId: string, key: string): Promise<string[] | null> =>
  db.transaction(DELETE_ROWS, async (tx) => {
    const table = await lockTable(tx, tableId)
    if (table === null) return null
    const row = await findRow(tx, table, key)
    return row === null ? [] : dropRows(tx, table.id, [row.id])
  })
