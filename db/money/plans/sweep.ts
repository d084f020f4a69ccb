import { GRACE_DAYS } from '../../../domain/plans/subscription.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** A subscription whose period or grace time has ended. */
export interface OverduePlan {
  readonly id: string
  readonly workspaceId: string
}

export const READ_OVERDUE_PLANS = statement<{ limit: number }, OverduePlan>({
  name: 'read_overdue_plans',
  effect: false,
  text: `(select id, workspace_id as "workspaceId" from plan_subscription where simulated and status = 'active'
    and period_end <= now() order by period_end limit :limit)
    union all
    (select id, workspace_id as "workspaceId" from plan_subscription where status = 'past_due'
      and past_due_since <= now() - interval '${GRACE_DAYS} days' order by past_due_since limit :limit)`,
})

/** Simulated periods that have ended, and payments that were due for longer than the grace time. */
export const readOverduePlans = (queries: Queries, limit: number): Promise<OverduePlan[]> =>
  queries.query(READ_OVERDUE_PLANS, { limit })

export const READ_DECLINES = statement<{ workspaceId: string }, { declines: boolean }>({
  name: 'read_simulated_card_declines',
  effect: false,
  text: `select declines from payment_card where workspace_id = :workspaceId and environment = 'live' and simulated`,
})
