import { type QuotaReached, quotaReached } from '../../domain/plans/quotas.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { lockForQuota } from '../access/workspaces/lock.ts'

/** A separate statement: it must see what other transactions committed while the lock before it waited. */
export const COUNT_USAGE = statement<{ workspaceId: string }, { tables: number; rows: number }>({
  name: 'count_table_usage',
  effect: false,
  text: `select count(*)::integer as tables, coalesce(sum(row_count), 0)::integer as rows from workspace_table
    where workspace_id = :workspaceId`,
})

/** The table itself has as many rows as it may, whatever the plan. */
export interface TableFull {
  readonly kind: 'table full'
  readonly used: number
  readonly limit: number
}

/** Reserves room for this many tables and rows until the transaction ends; null when there is room. */
export async function reserveTableQuota(
  tx: Queries,
  workspaceId: string,
  added: { readonly tables: number; readonly rows: number },
): Promise<QuotaReached | null> {
  const quotaClass = await lockForQuota(tx, workspaceId)
  const [used] = await tx.query(COUNT_USAGE, { workspaceId })
  if (used === undefined) throw new Error('a count returns its row')
  return quotaReached(quotaClass, { used, added })
}
