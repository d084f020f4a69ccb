import type { JsonObject } from '../../../domain/json/json.ts'
import type { ChangeCause } from '../../../domain/rows/change-cause.ts'
import { ROWS_PER_IMPORT_MAX } from '../../../domain/tables/limits.ts'
import type { TableResult } from '../../../domain/tables/links.ts'
import type { Queries } from '../../database.ts'
import { lockTable, type TableState } from '../tables.ts'
import { type RowsWritten, writeRows } from './write.ts'

export interface RowsToLand {
  readonly tableId: string
  readonly status: string | null
  readonly rows: readonly JsonObject[]
  readonly now: Date
  readonly cause: ChangeCause
}

export interface RowsLanded {
  readonly result: TableResult
  /** Rows that hold the results, new or existing. */
  readonly rowIds: readonly bigint[]
  /** The indexes of the rows that may be stored later: they found no room, or a conflict. */
  readonly waiting: readonly number[]
}

/**
 * Stores a run's result as rows (Spec 4.6), in the transaction that settles the run. Rows without room are counted as
 * refused, one by one in the order of the result, and so are rows after the first 5,000: the result is settled all the
 * same. null: the table no longer exists.
 */
export async function insertResultRows(
  tx: Queries,
  { tableId, status, rows, now, cause }: RowsToLand,
): Promise<RowsLanded | null> {
  const table = await lockTable(tx, tableId)
  if (table === null) return null
  const { written, leftOut } = await writeWhatFits(tx, { table, status, rows, now, cause })
  const count = (outcome: 'inserted' | 'updated' | 'unchanged'): number =>
    written.rows.filter((row) => row.outcome === outcome).length
  const conflicts = written.conflicts.map(({ keys, reason }): JsonObject => ({ keys: [...keys], reason }))
  const merged = written.merged.slice(0, MERGED_MAX).map(({ key, identity, reason }) => ({ key, identity, reason }))
  const refused = written.refused.length + leftOut
  return {
    rowIds: written.rows.map(({ id }) => id),
    waiting: [...written.conflicts.map(({ index }) => index), ...rows.keys().drop(rows.length - leftOut)],
    result: {
      name: table.name,
      inserted: count('inserted'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      ...(conflicts.length === 0 ? {} : { conflicts }),
      ...(merged.length === 0 ? {} : { merged }),
      ...(refused === 0 ? {} : { refused }),
    },
  }
}

/** Merges that the run's answer lists: more than a person looks through. */
const MERGED_MAX = 100

type Written = Extract<RowsWritten, { kind: 'written' }>

const NOTHING: Written = { kind: 'written', rows: [], conflicts: [], refused: [], merged: [], hints: [] }

async function writeWhatFits(
  tx: Queries,
  { table, rows, ...how }: Omit<RowsToLand, 'tableId'> & { readonly table: TableState },
): Promise<{ written: Written; leftOut: number }> {
  for (let taken = Math.min(rows.length, ROWS_PER_IMPORT_MAX); taken > 0;) {
    const written = await writeRows(tx, { table, rows: rows.slice(0, taken), mode: 'merge', ...how })
    if (written.kind === 'written') return { written, leftOut: rows.length - taken }
    // The number of new rows that fit; the others among these rows may exist already.
    taken = Math.min(taken - 1, Math.max(0, written.limit - written.used))
  }
  return { written: NOTHING, leftOut: rows.length }
}
