import type { Database, Queries, Transaction } from '../../db/database.ts'
import { findSubscription, readClock } from '../../db/money/plans/subscriptions.ts'
import { upsertSubscription } from './store-subscription.ts'
import { type OverduePlan, READ_DECLINES } from '../../db/money/plans/sweep.ts'
import { lockWorkspace } from '../../db/access/workspaces/lock.ts'
import { afterPeriod, priceOf } from '../../domain/plans/choice.ts'
import { paymentDueBy, type Subscription } from '../../domain/plans/subscription.ts'
import type { PlanName } from '../../domain/tables/limits.ts'
import { invoiceSimulated } from './simulated-plan.ts'

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
