import type { RowPosition } from '../../../domain/rows/cursor.ts'
import type { RowFilter } from '../../../domain/rows/filter.ts'
import type { Order } from '../../../domain/rows/order.ts'
import type { HeldRow } from '../../../domain/rows/state.ts'
import type { Queries } from '../../database.ts'
import { generatedStatement } from '../../statement.ts'
import { filterSql } from './filter-sql.ts'
import { Parameters, ROWS_UNPACKED } from './parameters.ts'
import { sortSql } from './order-sql.ts'
import { HELD_COLUMNS } from './rows.ts'

/** The rows to change. */
export interface RowsToPick {
  readonly tableId: string
  readonly filter: RowFilter
  readonly order: Order
  readonly after: RowPosition | null
  readonly limit: number
  /** A claim: only rows still in this status; null: only rows without a status. undefined: no claim. */
  readonly ifStatus: string | null | undefined
}

export interface PickedRow extends HeldRow {
  /** Its place in the requested order. */
  readonly rank: number
  readonly value: string
}

const statusSql = (ifStatus: RowsToPick['ifStatus'], parameters: Parameters): string =>
  ifStatus === undefined
    ? 'true'
    : ifStatus === null
      ? 'r.status is null'
      : `r.status = ${parameters.add(ifStatus, 'text')}`

export interface Picked {
  readonly rows: readonly PickedRow[]
  /** The full number of rows was found, so there may be more after the last one. */
  readonly more: boolean
}

/**
 * Other transactions may take an entire page between reading and locking it. After this many rounds without a row, the
 * result is empty.
 */
const TURNS_MAX = 5

/**
 * Locks the first rows that a filter keeps, in the requested order. A claim takes unlocked rows, so that callers do not
 * wait for each other. When all rows are locked, it waits, so that an empty result means that nothing is left. Other
 * changes wait first: they also apply to rows that another transaction locks for a moment.
 */
export async function lockPicked(tx: Queries, picked: RowsToPick): Promise<Picked> {
  for (let turn = 1; turn <= TURNS_MAX; turn += 1) {
    if (picked.ifStatus !== undefined || turn > 1) {
      const rows = await lockFree(tx, picked)
      if (rows.length > 0) return { rows, more: rows.length === picked.limit }
    }
    const seen = await see(tx, picked)
    if (seen.length === 0) break
    const rows = await lockSeen(tx, picked, seen)
    if (rows.length > 0) return { rows, more: seen.length === picked.limit }
  }
  return { rows: [], more: false }
}

export const LOCK_FREE_ROWS = (text: string) =>
  generatedStatement<PickedRow>({ name: 'lock_free_rows', text, effect: false, plannedEachTime: true })
export const SEE_ROWS = (text: string) =>
  generatedStatement<{ id: bigint }>({ name: 'see_rows', text, effect: false, plannedEachTime: true })
export const LOCK_SEEN_ROWS = (text: string) =>
  generatedStatement<PickedRow>({ name: 'lock_seen_rows', text, effect: false, plannedEachTime: true })
export const LOCK_ROWS_IF_STATUS = (text: string) =>
  generatedStatement<HeldRow>({ name: 'lock_rows_if_status', text, effect: false, plannedEachTime: true })

/** It skips locked rows and so never waits, and the order of these locks does not matter. */
function lockFree(tx: Queries, { tableId, filter, order, after, limit, ifStatus }: RowsToPick): Promise<PickedRow[]> {
  const parameters = new Parameters('r.data')
  const sort = sortSql(order, parameters)
  const text = `select ${HELD_COLUMNS}, ${sort.rank} as rank, ${sort.value} as value from table_row r
    where r.table_id = ${parameters.add(tableId, 'text')} and ${filterSql(filter, parameters)}
      and ${statusSql(ifStatus, parameters)}
      ${after === null ? '' : `and ${sort.after(after, parameters)}`}
    order by ${sort.orderBy} limit ${parameters.add(limit, 'integer')} for no key update of r skip locked`
  return tx.query(LOCK_FREE_ROWS(text), parameters.values)
}

async function see(tx: Queries, { tableId, filter, order, after, limit, ifStatus }: RowsToPick): Promise<bigint[]> {
  const parameters = new Parameters('d.data')
  const sort = sortSql(order, parameters)
  const text = `select r.id from ${ROWS_UNPACKED}
    where r.table_id = ${parameters.add(tableId, 'text')} and ${filterSql(filter, parameters)}
      and ${statusSql(ifStatus, parameters)}
      ${after === null ? '' : `and ${sort.after(after, parameters)}`}
    order by ${sort.orderBy} limit ${parameters.add(limit, 'integer')}`
  const rows = await tx.query(SEE_ROWS(text), parameters.values)
  return rows.map(({ id }) => id)
}

/** In the order of their ids (decisions, "Lock order"), and only rows that the filter still keeps. */
async function lockSeen(
  tx: Queries,
  { tableId, filter, order, ifStatus }: RowsToPick,
  seen: readonly bigint[],
): Promise<PickedRow[]> {
  const parameters = new Parameters('r.data')
  const sort = sortSql(order, parameters)
  const text = `select ${HELD_COLUMNS}, ${sort.rank} as rank, ${sort.value} as value from table_row r
    where r.table_id = ${parameters.add(tableId, 'text')}
      and r.id = any(${parameters.add(seen.map(String), 'bigint[]')})
      and ${filterSql(filter, parameters)} and ${statusSql(ifStatus, parameters)}
    order by r.id for no key update of r`
  const locked = await tx.query(LOCK_SEEN_ROWS(text), parameters.values)
  return inOrderOf(seen, locked)
}

/**
 * Locks rows in the order of their ids; for a claim only those still in the status. Returns them in the order of
 * `ids`.
 */
export async function lockRowsIfStatus(
  tx: Queries,
  tableId: string,
  { ids, ifStatus }: { ids: readonly bigint[]; ifStatus: RowsToPick['ifStatus'] },
): Promise<HeldRow[]> {
  const parameters = new Parameters('r.data')
  const text = `select ${HELD_COLUMNS} from table_row r
    where r.table_id = ${parameters.add(tableId, 'text')} and r.id = any(${parameters.add(ids.map(String), 'bigint[]')})
      and ${statusSql(ifStatus, parameters)}
    order by r.id for no key update of r`
  const locked = await tx.query(LOCK_ROWS_IF_STATUS(text), parameters.values)
  return inOrderOf(ids, locked)
}

/** Rows are locked by id and returned in the requested order. */
function inOrderOf<Row extends HeldRow>(ids: readonly bigint[], rows: readonly Row[]): Row[] {
  const places = new Map(ids.map((id, at) => [id, at]))
  return rows.toSorted((left, right) => (places.get(left.id) ?? 0) - (places.get(right.id) ?? 0))
}
