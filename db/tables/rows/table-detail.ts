import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { ROW_COLUMNS, type StoredRow } from './rows.ts'
import type { TableState } from '../tables.ts'

/** The number of rows that a detail shows, newest first. */
const LATEST_ROWS = 10

/** The number of rows in which a field holds a value of this JSON type. */
export interface FieldUse {
  readonly name: string
  readonly type: string
  readonly filled: number
}

export interface TableDetail {
  readonly byStatus: Readonly<Record<string, number>>
  /** Rows whose `next_at` has passed. */
  readonly due: number
  /** Counted over the rows that were examined. */
  readonly fields: readonly FieldUse[]
  /** The number of rows that were examined. */
  readonly counted: number
  readonly latest: readonly StoredRow[]
}

export const COUNT_ROWS = statement<{ tableId: string }, Pick<TableDetail, 'byStatus' | 'due'> & { bytes: number }>({
  name: 'count_table_rows',
  effect: false,
  text: `select coalesce((
      select json_object_agg(s.status, s.rows order by s.status) from (
        select coalesce(r.status, 'none') as status, count(*)::integer as rows from table_row r
          where r.table_id = :tableId group by 1
      ) s
    ), '{}') as "byStatus",
    (select count(*)::integer from table_row r where r.table_id = :tableId and r.next_at <= now()) as due,
    (select coalesce(sum(pg_column_size(r.data)), 0)::double precision from table_row r
      where r.table_id = :tableId) as bytes`,
})

/**
 * Up to this amount of data every row is examined, which takes half a second; beyond it the newest rows are a sample.
 */
const COUNTED_BYTES_MAX = 25 * 1_048_576
const COUNTED_ROWS_MAX = 10_000

/** Rows store no empty values, so a field that exists is filled. */
const countFields = (name: string, rows: string) =>
  statement<{ tableId: string; limit: number }, FieldUse>({
    name,
    effect: false,
    text: `select f.key as name, jsonb_typeof(f.value) as type, count(*)::integer as filled
    from (${rows}) r cross join lateral jsonb_each(r.data) f group by 1, 2 order by 3 desc, 1, 2 limit :limit`,
  })

export const COUNT_FIELDS = countFields('count_table_fields', 'select data from table_row where table_id = :tableId')

export const COUNT_NEWEST_FIELDS = countFields(
  'count_newest_fields',
  `select data from table_row where table_id = :tableId order by created_at desc, key limit ${COUNTED_ROWS_MAX}`,
)

export const READ_LATEST = statement<{ tableId: string; limit: number }, StoredRow>({
  name: 'read_latest_rows',
  effect: false,
  text: `select ${ROW_COLUMNS} from table_row r where r.table_id = :tableId order by r.created_at desc, r.key
    limit :limit`,
})

/** Further fields are rare ones of rows that have little in common. */
const FIELDS_MAX = 500

/** The answer to `GET /v1/tables/{name}` besides the table itself (Spec 4.7). */
export async function readTableDetail(queries: Queries, { id, rowCount }: TableState): Promise<TableDetail> {
  const [counts] = await queries.query(COUNT_ROWS, { tableId: id })
  if (counts === undefined) throw new Error('a count has no row')
  const { bytes, ...totals } = counts
  const all = bytes <= COUNTED_BYTES_MAX || rowCount <= COUNTED_ROWS_MAX
  return {
    ...totals,
    fields: await queries.query(all ? COUNT_FIELDS : COUNT_NEWEST_FIELDS, { tableId: id, limit: FIELDS_MAX }),
    counted: all ? rowCount : COUNTED_ROWS_MAX,
    latest: await queries.query(READ_LATEST, { tableId: id, limit: LATEST_ROWS }),
  }
}
