import type { KeyMode } from '../../domain/tables/keys.ts'
import type { Queries } from '../database.ts'
import type { QuotaReached } from '../../domain/plans/quotas.ts'
import { findTable, lockTable, makeTable, type TableOwner, type TableState } from './tables.ts'

export interface TableToOpen {
  readonly name: string
  /** null: the key mode of the existing table, or `auto` for a new one. */
  readonly keyMode: KeyMode | null
  /** The description of a new table. */
  readonly description: string | null
  /** Who makes a new table: an API key or a connected app; left out or null: a person. */
  readonly madeBy?: string | null | undefined
}

export type TableOpened =
  | { readonly kind: 'open'; readonly table: TableState; readonly created: boolean }
  | { readonly kind: 'other key'; readonly keyMode: KeyMode }
  | QuotaReached
  /**
   * Another transaction created or deleted the table in the meantime: this transaction must end and begin again, to
   * take its locks in order.
   */
  | { readonly kind: 'raced' }

/** The locked table of this name; the first write to a name creates it (Spec 4.7). */
export async function openTable(
  tx: Queries,
  owner: TableOwner,
  { name, keyMode, description, madeBy }: TableToOpen,
): Promise<TableOpened> {
  const found = await findTable(tx, owner, name)
  if (found === null) {
    const made = await makeTable(tx, owner, { name, title: null, description, keyMode: keyMode ?? 'auto', madeBy })
    if (made.kind === 'taken') return { kind: 'raced' }
    return made.kind === 'created' ? { kind: 'open', table: made.table, created: true } : made
  }
  const table = await lockTable(tx, found.id)
  if (table === null || table.name !== name) return { kind: 'raced' }
  return keyMode !== null && keyMode !== table.keyMode
    ? { kind: 'other key', keyMode: table.keyMode }
    : { kind: 'open', table, created: false }
}
