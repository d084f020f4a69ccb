import type { Database, Queries, Transaction } from '../../db/database.ts'
import { writeInvoice } from '../../db/money/invoices/write.ts'
import { upsertStripeCustomer } from '../../db/money/payments/customers.ts'
import { markPlanCheckoutPaid } from '../../db/money/plans/checkouts.ts'
import { findSubscription, readSubscriptions } from '../../db/money/plans/subscriptions.ts'
import { upsertSubscription } from './store-subscription.ts'
import { lockWorkspace } from '../../db/access/workspaces/lock.ts'
import { idOf, referenceOf } from '../../domain/payments/event.ts'
import { ofCents } from '../../domain/payments/topup.ts'
import { readPlanInvoice, readSubscription } from '../../domain/plans/stripe.ts'
import { type SubscriptionState, take } from '../../domain/plans/subscription.ts'
import { applied, type AppliedPayment, type ApplyEvent, noted, refused } from './applied.ts'

/** The subscription as it was when the event happened: the order in which events arrive does not matter. */
const subscriptionChanged: ApplyEvent = async (tx, { object: subscription, created }) => {
  const read = readSubscription(subscription, new Date(created * 1000))
  if (read.kind !== 'state') return read.kind === 'none' ? noted(read.why) : refused(read.why)
  const customer = idOf(subscription['customer'])
  const taken = await takeState(tx, read.state)
  if (taken.outcome === 'refused') return taken
  const { workspaceId } = read.state
  if (customer !== null) await upsertStripeCustomer(tx, workspaceId, customer)
  const checkout = referenceOf(subscription)?.reference
  if (checkout !== undefined) await markPlanCheckoutPaid(tx, checkout, workspaceId)
  return taken
}

/** Stores what Stripe reports about a subscription, in an event or in an answer, in the caller's transaction. */
async function takeState(tx: Queries, state: SubscriptionState): Promise<AppliedPayment> {
  const { id, workspaceId } = state
  const before = await lockWorkspace(tx, workspaceId)
  if (before === null) return refused(`${id} is of a workspace that does not exist`)
  const known = await findSubscription(tx, id)
  if (known !== null && known.workspaceId !== workspaceId)
    return refused(`${id} is of another workspace than the event states`)
  const taken = take(known, state)
  if (taken.kind === 'older') return noted(`${id}: ${taken.why}`)
  const plan = await upsertSubscription(tx, taken.subscription)
  const live = (await readSubscriptions(tx, workspaceId)).length
  // Two checkouts that were open at the same time may both be paid; the larger plan counts, and a person ends the
  // other.
  if (live > 1)
    return { ...applied(`${id}: the workspace has ${live} subscriptions, and pays all of them; its plan is ${plan}`) }
  return applied(
    plan === before
      ? `${id} is ${state.status}; the plan stays ${plan}`
      : `${id} is ${state.status}; the plan was ${before} and is ${plan}`,
  )
}

/**
 * The subscription's own events report the effect of a payment or its failure; a paid invoice only gets its invoice
 * here.
 */
const invoicePaid: ApplyEvent = async (tx, { object: reported }) => {
  const invoice = readPlanInvoice(reported)
  if (invoice === null) return noted('it is no paid invoice of a plan of ours')
  const { id, workspaceId, cents, description, period } = invoice
  if ((await lockWorkspace(tx, workspaceId)) === null) return refused(`${id} is of a workspace that does not exist`)
  const written = await writeInvoice(tx, {
    workspaceId,
    environment: 'live',
    kind: 'plan',
    source: id,
    description,
    amount: ofCents(cents),
    simulated: false,
    period,
  })
  return written === null ? noted(`${id} was written before`) : applied(`${id} was written`)
}

const invoiceFailed: ApplyEvent = async (_tx, { object: reported }) =>
  noted(`${idOf(reported) ?? 'an invoice'} was not paid; the event of the subscription has its new state`)

/** The handlers of subscription events by type. */
export const PLAN_EVENTS: readonly (readonly [string, ApplyEvent])[] = [
  ['customer.subscription.created', subscriptionChanged],
  ['customer.subscription.updated', subscriptionChanged],
  ['customer.subscription.deleted', subscriptionChanged],
  ['invoice.paid', invoicePaid],
  ['invoice.payment_failed', invoiceFailed],
]

export const TAKE_SUBSCRIPTION: Transaction = { name: 'take_subscription', effect: true }

/**
 * Stores Stripe's answer to a change that the service made, together with the caller's other changes. Throws when the
 * answer contradicts the stored data.
 */
export const takeSubscription = (
  db: Database,
  state: SubscriptionState,
  beforeCommit: (tx: Queries) => Promise<void>,
): Promise<void> =>
  db.transaction(TAKE_SUBSCRIPTION, async (tx) => {
    const { outcome, detail } = await takeState(tx, state)
    if (outcome === 'refused') throw new Error(`Stripe's answer does not fit: ${detail}`)
    await beforeCommit(tx)
  })
