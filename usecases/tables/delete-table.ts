import { refusalOfOthers } from '../../domain/access/payer.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { type ByCaller, DROP_TABLE, type OfAnother } from '../../db/tables/change-table.ts'
import { findTable, lockTable, type TableOwner } from '../../db/tables/tables.ts'
import { keepBlockedOfTable } from '../../db/outreach/objections/keep-blocked.ts'

/**
 * A transaction because it may need a retry: rows are deleted in no order, so it may deadlock with a send that counts
 * their touches.
 */
export const DELETE_TABLE: Transaction = { name: 'delete_table', effect: true }

export type TableDropped =
  | { readonly kind: 'dropped'; readonly rows: number }
  | { readonly kind: 'missing' }
  | OfAnother

/**
 * Deletes the table with its rows, their identities and saved enrichments; suppressions stay (Spec 4.7). Returns the
 * number of deleted rows.
 */
export async function deleteTable(
  db: Database,
  { workspaceId, environment }: TableOwner,
  { name, caller }: ByCaller,
): Promise<TableDropped> {
  return db.transaction(DELETE_TABLE, async (tx) => {
    const named = await findTable(tx, { workspaceId, environment }, name)
    const table = named === null ? null : await lockTable(tx, named.id)
    if (table === null) return { kind: 'missing' }
    const message = refusalOfOthers('table', table.madeBy, caller)
    if (message !== null) return { kind: 'forbidden', message }
    await keepBlockedOfTable(tx, table)
    const [deleted] = await tx.query(DROP_TABLE, { workspaceId, environment, name })
    return deleted === undefined ? { kind: 'missing' } : { kind: 'dropped', rows: deleted.rows }
  })
}
