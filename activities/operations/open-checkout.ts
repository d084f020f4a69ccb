import type Stripe from 'stripe'
import { type CheckoutOrder, metadataOf } from '../../domain/payments/order.ts'
import type { OperationAnswer, ProviderOperation } from '../../domain/operations/operations.ts'
import type { ActivityDeps } from '../deps.ts'
import { callStripe, failureOf, type NoAnswer } from '../payments/client.ts'

export type OpenCheckoutDeps = Pick<ActivityDeps, 'stripe' | 'log'>

type Call = ProviderOperation<'open_checkout'>
type Answer = OperationAnswer<'open_checkout'>

/**
 * Opens Stripe's page for one payment. It first creates the workspace's customer where there is none. A repeated call
 * returns the same page.
 */
export async function openCheckout({ stripe, log }: OpenCheckoutDeps, call: Call): Promise<Answer> {
  const { kind } = call
  if (stripe === null) return { kind, result: 'unconfigured' }
  const customer = call.customerId === null ? await createCustomer(stripe, call.workspaceId) : call.customerId
  if (typeof customer !== 'string') return failed(log, call, customer)
  const session = await callStripe(() =>
    stripe.checkout.sessions.create(sessionOf(call, customer), { idempotencyKey: call.reference }),
  )
  if (session.kind !== 'answer') return failed(log, call, session)
  const { id, url } = session.value
  if (url === null) return { kind, result: 'refused', code: 'no_url' }
  return { kind, result: 'opened', sessionId: id, url, customerId: customer }
}

function failed(log: ActivityDeps['log'], { kind, workspaceId, reference }: Call, noAnswer: NoAnswer): Answer {
  log.error(
    { workspace_id: workspaceId, reference, outcome: noAnswer.kind, code: noAnswer.code },
    'checkout_open_failed',
  )
  return { kind, ...failureOf(noAnswer) }
}

/**
 * One customer per workspace: Stripe keeps the idempotency key for at least a day, and the id is stored with the first
 * checkout.
 */
async function createCustomer(stripe: Stripe, workspaceId: string): Promise<string | NoAnswer> {
  const customer = await callStripe(() =>
    stripe.customers.create({ metadata: { workspace_id: workspaceId } }, { idempotencyKey: `customer:${workspaceId}` }),
  )
  return customer.kind === 'answer' ? customer.value.id : customer
}

/**
 * The amount is charged exactly: no tax, coupon or currency conversion of Stripe's changes it. Top-ups take cards,
 * which can be charged again.
 */
function sessionOf(call: Call, customer: string): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf({ ...call, purpose: call.order.purpose })
  return {
    customer,
    metadata,
    client_reference_id: call.reference,
    adaptive_pricing: { enabled: false },
    success_url: call.successUrl,
    cancel_url: call.cancelUrl,
    ...orderOf(call.order, metadata),
  }
}

function orderOf(
  order: CheckoutOrder,
  metadata: Record<string, string>,
): Pick<
  Stripe.Checkout.SessionCreateParams,
  'mode' | 'line_items' | 'payment_intent_data' | 'subscription_data' | 'allowed_payment_method_types'
> {
  const price = { currency: 'usd', unit_amount: order.cents, product_data: { name: order.name } }
  switch (order.purpose) {
    case 'topup':
      return {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        line_items: [{ quantity: 1, price_data: price }],
        payment_intent_data: { metadata, setup_future_usage: 'off_session' },
      }
    case 'plan':
      return {
        mode: 'subscription',
        line_items: [{ quantity: 1, price_data: { ...price, recurring: { interval: 'month' } } }],
        subscription_data: { metadata: { ...metadata, plan: order.plan } },
      }
  }
}
