import { TABLE_QUOTAS } from '../../domain/tables/limits.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { lockWorkspace } from '../workspaces/lock.ts'

/** A separate statement: it must see what other transactions committed while the lock before it waited. */
const COUNT_USAGE = statement<{ workspaceId: string }, { tables: number; rows: number }>({
  name: 'count_table_usage',
  effect: false,
  text: `select count(*)::integer as tables, coalesce(sum(row_count), 0)::integer as rows from workspace_table
    where workspace_id = :workspaceId`,
})

/** A quota of the plan that refuses; both environments count together (decisions, "quotas"). */
export interface QuotaReached {
  readonly kind: 'quota reached'
  readonly of: 'tables' | 'rows' | 'rows of a table'
  readonly used: number
  readonly limit: number
}

/** Reserves room for this many tables and rows until the transaction ends; null when there is room. */
export async function holdRoom(
  tx: Queries,
  workspaceId: string,
  wanted: { tables: number; rows: number },
): Promise<QuotaReached | null> {
  const plan = await lockWorkspace(tx, workspaceId)
  const [usage] = await tx.query(COUNT_USAGE, { workspaceId })
  if (plan === null || usage === undefined) throw new Error('the workspace does not exist')
  const limits = TABLE_QUOTAS[plan]
  for (const what of ['tables', 'rows'] as const) {
    if (wanted[what] > 0 && usage[what] + wanted[what] > limits[what])
      return { kind: 'quota reached', of: what, used: usage[what], limit: limits[what] }
  }
  return null
}
