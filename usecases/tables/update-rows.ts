import { changeOf, type RowSet } from '../../domain/rows/set.ts'
import type { ChangeCause } from '../../domain/rows/change-cause.ts'
import { type ChangedRow, mayChangeIdentities, type RowChange } from '../../domain/rows/changes.ts'
import type { RowPosition } from '../../domain/rows/cursor.ts'
import type { HeldRow } from '../../domain/rows/state.ts'
import { fitData, TOO_MUCH_DATA } from '../../domain/rows/merge.ts'
import { lockPicked, lockRowsIfStatus, type PickedRow, type RowsToPick } from '../../db/tables/rows/pick-rows.ts'
import { lockTable, type TableState } from '../../db/tables/tables.ts'
import { readRows, type StoredRow } from '../../db/tables/rows/rows.ts'
import { type BeforeCommit, type Database, noop, type Queries, type Transaction } from '../../db/database.ts'
import { inSlices, mapInSteps } from '../../db/time-slices.ts'
import { applyRows } from '../../db/tables/rows/change-rows.ts'
import { toStorableList } from '../../db/storable-text.ts'
import { changeColumns } from '../../db/tables/rows/row-changes.ts'
import { STORE_CHANGES } from '../../db/tables/rows/update.ts'

/** Rows by their ids, or by a filter. */
export type RowSelection = { readonly ids: readonly bigint[] } | Omit<RowsToPick, 'tableId' | 'ifStatus'>

export interface RowsToUpdate {
  readonly table: TableState
  readonly rows: RowSelection
  readonly set: RowSet
  /** A claim: only rows that still have this status change. */
  readonly ifStatus: string | null | undefined
  readonly cause: ChangeCause
}

export interface UpdatedRows {
  readonly kind: 'updated'
  /** The rows that the set was applied to, in the requested order. */
  readonly rows: readonly StoredRow[]
  /**
   * Rows that the set would have given another row's identity, or no identity, or too much data: they stay as they are.
   */
  readonly rejected: readonly Extract<ChangedRow, { kind: 'conflict' | 'refused' }>[]
  /** The position after the last row that a filter selected; null when it selected fewer rows than requested. */
  readonly next: RowPosition | null
}

export type RowsUpdated =
  | UpdatedRows
  /** The table was deleted in the meantime. */
  | { readonly kind: 'missing' }

export const UPDATE_ROWS: Transaction = { name: 'update_rows', effect: true }

/**
 * Applies a set to rows of a table (Spec 4.7, update). With `ifStatus` it is a claim: each row goes to only one of any
 * number of parallel callers. Only a set that may change a row's identities locks the table. All others, including
 * claims, lock only their rows.
 */
export const updateRows = (
  db: Database,
  request: RowsToUpdate,
  beforeCommit: BeforeCommit<UpdatedRows> = noop,
): Promise<RowsUpdated> =>
  db.transaction(UPDATE_ROWS, async (tx): Promise<RowsUpdated> => {
    const { table, rows, set, ifStatus, cause } = request
    const changesIdentities = mayChangeIdentities([...set.fields.keys()], table.keyMode)
    if (changesIdentities && (await lockTable(tx, table.id)) === null) return { kind: 'missing' }
    const { rows: held, more } = await lockSelection(tx, table.id, { rows, ifStatus })
    const changes = await inSlices(mapInSteps(held, (row) => changeOf(row, set)))
    const changed = changesIdentities
      ? await applyRows(tx, table, changes, cause)
      : await storeChanges(tx, table.id, changes, cause)
    const rejected = changed.flatMap((row) => (row.kind === 'conflict' || row.kind === 'refused' ? [row] : []))
    const ids = changed.flatMap((row) => (row.kind === 'conflict' || row.kind === 'refused' ? [] : [row.held.id]))
    const stored = new Map((await readRows(tx, table.id, ids)).map((row) => [row.id, row]))
    const updated: UpdatedRows = {
      kind: 'updated',
      rejected,
      next: more ? placeOf(held.at(-1)) : null,
      rows: ids.flatMap((id) => stored.get(id) ?? []),
    }
    await beforeCommit(tx, updated)
    return updated
  })

type StoredOrRefused = Extract<ChangedRow, { kind: 'refused' }> | { readonly kind: 'updated'; readonly held: HeldRow }

async function storeChanges(
  tx: Queries,
  tableId: string,
  changes: readonly RowChange[],
  cause: ChangeCause,
): Promise<StoredOrRefused[]> {
  const fitting = await inSlices(mapInSteps(changes, (change) => ({ change, data: fitData(change.data) })))
  const toStore = fitting.flatMap(({ change, data }) => (data === null ? [] : [{ ...change, data }]))
  if (toStore.length > 0) {
    const rows = await toStorableList(toStore, ({ held, ...next }) => ({
      id: held.id.toString(),
      data: next.data,
      status: next.status,
      next_at: next.nextAt?.toISOString() ?? null,
      ...changeColumns(held, next),
    }))
    await tx.query(STORE_CHANGES, { tableId, rows, ...cause })
  }
  return fitting.map(({ change: { held }, data }): StoredOrRefused =>
    data === null ? { kind: 'refused', held, reason: TOO_MUCH_DATA } : { kind: 'updated', held },
  )
}

/** Locks the selected rows; for a claim only those that still have the status. */
export async function lockSelection(
  tx: Queries,
  tableId: string,
  { rows, ifStatus }: Pick<RowsToUpdate, 'rows' | 'ifStatus'>,
): Promise<{ readonly rows: readonly (HeldRow | PickedRow)[]; readonly more: boolean }> {
  if ('ids' in rows) return { rows: await lockRowsIfStatus(tx, tableId, { ids: rows.ids, ifStatus }), more: false }
  return lockPicked(tx, { ...rows, tableId, ifStatus })
}

const placeOf = (row: HeldRow | PickedRow | undefined): RowPosition | null =>
  row === undefined || !('rank' in row) ? null : { rank: row.rank, value: row.value, key: row.key }
