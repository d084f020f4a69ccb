import type { QuotaClass } from '../../../domain/plans/quotas.ts'
import type { PlanName } from '../../../domain/tables/limits.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { QUOTA_CLASS_SQL } from './quota-class.ts'

export const LOCK_WORKSPACE = statement<{ workspaceId: string }, { plan: PlanName; quotaClass: QuotaClass }>({
  name: 'lock_workspace',
  effect: false,
  text: `select w.plan, ${QUOTA_CLASS_SQL('w')} as "quotaClass" from workspace w
    where w.id = :workspaceId for no key update of w`,
})

/**
 * Serialises changes that fill or change a limit of the workspace until the transaction ends: of two simultaneous
 * changes, neither takes the other's last place, and a plan never changes in the middle of a write. Count in a separate
 * statement after this one, which sees what others committed while this one waited. Locked after runs, tables and rows
 * (decisions, "Lock order"). Returns the workspace's plan; null: there is no such workspace.
 */
export async function lockWorkspace(tx: Queries, workspaceId: string): Promise<PlanName | null> {
  const [row] = await tx.query(LOCK_WORKSPACE, { workspaceId })
  return row?.plan ?? null
}

/** The same for a change that counts against a quota: returns whose quotas apply. */
export async function lockForQuota(tx: Queries, workspaceId: string): Promise<QuotaClass> {
  const [row] = await tx.query(LOCK_WORKSPACE, { workspaceId })
  if (row === undefined) throw new Error('the workspace does not exist')
  return row.quotaClass
}
