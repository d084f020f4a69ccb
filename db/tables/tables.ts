import type { Environment } from '../../domain/runs/states.ts'
import type { KeyMode } from '../../domain/tables/keys.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { newId } from '../ids.ts'
import type { QuotaReached } from '../../domain/plans/quotas.ts'
import { reserveTableQuota } from './quota.ts'

/** The workspace and environment that a table belongs to, with everything in it (decisions, "environment"). */
export interface TableOwner {
  readonly workspaceId: string
  readonly environment: Environment
}

/** A table without its rows. */
export interface TableState extends TableOwner {
  readonly id: string
  readonly name: string
  readonly title: string | null
  readonly description: string | null
  readonly keyMode: KeyMode
  /** The workspace's description of its columns, in its order. */
  readonly columns: readonly TableColumn[]
  readonly rowCount: number
  /** The API key or connected app that made it; null: a person, or it is from before this was stored. */
  readonly madeBy: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface TableColumn {
  readonly name: string
  readonly type: string
}

/** The columns of a TableState, of a workspace_table called `t`. */
export const TABLE_COLUMNS = `t.id, t.workspace_id as "workspaceId", t.environment, t.name, t.title, t.description,
  t.key_mode as "keyMode", t.columns,
  t.row_count as "rowCount", t.created_by as "madeBy", t.created_at as "createdAt", t.updated_at as "updatedAt"`

export const FIND_TABLE = statement<{ workspaceId: string; environment: Environment; name: string }, TableState>({
  name: 'find_table',
  effect: false,
  text: `select ${TABLE_COLUMNS} from workspace_table t where t.workspace_id = :workspaceId
    and t.environment = :environment and t.name = :name`,
})

/** null when there is no table of this name. */
export async function findTable(
  queries: Queries,
  { workspaceId, environment }: TableOwner,
  name: string,
): Promise<TableState | null> {
  const [table] = await queries.query(FIND_TABLE, { workspaceId, environment, name })
  return table ?? null
}

export const LOCK_TABLE = statement<{ id: string }, TableState>({
  name: 'lock_table',
  effect: false,
  text: `select ${TABLE_COLUMNS} from workspace_table t where t.id = :id for no key update`,
})

/**
 * Makes this transaction the only writer of the table's rows; null when the table no longer exists. Several tables are
 * locked in the order of their ids.
 */
export async function lockTable(tx: Queries, id: string): Promise<TableState | null> {
  const [table] = await tx.query(LOCK_TABLE, { id })
  return table ?? null
}

export interface NewTable {
  readonly name: string
  readonly title: string | null
  readonly description: string | null
  readonly keyMode: KeyMode
  /** Left out: a person. */
  readonly madeBy?: string | null | undefined
}

export const INSERT_TABLE = statement<
  {
    id: string
    workspaceId: string
    environment: Environment
    name: string
    title: string | null
    description: string | null
    keyMode: string
    madeBy: string | null
  },
  TableState
>({
  name: 'insert_table',
  effect: 'within',
  text: `insert into workspace_table as t (id, workspace_id, environment, name, title, description, key_mode,
      created_by)
    values (:id, :workspaceId, :environment, :name, :title, :description, :keyMode, :madeBy)
      on conflict (workspace_id, environment, name) do nothing returning ${TABLE_COLUMNS}`,
})

export type TableMade =
  | { readonly kind: 'created'; readonly table: TableState }
  | { readonly kind: 'taken' }
  | QuotaReached

/**
 * Creates a table within the plan's quota, in the caller's transaction; no other transaction writes it before that
 * ends.
 */
export async function makeTable(
  tx: Queries,
  { workspaceId, environment }: TableOwner,
  made: NewTable,
): Promise<TableMade> {
  const full = await reserveTableQuota(tx, workspaceId, { tables: 1, rows: 0 })
  if (full !== null) return full
  const [table] = await tx.query(INSERT_TABLE, {
    id: newId('tbl'),
    workspaceId,
    environment,
    name: made.name,
    title: made.title,
    description: made.description,
    keyMode: made.keyMode,
    madeBy: made.madeBy ?? null,
  })
  return table === undefined ? { kind: 'taken' } : { kind: 'created', table }
}
