import type { Queries, Statement } from '../database.ts'
import { ROW_COLUMNS, type StoredRow } from './rows.ts'
import type { TableState } from './tables.ts'

/** How many rows a detail shows, the newest first. */
const LATEST_ROWS = 10

/** In how many rows a field holds a value of this JSON type. */
export interface FieldUse {
  readonly name: string
  readonly type: string
  readonly filled: number
}

export interface TableDetail {
  readonly byStatus: Readonly<Record<string, number>>
  /** Rows whose `next_at` has passed. */
  readonly due: number
  readonly fields: readonly FieldUse[]
  readonly latest: readonly StoredRow[]
}

const COUNT_ROWS: Statement = {
  name: 'count_table_rows',
  effect: false,
  text: `select coalesce((
      select json_object_agg(s.status, s.rows order by s.status) from (
        select coalesce(r.status, 'none') as status, count(*)::integer as rows from table_row r where r.table_id = $1 group by 1
      ) s
    ), '{}') as "byStatus",
    (select count(*)::integer from table_row r where r.table_id = $1 and r.next_at <= now()) as due`,
}

/** Rows hold no empty values, so a field that is there is filled. */
const COUNT_FIELDS: Statement = {
  name: 'count_table_fields',
  effect: false,
  text: `select f.key as name, jsonb_typeof(f.value) as type, count(*)::integer as filled
    from table_row r cross join lateral jsonb_each(r.data) f where r.table_id = $1 group by 1, 2 order by 3 desc, 1, 2 limit $2`,
}

const READ_LATEST: Statement = {
  name: 'read_latest_rows',
  effect: false,
  text: `select ${ROW_COLUMNS} from table_row r where r.table_id = $1 order by r.created_at desc, r.key limit $2`,
}

/** Fields beyond these are rare ones of rows that have little in common. */
const FIELDS_MAX = 500

/** What `GET /v1/tables/{name}` says beside the table itself (Spec 4.7). */
export async function readTableDetail(queries: Queries, { id }: TableState): Promise<TableDetail> {
  const [counts] = await queries.query<Pick<TableDetail, 'byStatus' | 'due'>>(COUNT_ROWS, [id])
  if (counts === undefined) throw new Error('a count has no row')
  return {
    ...counts,
    fields: await queries.query<FieldUse>(COUNT_FIELDS, [id, FIELDS_MAX]),
    latest: await queries.query<StoredRow>(READ_LATEST, [id, LATEST_ROWS]),
  }
}
