import type Stripe from 'stripe'
import { readSubscription } from '../../domain/plans/stripe.ts'
import type { OperationAnswer, ProviderOperation, SubscriptionSnapshot } from '../../domain/operations/operations.ts'
import { callStripe, failureOf, type NoAnswer, type StripeAnswer } from '../payments/client.ts'
import type { OpenCheckoutDeps } from './open-checkout.ts'

type Call = ProviderOperation<'change_subscription'>
type Answer = OperationAnswer<'change_subscription'>
type Updated = StripeAnswer<Stripe.Response<Stripe.Subscription>>

/** Stripe's error code for an object whose id already exists. */
const EXISTS = 'resource_already_exists'

/**
 * Changes the plan of a subscription's next invoice (decisions, "plan"). An upgrade is paid at once and counts only
 * when it is paid. A downgrade counts from the next period, without a refund. A repeated change has no second effect.
 */
export async function changeSubscription({ stripe, log }: OpenCheckoutDeps, call: Call): Promise<Answer> {
  const { kind, workspaceId, subscriptionId } = call
  if (stripe === null) return { kind, result: 'unconfigured' }
  const updated = await update(stripe, call)
  if (updated.kind === 'answer') return { kind, result: 'changed', subscription: snapshotOf(updated.value) }
  const { code } = updated
  log.error(
    { workspace_id: workspaceId, subscription: subscriptionId, outcome: updated.kind, code },
    'subscription_change_failed',
  )
  if (updated.kind === 'declined') return { kind, result: 'declined', code }
  return { kind, ...failureOf(updated) }
}

async function update(stripe: Stripe, call: Call): Promise<Updated> {
  const { to, upgradeFrom, subscriptionId, reference } = call
  const found = await callStripe(() => stripe.subscriptions.retrieve(subscriptionId))
  if (found.kind !== 'answer') return found
  const [item] = found.value.items.data
  if (item === undefined) return { kind: 'refused', code: 'no_item' }
  if (upgradeFrom !== null && isRaised(found.value, item, to)) return keepRaised(stripe, call, found)
  const product = await productOf(stripe, call)
  if (product !== null) return product
  const priced = (cents: number): Stripe.SubscriptionUpdateParams.Item => ({
    id: item.id,
    quantity: 1,
    price_data: { currency: 'usd', product: productId(to.plan), unit_amount: cents, recurring: { interval: 'month' } },
  })
  // A downgrade was scheduled: the rest of the period is worth what was paid for it, not the price of the scheduled
  // plan.
  if (upgradeFrom !== null && item.price.unit_amount !== upgradeFrom.cents) {
    const restored = await callStripe(() =>
      stripe.subscriptions.update(
        subscriptionId,
        { items: [priced(upgradeFrom.cents)], proration_behavior: 'none' },
        { idempotencyKey: `${reference}:paid` },
      ),
    )
    if (restored.kind !== 'answer') return restored
  }
  return callStripe(() =>
    stripe.subscriptions.update(
      subscriptionId,
      {
        items: [priced(to.cents)],
        metadata: { plan: to.plan },
        cancel_at_period_end: call.cancelAtPeriodEnd,
        ...(upgradeFrom === null
          ? { proration_behavior: 'none' }
          : { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }),
      },
      { idempotencyKey: reference },
    ),
  )
}

/**
 * A larger plan is stored only after its payment. So either the answer to an earlier try was lost, or its event is on
 * the way.
 */
const isRaised = ({ metadata }: Stripe.Subscription, { price }: Stripe.SubscriptionItem, to: Call['to']): boolean =>
  metadata['plan'] === to.plan && price.unit_amount === to.cents

/** A paid plan stays as it is: lowering and raising it again would charge the rest of the period twice. */
async function keepRaised(
  stripe: Stripe,
  { subscriptionId, reference, cancelAtPeriodEnd }: Call,
  found: Extract<Updated, { kind: 'answer' }>,
): Promise<Updated> {
  if (found.value.cancel_at_period_end === cancelAtPeriodEnd) return found
  return callStripe(() =>
    stripe.subscriptions.update(
      subscriptionId,
      { cancel_at_period_end: cancelAtPeriodEnd },
      { idempotencyKey: `${reference}:kept` },
    ),
  )
}

const productId = (plan: string): string => `plan_${plan}`

/**
 * A price of an existing subscription needs an existing product. Each plan has one, created at the first change to it.
 * null: it exists.
 */
async function productOf(stripe: Stripe, { to }: Call): Promise<NoAnswer | null> {
  const made = await callStripe(() => stripe.products.create({ id: productId(to.plan), name: to.name }))
  return made.kind === 'answer' || made.code === EXISTS ? null : made
}

/**
 * Events are dated in seconds. Events of the same second as this answer, and of the changes before it, are older
 * than it.
 */
const WITHIN_SECOND_MS = 999

/** Dated by Stripe's clock, which also dates its events. */
function snapshotOf(subscription: Stripe.Response<Stripe.Subscription>): SubscriptionSnapshot {
  const { lastResponse, ...object } = subscription
  const date = Date.parse(lastResponse.headers['date'] ?? '')
  const read = readSubscription(
    JSON.parse(JSON.stringify(object)),
    new Date((Number.isNaN(date) ? Date.now() : date) + WITHIN_SECOND_MS),
  )
  if (read.kind !== 'state') throw new Error(`Stripe's answer is not the requested subscription: ${read.why}`)
  const { plan, status, periodStart, periodEnd, cancelAtPeriodEnd, reportedAt } = read.state
  return {
    plan,
    status,
    period_start: periodStart.toISOString(),
    period_end: periodEnd.toISOString(),
    cancel_at_period_end: cancelAtPeriodEnd,
    told_at: reportedAt.toISOString(),
  }
}
