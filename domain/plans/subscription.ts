import { isUpgrade, type PaidPlan } from '../pricing/plans.ts'
import { PLANS, type PlanName } from '../tables/limits.ts'

/**
 * `past_due`: a payment failed, and Stripe tries again. `unpaid`: Stripe has given up for now. `ended`: permanently.
 */
export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'unpaid', 'ended'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** The state of a subscription at one moment. */
export interface SubscriptionState {
  readonly id: string
  readonly workspaceId: string
  /** The plan of its next invoice. */
  readonly plan: PaidPlan
  readonly status: SubscriptionStatus
  readonly periodStart: Date
  readonly periodEnd: Date
  readonly cancelAtPeriodEnd: boolean
  /** The time of this state. */
  readonly reportedAt: Date
}

/** The same as it is stored. */
export interface Subscription extends SubscriptionState {
  readonly simulated: boolean
  /** The plan that the current period was paid for; `nextPlan` is the next period's plan, if it is smaller. */
  readonly plan: PaidPlan
  readonly nextPlan: PaidPlan | null
  readonly pastDueSince: Date | null
}

/** Stripe's own retries of a card take about a week: a plan survives until the customer has replaced the card. */
export const GRACE_DAYS = 7
const DAY_MS = 86_400_000

export const paymentDueBy = ({ pastDueSince }: Subscription): Date | null =>
  pastDueSince === null ? null : new Date(pastDueSince.getTime() + GRACE_DAYS * DAY_MS)

/** Whether the subscription gives its plan: it is paid, or within the grace period of a failed payment. */
export function givesPlan(subscription: Subscription, now: Date): boolean {
  const due = paymentDueBy(subscription)
  return subscription.status === 'active' || (subscription.status === 'past_due' && due !== null && now < due)
}

/** The plan that a workspace has: the largest that one of its subscriptions gives. */
export const planOf = (subscriptions: readonly Subscription[], now: Date): PlanName =>
  subscriptions
    .filter((one) => givesPlan(one, now))
    .reduce<PlanName>((largest, { plan }) => (isUpgrade(largest, plan) ? plan : largest), 'pay_per_call')

/** The subscription that a choice applies to: the one with the largest plan, and of two equal ones the newer. */
export function mainOf(subscriptions: readonly Subscription[]): Subscription | null {
  const rank = ({ plan, periodStart }: Subscription): number => PLANS.indexOf(plan) * 1e15 + periodStart.getTime()
  return subscriptions.filter(({ status }) => status !== 'ended').toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}

export type Taken =
  | { readonly kind: 'taken'; readonly subscription: Subscription }
  /** The state changes nothing: it was known already, or a newer one was. */
  | { readonly kind: 'older'; readonly why: string }

/**
 * The subscription after a reported state, whatever order states arrive in (decisions, "payments"). An end is
 * permanent. A state older than the newest known one changes nothing; of two states of the same second, the later
 * period counts.
 */
export function take(known: Subscription | null, state: SubscriptionState): Taken {
  if (known !== null) {
    const older = whyOlder(known, state)
    if (older !== null) return { kind: 'older', why: older }
  }
  const subscription: Subscription = {
    ...state,
    simulated: known?.simulated ?? false,
    ...plansAfter(known, state),
    pastDueSince:
      state.status === 'active' || state.status === 'ended' ? null : (known?.pastDueSince ?? state.reportedAt),
  }
  return known !== null && known.reportedAt >= state.reportedAt && isSame(known, subscription)
    ? { kind: 'older', why: 'it is known' }
    : { kind: 'taken', subscription }
}

function whyOlder(known: Subscription, state: SubscriptionState): string | null {
  if (known.status === 'ended') return 'it has ended'
  if (state.status === 'ended') return null
  const ages = state.reportedAt.getTime() - known.reportedAt.getTime()
  if (ages < 0) return 'something newer is known'
  return ages === 0 && state.periodEnd < known.periodEnd ? 'a later period is known' : null
}

/** Within a period the plan never falls below the one that was paid for; a smaller plan counts from the next period. */
function plansAfter(
  known: Subscription | null,
  { plan, periodStart }: SubscriptionState,
): Pick<Subscription, 'plan' | 'nextPlan'> {
  const samePeriod = known !== null && periodStart <= known.periodStart
  return samePeriod && isUpgrade(plan, known.plan) ? { plan: known.plan, nextPlan: plan } : { plan, nextPlan: null }
}

function isSame(a: Subscription, b: Subscription): boolean {
  const of = ({
    plan,
    nextPlan,
    status,
    periodStart,
    periodEnd,
    cancelAtPeriodEnd,
    pastDueSince,
  }: Subscription): string =>
    JSON.stringify([plan, nextPlan, status, periodStart, periodEnd, cancelAtPeriodEnd, pastDueSince])
  return of(a) === of(b)
}
