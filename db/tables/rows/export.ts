import type { RowPosition } from '../../../domain/rows/cursor.ts'
import { FIELDS_MAX } from '../../../domain/rows/projection.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { queryRows, type RowsQuery } from './query.ts'
import type { StoredRow } from './rows.ts'

export const FIELDS_OF_ROWS = statement<{ tableId: string; limit: number }, { name: string }>({
  name: 'fields_of_rows',
  effect: false,
  text: `select distinct f.name collate "C" as name from table_row r
    cross join lateral jsonb_object_keys(r.data) as f (name)
    where r.table_id = :tableId order by 1 limit :limit`,
})

/**
 * The names of all data fields of a table's rows, sorted; one more than FIELDS_MAX when a file cannot hold them all.
 */
export async function fieldsOfRows(queries: Queries, tableId: string): Promise<string[]> {
  const rows = await queries.query(FIELDS_OF_ROWS, { tableId, limit: FIELDS_MAX + 1 })
  return rows.map(({ name }) => name)
}

/** The most rows, of 16 KB each, that are in memory at a time. */
const PAGE_ROWS = 1_000

/**
 * Every row of a table that the filter keeps, page by page as the caller reads. Nothing is locked. A row that is
 * changed in the meantime appears once, as it is when its page is read; newest first, new rows do not appear, and none
 * appears twice.
 */
export async function* allRows(
  queries: Queries,
  of: Pick<RowsQuery, 'tableId' | 'filter' | 'order'>,
): AsyncGenerator<readonly StoredRow[]> {
  let after: RowPosition | null = null
  do {
    const page = await queryRows(queries, { ...of, after, limit: PAGE_ROWS })
    yield page.rows
    after = page.next
  } while (after !== null)
}
