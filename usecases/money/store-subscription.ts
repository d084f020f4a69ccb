import type { Queries } from '../../db/database.ts'
import { readClock, readSubscriptions, SET_PLAN, STORE_SUBSCRIPTION } from '../../db/money/plans/subscriptions.ts'
import { planOf, type Subscription } from '../../domain/plans/subscription.ts'
import type { PlanName } from '../../domain/tables/limits.ts'

/**
 * Stores a subscription, and sets the workspace's plan by all its subscriptions. The caller holds the workspace's lock.
 * Returns the plan; no other code writes it.
 */
export async function upsertSubscription(tx: Queries, subscription: Subscription): Promise<PlanName> {
  const {
    id,
    workspaceId,
    simulated,
    plan,
    nextPlan,
    status,
    periodStart,
    periodEnd,
    cancelAtPeriodEnd,
    pastDueSince,
    reportedAt,
  } = subscription
  await tx.query(STORE_SUBSCRIPTION, {
    id,
    workspaceId,
    simulated,
    plan,
    nextPlan,
    status,
    periodStart,
    periodEnd,
    cancelAtPeriodEnd,
    pastDueSince,
    reportedAt,
  })
  const given = planOf(await readSubscriptions(tx, workspaceId), await readClock(tx))
  await tx.query(SET_PLAN, { workspaceId, plan: given })
  return given
}
