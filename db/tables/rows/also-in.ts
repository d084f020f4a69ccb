import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { idArray, type IdArray } from './id-array.ts'

/** Another table that holds some of the same people (Spec 4.7). */
export interface AlsoIn {
  readonly table: string
  readonly count: number
  /** `none` for rows without a status. */
  readonly byStatus: Readonly<Record<string, number>>
  /** The number of them that a send has reached. */
  readonly contacted: number
}

/** A field has a different meaning in every table, so equal field values tie no rows. */
export const FIND_ALSO_IN = statement<{ tableId: string; rowIds: IdArray }, AlsoIn>({
  name: 'find_also_in',
  effect: false,
  text: `with same as (
      select distinct o.table_id, o.row_id from row_identity i
      join row_identity o on o.workspace_id = i.workspace_id and o.environment = i.environment and o.kind = i.kind
        and o.value = i.value
      where i.row_id = any(:rowIds::bigint[]) and i.kind <> 'field' and o.table_id <> :tableId
    ), by_status as (
      select s.table_id, coalesce(r.status, 'none') as status, count(*)::integer as rows,
        (count(*) filter (where r.touches > 0))::integer as contacted
      from same s join table_row r on r.id = s.row_id group by 1, 2
    )
    select t.name as table, sum(b.rows)::integer as count,
      json_object_agg(b.status, b.rows order by b.status) as "byStatus",
      sum(b.contacted)::integer as contacted
    from by_status b join workspace_table t on t.id = b.table_id group by t.id, t.name order by t.name`,
})

/** The other tables in the environment that hold the people of these rows, by table name. */
export const findAlsoIn = (queries: Queries, tableId: string, rowIds: readonly bigint[]): Promise<AlsoIn[]> =>
  rowIds.length === 0 ? Promise.resolve([]) : queries.query(FIND_ALSO_IN, { tableId, rowIds: idArray(rowIds) })
