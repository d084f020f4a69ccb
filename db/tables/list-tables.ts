import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { TABLE_COLUMNS, type TableOwner, type TableState } from './tables.ts'

/** A table with its row counts by status; `none` counts rows without one. */
export interface ListedTable extends TableState {
  readonly byStatus: Readonly<Record<string, number>>
}

const LIST_TABLES = statement<{ workspaceId: string; environment: string }, ListedTable>({
  name: 'list_tables',
  effect: false,
  text: `select ${TABLE_COLUMNS}, coalesce((
      select json_object_agg(s.status, s.rows order by s.status) from (
        select coalesce(r.status, 'none') as status, count(*)::integer as rows from table_row r where r.table_id = t.id
          group by 1
      ) s
    ), '{}') as "byStatus"
    from workspace_table t where t.workspace_id = :workspaceId and t.environment = :environment order by t.name`,
})

/** Every table of the environment by name (Spec 4.7); the plan's quota limits their number. */
export const listTables = (queries: Queries, { workspaceId, environment }: TableOwner): Promise<ListedTable[]> =>
  queries.query(LIST_TABLES, { workspaceId, environment })
