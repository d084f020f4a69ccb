import type { Environment } from '../../domain/runs/states.ts'
import type { Database, Statement } from '../database.ts'

/** A table that a run names, and whether tables may be used at all. */
export interface NamedTable {
  readonly enabled: boolean
  /** null: there is no table of this name. */
  readonly id: string | null
}

const READ_NAMED_TABLE: Statement = {
  name: 'read_named_table',
  effect: false,
  text: `select w.tables_enabled_at is not null as enabled, t.id
    from workspace w left join workspace_table t on t.workspace_id = w.id and t.environment = $2 and t.name = $3
    where w.id = $1`,
}

/** What `record` and `into` of a run have to know before the run exists (Spec 4.6). */
export async function readNamedTable(db: Database, scope: { workspaceId: string; environment: Environment }, name: string): Promise<NamedTable> {
  const [row] = await db.query<NamedTable>(READ_NAMED_TABLE, [scope.workspaceId, scope.environment, name])
  return row ?? { enabled: false, id: null }
}
