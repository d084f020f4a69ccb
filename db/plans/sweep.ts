import { afterPeriod, priceOf } from '../../domain/plans/choice.ts'
import { GRACE_DAYS, paymentDueBy, type Subscription } from '../../domain/plans/subscription.ts'
import type { PlanName } from '../../domain/tables/limits.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { invoiceSimulated } from './simulated.ts'
import { findSubscription, upsertSubscription, readClock } from './subscriptions.ts'
import { lockWorkspace } from '../workspaces/lock.ts'

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

export const MOVE_PLAN_ON: Transaction = { name: 'move_plan_on', effect: true }

/** After years of downtime, one transaction does not invoice all periods; the next round continues. */
const PERIODS_AT_ONCE = 24

/** The change, for the log; null: it was made before. */
export interface MovedPlan {
  readonly before: PlanName
  readonly after: PlanName
  readonly status: Subscription['status']
}

/** Renews, lowers or ends a due subscription, with an invoice for each paid period; a repeated call changes nothing. */
export const movePlanOn = (db: Database, { id, workspaceId }: OverduePlan): Promise<MovedPlan | null> =>
  db.transaction(MOVE_PLAN_ON, async (tx) => {
    const before = await lockWorkspace(tx, workspaceId)
    const found = await findSubscription(tx, id)
    if (before === null || found === null) throw new Error('a subscription that was overdue does not exist')
    const now = await readClock(tx)
    const due = paymentDueBy(found)
    if (found.status === 'past_due' && due !== null && due <= now)
      return { before, after: await upsertSubscription(tx, { ...found, status: 'unpaid' }), status: 'unpaid' }
    if (!found.simulated || found.status !== 'active' || found.periodEnd > now) return null
    const moved = await renewed(tx, found, now)
    return { before, after: await upsertSubscription(tx, moved), status: moved.status }
  })

async function renewed(tx: Queries, found: Subscription & { readonly began: Date }, now: Date): Promise<Subscription> {
  const [card] = await tx.query(READ_DECLINES, { workspaceId: found.workspaceId })
  let subscription: Subscription = found
  for (
    let period = 0;
    period < PERIODS_AT_ONCE && subscription.status === 'active' && subscription.periodEnd <= now;
    period += 1
  ) {
    if (card?.declines === true && !subscription.cancelAtPeriodEnd)
      return { ...subscription, status: 'past_due', pastDueSince: now, reportedAt: now }
    subscription = { ...afterPeriod(subscription, found.began), reportedAt: now }
    if (subscription.status === 'active') {
      await invoiceSimulated(tx, subscription, {
        amount: priceOf(subscription.plan),
        from: subscription.periodStart,
        what: subscription.periodStart.toISOString(),
      })
    }
  }
  return subscription
}
