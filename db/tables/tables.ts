import type { Environment } from '../../domain/runs/states.ts'
import type { KeyMode } from '../../domain/tables/keys.ts'
import { type Also, type Database, nothingElse, type Queries, type Transaction } from '../database.ts'
import { keepBlockedOfTable } from '../objections/keep-blocked.ts'
import { statement } from '../statement.ts'
import { newId } from '../ids.ts'
import type { QuotaReached } from '../../domain/plans/quotas.ts'
import { holdRoom } from './quota.ts'

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
  t.row_count as "rowCount", t.created_at as "createdAt", t.updated_at as "updatedAt"`

const FIND_TABLE = statement<{ workspaceId: string; environment: Environment; name: string }, TableState>({
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

const LOCK_TABLE = statement<{ id: string }, TableState>({
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
}

const INSERT_TABLE = statement<
  {
    id: string
    workspaceId: string
    environment: Environment
    name: string
    title: string | null
    description: string | null
    keyMode: string
  },
  TableState
>({
  name: 'insert_table',
  effect: 'within',
  text: `insert into workspace_table as t (id, workspace_id, environment, name, title, description, key_mode)
    values (:id, :workspaceId, :environment, :name, :title, :description, :keyMode)
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
  const full = await holdRoom(tx, workspaceId, { tables: 1, rows: 0 })
  if (full !== null) return full
  const [table] = await tx.query(INSERT_TABLE, {
    id: newId('tbl'),
    workspaceId,
    environment,
    name: made.name,
    title: made.title,
    description: made.description,
    keyMode: made.keyMode,
  })
  return table === undefined ? { kind: 'taken' } : { kind: 'created', table }
}

export const CREATE_TABLE: Transaction = { name: 'create_table', effect: true }

/** `POST /v1/tables`: `taken` when another table of this environment has the name. */
export async function createTable(
  db: Database,
  owner: TableOwner,
  table: NewTable,
  also: Also<TableState> = nothingElse,
): Promise<TableMade> {
  if ((await findTable(db, owner, table.name)) !== null) return { kind: 'taken' }
  return db.transaction(CREATE_TABLE, async (tx) => {
    const made = await makeTable(tx, owner, table)
    if (made.kind === 'created') await also(tx, made.table)
    return made
  })
}

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
    returning ${TABLE_COLUMNS}`,
})

export type TableEdited =
  | { readonly kind: 'edited'; readonly table: TableState }
  | { readonly kind: 'taken' }
  | { readonly kind: 'missing' }

/** `PATCH /v1/tables/{name}`. Rows and runs refer to the table by its id, so a new name breaks no link. */
export async function editTable(
  db: Database,
  { workspaceId, environment }: TableOwner,
  { name, change }: { name: string; change: TableChange },
): Promise<TableEdited> {
  try {
    const [table] = await db.query(EDIT_TABLE, {
      workspaceId,
      environment,
      name,
      newName: change.name ?? null,
      setsTitle: change.title !== undefined,
      title: change.title ?? null,
      setsDescription: change.description !== undefined,
      description: change.description ?? null,
      columns: change.columns === undefined ? null : JSON.stringify(change.columns),
    })
    return table === undefined ? { kind: 'missing' } : { kind: 'edited', table }
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

/**
 * A transaction because it may need a retry: rows are deleted in no order, so it may deadlock with a send that counts
 * their touches.
 */
export const DELETE_TABLE: Transaction = { name: 'delete_table', effect: true }

/**
 * Deletes the table with its rows, their identities and saved enrichments; suppressions stay (Spec 4.7). Returns the
 * number of deleted rows; null when there is no such table.
 */
export async function deleteTable(
  db: Database,
  { workspaceId, environment }: TableOwner,
  name: string,
): Promise<number | null> {
  return db.transaction(DELETE_TABLE, async (tx) => {
    const named = await findTable(tx, { workspaceId, environment }, name)
    const table = named === null ? null : await lockTable(tx, named.id)
    if (table === null) return null
    await keepBlockedOfTable(tx, table)
    const [deleted] = await tx.query(DROP_TABLE, { workspaceId, environment, name })
    return deleted?.rows ?? null
  })
}
