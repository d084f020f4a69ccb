import { isPaid, isUpgrade, type PaidPlan, PLAN_TERMS } from '../pricing/plans.ts'
import { centsOf } from '../payments/topup.ts'
import { type Microdollars, parseUsd } from '../money/microdollars.ts'
import type { PlanName } from '../tables/limits.ts'
import type { Subscription } from './subscription.ts'

/** The target of a change of a subscription. */
export interface PlanTarget {
  /** The plan of its next invoice. */
  readonly plan: PaidPlan
  readonly cancelAtPeriodEnd: boolean
  /** Whether the rest of the period is paid at once, and the plan counts at once. */
  readonly upgrade: boolean
}

export type PlanChoice =
  | { readonly kind: 'unchanged' }
  /** There is no subscription yet: the customer first pays for it on a page. */
  | { readonly kind: 'checkout'; readonly plan: PaidPlan }
  | { readonly kind: 'change'; readonly to: PlanTarget }
  /** A payment is due at Stripe: it has to be made first. */
  | { readonly kind: 'past due' }

/**
 * The effect of choosing a plan (decisions, "plan"): a larger plan counts at once, a smaller one at the end of the
 * period, and choosing the present plan cancels a pending change.
 */
export function choosePlan(subscription: Subscription | null, wanted: PlanName): PlanChoice {
  if (subscription === null) return isPaid(wanted) ? { kind: 'checkout', plan: wanted } : { kind: 'unchanged' }
  const { plan, nextPlan, cancelAtPeriodEnd, status, simulated } = subscription
  if (!isPaid(wanted))
    return cancelAtPeriodEnd
      ? { kind: 'unchanged' }
      : { kind: 'change', to: { plan: nextPlan ?? plan, cancelAtPeriodEnd: true, upgrade: false } }
  // A simulated subscription has no portal in which its card could be replaced: it is paid again.
  if (status !== 'active') return simulated ? { kind: 'checkout', plan: wanted } : { kind: 'past due' }
  if (wanted === (nextPlan ?? plan) && !cancelAtPeriodEnd) return { kind: 'unchanged' }
  return { kind: 'change', to: { plan: wanted, cancelAtPeriodEnd: false, upgrade: isUpgrade(plan, wanted) } }
}

/** A simulated subscription with a choice applied. */
export function changed(subscription: Subscription, { plan, cancelAtPeriodEnd }: PlanTarget): Subscription {
  // An unpaid subscription has no paid period left, so it ends at once.
  if (cancelAtPeriodEnd && subscription.status !== 'active')
    return { ...subscription, cancelAtPeriodEnd, status: 'ended', pastDueSince: null }
  const paidFor = isUpgrade(subscription.plan, plan) ? plan : subscription.plan
  return { ...subscription, plan: paidFor, nextPlan: plan === paidFor ? null : plan, cancelAtPeriodEnd }
}

export const priceOf = (plan: PlanName): Microdollars => parseUsd(PLAN_TERMS[plan].price)
export const centsOfPlan = (plan: PlanName): number => centsOf(priceOf(plan))

const CENT = 10_000n

/**
 * The cost of an upgrade for the rest of a paid period: the difference in price by time, in cents, rounded up.
 */
export function proration({ plan: from, periodStart, periodEnd }: Subscription, to: PaidPlan, now: Date): Microdollars {
  const all = BigInt(periodEnd.getTime() - periodStart.getTime())
  const left = BigInt(Math.min(Math.max(periodEnd.getTime() - now.getTime(), 0), Number(all)))
  const difference = priceOf(to) - priceOf(from)
  return difference <= 0n ? 0n : ((difference * left + all * CENT - 1n) / (all * CENT)) * CENT
}

/** The day of the month on which a subscription began, or the month's last day, as Stripe counts it. */
export function monthAfter(began: Date, periodEnd: Date): Date {
  const months =
    (periodEnd.getUTCFullYear() - began.getUTCFullYear()) * 12 + periodEnd.getUTCMonth() - began.getUTCMonth() + 1
  const first = new Date(Date.UTC(began.getUTCFullYear(), began.getUTCMonth() + months, 1))
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return new Date(
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(began.getUTCDate(), days)) +
      (began.getTime() % 86_400_000),
  )
}

/** The state of a simulated subscription after the end of its period. */
export function afterPeriod(subscription: Subscription, began: Date): Subscription {
  const { plan, nextPlan, cancelAtPeriodEnd, periodEnd } = subscription
  if (cancelAtPeriodEnd) return { ...subscription, status: 'ended', pastDueSince: null }
  return {
    ...subscription,
    plan: nextPlan ?? plan,
    nextPlan: null,
    periodStart: periodEnd,
    periodEnd: monthAfter(began, periodEnd),
  }
}
