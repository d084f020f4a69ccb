import { readLimitOf, shownOf } from '../../../domain/listing/page.ts'
import type { RowPosition } from '../../../domain/rows/cursor.ts'
import type { RowFilter } from '../../../domain/rows/filter.ts'
import type { Order } from '../../../domain/rows/order.ts'
import type { Queries } from '../../database.ts'
import { generatedStatement } from '../../statement.ts'
import { filterSql } from './filter-sql.ts'
import { Parameters, ROWS_UNPACKED } from './parameters.ts'
import { sortSql } from './order-sql.ts'
import { ROW_COLUMNS, type StoredRow } from './rows.ts'

export interface RowsQuery {
  readonly tableId: string
  readonly filter: RowFilter
  readonly order: Order
  /** The end of the page before; null for the first page. */
  readonly after: RowPosition | null
  readonly limit: number
}

export interface RowsPage {
  readonly rows: readonly StoredRow[]
  /** The end of this page; null when there are no further rows. */
  readonly next: RowPosition | null
}

interface PlacedRow extends StoredRow {
  readonly rank: number
  readonly value: string
}

export const QUERY_ROWS = (text: string) =>
  generatedStatement<PlacedRow>({ name: 'query_rows', text, effect: false, plannedEachTime: true })

/**
 * A page of a table's rows (Spec 4.7). A page continues after the values of the last row, not after a count. A row that
 * is written or removed in the meantime moves no other, so no row appears twice or is left out unless it moved itself.
 * The caller must have checked that the table belongs to the workspace.
 */
export async function queryRows(
  queries: Queries,
  { tableId, filter, order, after, limit }: RowsQuery,
): Promise<RowsPage> {
  const parameters = new Parameters('d.data')
  const sort = sortSql(order, parameters)
  const text = `select ${ROW_COLUMNS}, ${sort.rank} as rank, ${sort.value} as value from ${ROWS_UNPACKED}
    where r.table_id = ${parameters.add(tableId, 'text')} and ${filterSql(filter, parameters)}
      ${after === null ? '' : `and ${sort.after(after, parameters)}`}
    order by ${sort.orderBy} limit ${parameters.add(readLimitOf(limit), 'integer')}`
  const found = await queries.query(QUERY_ROWS(text), parameters.values)
  const { items: rows, more } = shownOf(found, limit)
  const last = more ? rows.at(-1) : undefined
  return { rows, next: last === undefined ? null : { rank: last.rank, value: last.value, key: last.key } }
}
