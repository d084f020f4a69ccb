import { type QuotaClass, QUOTAS } from '../../domain/plans/quotas.ts'
import type { Database, Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { QUOTA_CLASS_SQL } from '../access/workspaces/quota-class.ts'

export const READ_TABLES_SWITCH = statement<{ workspaceId: string }, { enabled: boolean }>({
  name: 'read_tables_switch',
  effect: false,
  text: 'select tables_enabled_at is not null as enabled from workspace where id = :workspaceId',
})

/** Whether the workspace has tables turned on (Spec 4.7): one indexed read. */
export async function areTablesOn(queries: Queries, workspaceId: string): Promise<boolean> {
  const [row] = await queries.query(READ_TABLES_SWITCH, { workspaceId })
  return row?.enabled ?? false
}

/** The feature and its usage of the plan; both environments count together (decisions, "quotas"). */
export interface TablesFeature {
  readonly enabledAt: Date | null
  readonly usage: { readonly tables: number; readonly rows: number }
  readonly limits: { readonly tables: number; readonly rows: number }
}

/** Quota checks also read these columns, after locking the workspace. */
const FEATURE_COLUMNS = `${QUOTA_CLASS_SQL('w')} as "quotaClass", w.tables_enabled_at as "enabledAt",
  (select count(*)::integer from workspace_table t where t.workspace_id = w.id) as tables,
  (select coalesce(sum(t.row_count), 0)::integer from workspace_table t where t.workspace_id = w.id) as rows`

export const READ_TABLES_FEATURE = statement<{ workspaceId: string }, FeatureRow>({
  name: 'read_tables_feature',
  effect: false,
  text: `select ${FEATURE_COLUMNS} from workspace w where w.id = :workspaceId`,
})

interface FeatureRow {
  readonly quotaClass: QuotaClass
  readonly enabledAt: Date | null
  readonly tables: number
  readonly rows: number
}

/** `GET /v1/features` (decisions, "features"). */
export async function readTablesFeature(queries: Queries, workspaceId: string): Promise<TablesFeature> {
  const [row] = await queries.query(READ_TABLES_FEATURE, { workspaceId })
  if (row === undefined) throw new Error('the workspace does not exist')
  const { tables, rows } = QUOTAS[row.quotaClass]
  return { enabledAt: row.enabledAt, usage: { tables: row.tables, rows: row.rows }, limits: { tables, rows } }
}

/**
 * Turning tables on again while they are on keeps the time; turning them off keeps tables and suppressions, unused
 * (Spec 3.2).
 */
export const SWITCH_TABLES = statement<{ workspaceId: string; enabled: boolean }>({
  name: 'switch_tables',
  effect: true,
  text: `update workspace set tables_enabled_at =
    case when :enabled::boolean then coalesce(tables_enabled_at, clock_timestamp()) end where id = :workspaceId`,
})

export async function switchTables(db: Database, workspaceId: string, enabled: boolean): Promise<void> {
  await db.query(SWITCH_TABLES, { workspaceId, enabled })
}
