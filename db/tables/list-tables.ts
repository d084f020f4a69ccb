import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { TABLE_COLUMNS, type TableOwner, type TableState } from './tables.ts'

/** A table with its row counts by status; `none` counts rows without one. */
export interface ListedTable extends TableState {
  readonly byStatus: Readonly<Record<string, number>>
}

export const LIST_TABLES = statement<
  { workspaceId: string; environment: string; after: string | null; limit: number },
  ListedTable
>({
  name: 'list_tables',
  effect: false,
  text: `select ${TABLE_COLUMNS}, coalesce((
      select json_object_agg(s.status, s.rows order by s.status) from (
        select coalesce(r.status, 'none') as status, count(*)::integer as rows from table_row r where r.table_id = t.id
          group by 1
      ) s
    ), '{}') as "byStatus"
    from workspace_table t where t.workspace_id = :workspaceId and t.environment = :environment
      and (:after::text is null or t.name > :after)
    order by t.name limit :limit`,
})

/** The tables of the environment by name (Spec 4.7), from the one after `after` on. */
export const listTables = (
  queries: Queries,
  { workspaceId, environment }: TableOwner,
  page: { readonly after: string | null; readonly limit: number },
): Promise<ListedTable[]> => queries.query(LIST_TABLES, { workspaceId, environment, ...page })

export const READ_NAMES = statement<{ workspaceId: string; environment: string }, { name: string }>({
  name: 'read_table_names',
  effect: false,
  // As many as a page of tables has.
  text: `select name from workspace_table where workspace_id = :workspaceId and environment = :environment
    order by name limit 500`,
})

/** The names of the tables, for the refusal of an unknown one. */
export async function readTableNames(
  db: Queries,
  { workspaceId, environment }: { readonly workspaceId: string; readonly environment: string },
): Promise<string[]> {
  const rows = await db.query(READ_NAMES, { workspaceId, environment })
  return rows.map(({ name }) => name)
}
