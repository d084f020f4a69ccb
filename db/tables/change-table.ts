import { type Changer, refusalOfOthers } from '../../domain/access/payer.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database, Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { findTable, TABLE_COLUMNS, type TableColumn, type TableOwner, type TableState } from './tables.ts'

/** Undefined members stay as they are; null removes a text. */
export interface TableChange {
  readonly name?: string | undefined
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly columns?: readonly TableColumn[] | undefined
}

/**
 * When another table of the environment has the name, nothing changes; when two take it at the same time, the unique
 * index decides.
 */
export const EDIT_TABLE = statement<
  {
    workspaceId: string
    environment: Environment
    name: string
    madeBy: string | null
    newName: string | null
    setsTitle: boolean
    title: string | null
    setsDescription: boolean
    description: string | null
    columns: string | null
  },
  TableState
>({
  name: 'edit_table',
  effect: true,
  text: `update workspace_table t set
      name = coalesce(:newName, t.name),
      title = case when :setsTitle::boolean then :title else t.title end,
      description = case when :setsDescription::boolean then :description else t.description end,
      columns = coalesce(:columns::jsonb, t.columns),
      updated_at = clock_timestamp()
    where t.workspace_id = :workspaceId and t.environment = :environment and t.name = :name
      and (:madeBy::text is null or t.created_by = :madeBy)
    returning ${TABLE_COLUMNS}`,
})

export type TableEdited =
  | { readonly kind: 'edited'; readonly table: TableState }
  | { readonly kind: 'taken' }
  | { readonly kind: 'missing' }
  | OfAnother

/** A limited caller changes only what it has made; `message` states who may. */
export interface OfAnother {
  readonly kind: 'forbidden'
  readonly message: string
}

/** Null for a caller that may change what others have made, and else the only maker whose tables it may change. */
const makerFor = ({ id, isLimited }: Changer): string | null => (isLimited ? (id ?? '') : null)

/** Why the caller may not change the table of this name; null: it may, or there is none. */
async function forbidden(queries: Queries, owner: TableOwner, { name, caller }: ByCaller): Promise<OfAnother | null> {
  const table = caller.isLimited ? await findTable(queries, owner, name) : null
  const message = table === null ? null : refusalOfOthers('table', table.madeBy, caller)
  return message === null ? null : { kind: 'forbidden', message }
}

export interface ByCaller {
  readonly name: string
  readonly caller: Changer
}

/** `PATCH /v1/tables/{name}`. Rows and runs refer to the table by its id, so a new name breaks no link. */
export async function editTable(
  db: Database,
  owner: TableOwner,
  { name, caller, change }: ByCaller & { change: TableChange },
): Promise<TableEdited> {
  try {
    const [table] = await db.query(EDIT_TABLE, {
      workspaceId: owner.workspaceId,
      environment: owner.environment,
      name,
      madeBy: makerFor(caller),
      newName: change.name ?? null,
      setsTitle: change.title !== undefined,
      title: change.title ?? null,
      setsDescription: change.description !== undefined,
      description: change.description ?? null,
      columns: change.columns === undefined ? null : JSON.stringify(change.columns),
    })
    if (table !== undefined) return { kind: 'edited', table }
    return (await forbidden(db, owner, { name, caller })) ?? { kind: 'missing' }
  } catch (error) {
    if (isTaken(error)) return { kind: 'taken' }
    throw error
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint' in error &&
  error.constraint === 'workspace_table_workspace_id_environment_name_key'

export const DROP_TABLE = statement<{ workspaceId: string; environment: string; name: string }, { rows: number }>({
  name: 'drop_table',
  effect: 'within',
  text: `delete from workspace_table where workspace_id = :workspaceId and environment = :environment and name = :name
    returning row_count as rows`,
})
