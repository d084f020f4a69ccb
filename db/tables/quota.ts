import { type Plan, TABLE_QUOTAS } from '../../domain/tables/limits.ts'
import type { Queries, Statement } from '../database.ts'

/**
 * Whoever adds a table or rows waits here for the others of the workspace, so that two of them never fill the same room. Taken
 * behind the table's lock (design, "Lock order").
 */
const LOCK_PLAN: Statement = {
  name: 'lock_table_quota',
  effect: false,
  text: 'select plan from workspace where id = $1 for no key update',
}

/** A statement of its own: it must see what the one before has waited for. */
const COUNT_USAGE: Statement = {
  name: 'count_table_usage',
  effect: false,
  text: 'select count(*)::integer as tables, coalesce(sum(row_count), 0)::integer as rows from workspace_table where workspace_id = $1',
}

/** What a quota of the plan refuses; both environments count together (decisions, "Small print"). */
export interface QuotaReached {
  readonly kind: 'quota reached'
  readonly of: 'tables' | 'rows' | 'rows of a table'
  readonly used: number
  readonly limit: number
}

/** Holds the room for so many tables and rows until the transaction ends; null when there is room. */
export async function holdRoom(tx: Queries, workspaceId: string, wanted: { tables: number; rows: number }): Promise<QuotaReached | null> {
  const [row] = await tx.query<{ plan: Plan }>(LOCK_PLAN, [workspaceId])
  const [usage] = await tx.query<{ tables: number; rows: number }>(COUNT_USAGE, [workspaceId])
  if (row === undefined || usage === undefined) throw new Error('the workspace does not exist')
  const limits = TABLE_QUOTAS[row.plan]
  for (const what of ['tables', 'rows'] as const) {
    if (wanted[what] > 0 && usage[what] + wanted[what] > limits[what]) return { kind: 'quota reached', of: what, used: usage[what], limit: limits[what] }
  }
  return null
}
