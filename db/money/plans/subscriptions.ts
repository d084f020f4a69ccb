import type { Subscription } from '../../../domain/plans/subscription.ts'
import type { PlanName } from '../../../domain/tables/limits.ts'
import type { Queries } from '../../database.ts'
import { type NoValues, statement } from '../../statement.ts'

const COLUMNS = `id, workspace_id as "workspaceId", simulated, plan, next_plan as "nextPlan", status,
  period_start as "periodStart", period_end as "periodEnd",
  cancel_at_period_end as "cancelAtPeriodEnd", past_due_since as "pastDueSince", told_at as "reportedAt"`

export const READ_SUBSCRIPTIONS = statement<{ workspaceId: string }, Subscription>({
  name: 'read_plan_subscriptions',
  effect: false,
  text: `select ${COLUMNS} from plan_subscription where workspace_id = :workspaceId and status <> 'ended' order by id`,
})

/** Subscriptions that have not ended; usually one. */
export const readSubscriptions = (queries: Queries, workspaceId: string): Promise<Subscription[]> =>
  queries.query(READ_SUBSCRIPTIONS, { workspaceId })

export const FIND_SUBSCRIPTION = statement<{ id: string }, Subscription & { readonly began: Date }>({
  name: 'find_plan_subscription',
  effect: false,
  text: `select ${COLUMNS}, created_at as began from plan_subscription where id = :id`,
})

/** One subscription, ended or not, with its first day. A caller that changes it must hold the workspace's lock. */
export async function findSubscription(
  queries: Queries,
  id: string,
): Promise<(Subscription & { readonly began: Date }) | null> {
  const [row] = await queries.query(FIND_SUBSCRIPTION, { id })
  return row ?? null
}

export const STORE_SUBSCRIPTION = statement<{
  id: string
  workspaceId: string
  simulated: boolean
  plan: string
  nextPlan: string | null
  status: string
  periodStart: Date
  periodEnd: Date
  cancelAtPeriodEnd: boolean
  pastDueSince: Date | null
  reportedAt: Date
}>({
  name: 'store_plan_subscription',
  effect: 'within',
  text: `insert into plan_subscription (id, workspace_id, simulated, plan, next_plan, status, period_start, period_end,
    cancel_at_period_end, past_due_since, told_at, created_at)
    values (:id, :workspaceId, :simulated, :plan, :nextPlan, :status, :periodStart, :periodEnd, :cancelAtPeriodEnd,
      :pastDueSince, :reportedAt, :periodStart)
    on conflict (id) do update set plan = excluded.plan, next_plan = excluded.next_plan, status = excluded.status,
      period_start = excluded.period_start,
      period_end = excluded.period_end, cancel_at_period_end = excluded.cancel_at_period_end,
        past_due_since = excluded.past_due_since, told_at = excluded.told_at`,
})

export const SET_PLAN = statement<{ workspaceId: string; plan: PlanName }>({
  name: 'set_workspace_plan',
  effect: 'within',
  text: 'update workspace set plan = :plan where id = :workspaceId and plan <> :plan',
})

export const READ_CLOCK = statement<NoValues, { now: Date }>({
  name: 'read_plan_clock',
  effect: false,
  text: 'select clock_timestamp() as now',
})

/** The database's clock, which counts for periods and grace times. */
export async function readClock(queries: Queries): Promise<Date> {
  const [row] = await queries.query(READ_CLOCK, {})
  if (row === undefined) throw new Error('the database has no clock')
  return row.now
}
