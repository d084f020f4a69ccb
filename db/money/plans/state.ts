import type { Subscription } from '../../../domain/plans/subscription.ts'
import type { PlanName } from '../../../domain/tables/limits.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { readSubscriptions } from './subscriptions.ts'

/** A workspace's plan, its usage in both environments, and the subscriptions that pay for it. */
export interface PlanState {
  readonly plan: PlanName
  readonly tables: number
  readonly rows: number
  readonly now: Date
  readonly subscriptions: readonly Subscription[]
}

export const READ_PLAN = statement<{ workspaceId: string }, Omit<PlanState, 'subscriptions'>>({
  name: 'read_plan',
  effect: false,
  text: `select w.plan, clock_timestamp() as now,
      (select count(*)::integer from workspace_table t where t.workspace_id = w.id) as tables,
      (select coalesce(sum(t.row_count), 0)::integer from workspace_table t where t.workspace_id = w.id) as rows
    from workspace w where w.id = :workspaceId`,
})

export async function readPlanState(queries: Queries, workspaceId: string): Promise<PlanState> {
  const [row] = await queries.query(READ_PLAN, { workspaceId })
  if (row === undefined) throw new Error('the workspace does not exist')
  return { ...row, subscriptions: await readSubscriptions(queries, workspaceId) }
}
