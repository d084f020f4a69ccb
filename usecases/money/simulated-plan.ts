import type { Database, Queries, Transaction } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { writeInvoice } from '../../db/money/invoices/write.ts'
import { saveCard } from '../../db/money/payments/customers.ts'
import { markPlanCheckoutPaid } from '../../db/money/plans/checkouts.ts'
import { readSimulatedPlanCheckout, type SimulatedPlanCheckout } from '../../db/money/plans/simulated.ts'
import { readClock, readSubscriptions } from '../../db/money/plans/subscriptions.ts'
import { upsertSubscription } from './store-subscription.ts'
import { lockWorkspace } from '../../db/access/workspaces/lock.ts'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { SimulatedCard } from '../../domain/payments/simulation.ts'
import { changed, choosePlan, monthAfter, type PlanChoice, priceOf, proration } from '../../domain/plans/choice.ts'
import { mainOf, type Subscription } from '../../domain/plans/subscription.ts'
import { PLAN_TERMS } from '../../domain/pricing/plans.ts'
import type { PlanName } from '../../domain/tables/limits.ts'

/** Writes the invoice of a simulated subscription's charge. `what` distinguishes the charges of one subscription. */
export async function invoiceSimulated(
  tx: Queries,
  { id, workspaceId, plan, periodEnd }: Subscription,
  charge: { readonly amount: Microdollars; readonly from: Date; readonly what: string },
): Promise<void> {
  await writeInvoice(tx, {
    workspaceId,
    environment: 'live',
    kind: 'plan',
    source: `${id}:${charge.what}`,
    amount: charge.amount,
    simulated: true,
    description: `${PLAN_TERMS[plan].title} (simulated: no money moved)`,
    period: { start: charge.from, end: periodEnd },
  })
}

export const CHANGE_SIMULATED_PLAN: Transaction = { name: 'change_simulated_plan', effect: true }

/**
 * Changes a simulated subscription to the chosen plan. The choice is judged after locking the workspace, so of two
 * concurrent calls the second sees the first.
 */
export const changeSimulatedPlan = (
  db: Database,
  workspaceId: string,
  { wanted, beforeCommit }: { readonly wanted: PlanName; readonly beforeCommit: (tx: Queries) => Promise<void> },
): Promise<PlanChoice> =>
  db.transaction(CHANGE_SIMULATED_PLAN, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    const subscription = mainOf(await readSubscriptions(tx, workspaceId))
    const choice = choosePlan(subscription, wanted)
    if (subscription === null || choice.kind !== 'change') {
      if (choice.kind === 'unchanged') await beforeCommit(tx)
      return choice
    }
    const now = await readClock(tx)
    const after = { ...changed(subscription, choice.to), reportedAt: now }
    await upsertSubscription(tx, after)
    const amount = choice.to.upgrade ? proration(subscription, choice.to.plan, now) : 0n
    if (amount > 0n)
      await invoiceSimulated(tx, after, { amount, from: now, what: `${now.toISOString()}:${choice.to.plan}` })
    await beforeCommit(tx)
    return choice
  })

export const PAY_SIMULATED_PLAN: Transaction = { name: 'pay_simulated_plan', effect: true }

export interface PlanPayment {
  readonly checkoutId: string
  readonly card: SimulatedCard
  /** The checkout has expired. */
  readonly late: boolean
}

/** Pays a plan by the simulation, once: its subscription begins, or restarts when a payment of it had failed. */
export const paySimulatedPlan = (
  db: Database,
  { checkoutId, card, late }: PlanPayment,
): Promise<'paid' | 'declined' | 'expired' | 'unknown'> =>
  db.transaction(PAY_SIMULATED_PLAN, async (tx) => {
    const found = await readSimulatedPlanCheckout(tx, checkoutId)
    if (found === null) return 'unknown'
    await lockWorkspace(tx, found.workspaceId)
    // Read again after the lock: another request may have paid it in the meantime.
    const checkout = await readSimulatedPlanCheckout(tx, checkoutId)
    if (checkout?.status === 'paid') return 'paid'
    if (late || checkout?.overtaken !== false) return 'expired'
    if (card === 'declined') return 'declined'
    await markPlanCheckoutPaid(tx, checkoutId, found.workspaceId)
    await saveCard(tx, { workspaceId: found.workspaceId, environment: 'live' }, { declines: card === 'declines_later' })
    await begin(tx, found)
    return 'paid'
  })

async function begin(tx: Queries, { workspaceId, plan }: SimulatedPlanCheckout): Promise<void> {
  for (const old of await readSubscriptions(tx, workspaceId)) {
    if (old.simulated) await upsertSubscription(tx, { ...old, status: 'ended', pastDueSince: null })
  }
  const now = await readClock(tx)
  const subscription: Subscription = {
    id: newId('sub'),
    workspaceId,
    simulated: true,
    plan,
    nextPlan: null,
    status: 'active',
    periodStart: now,
    periodEnd: monthAfter(now, now),
    cancelAtPeriodEnd: false,
    pastDueSince: null,
    reportedAt: now,
  }
  await upsertSubscription(tx, subscription)
  await invoiceSimulated(tx, subscription, { amount: priceOf(plan), from: now, what: now.toISOString() })
}
