import type { Queries } from '../../db/database.ts'
import { saveCard, upsertStripeCustomer } from '../../db/money/payments/customers.ts'
import {
  lockPayment,
  recordCard,
  recordDispute,
  recordRefund,
  recordRefundFailure,
} from '../../db/money/payments/payment-reports.ts'
import { endTopup, type LockedTopup, lockTopup } from '../../db/money/payments/topups.ts'
import { lookAtReferral } from '../../db/money/referrals/topup.ts'
import { integerOf } from '../../domain/json/decimal.ts'
import { cardFingerprintOf, idOf, referenceOf, type StripeEvent } from '../../domain/payments/event.ts'
import { ofCents } from '../../domain/payments/topup.ts'
import { applied, type ApplyEvent, noted, refused } from './applied.ts'
import { bookReversals } from './book-reversals.ts'
import { applyPayment, topupOf } from './take-payment.ts'

/** The completed checkout. For the checkout of a plan, the subscription's own events count. */
const checkoutPaid: ApplyEvent = async (tx, { object: session }) => {
  const reference = referenceOf(session)
  if (reference === null) return noted('it is no payment of ours')
  if (reference.purpose !== 'topup') return noted(`it is the checkout of a ${reference.purpose}`)
  if (session['payment_status'] !== 'paid') return noted(`${reference.reference} is not paid yet`)
  const taken = await applyPayment(tx, reference, {
    paymentId: idOf(session['payment_intent']),
    cents: session['amount_total'],
    currency: session['currency'],
  })
  const customer = idOf(session['customer'])
  if (taken.outcome !== 'refused' && customer !== null) await upsertStripeCustomer(tx, reference.workspaceId, customer)
  return taken
}

const checkoutEnded =
  (status: 'failed' | 'expired', explanation: string): ApplyEvent =>
  async (tx, { object: session }) => {
    const reference = referenceOf(session)
    if (reference?.purpose !== 'topup') return noted('it is no top-up of ours')
    const topup = await topupOf(tx, reference, null)
    if ('outcome' in topup) return topup
    if (topup.status !== 'pending') return noted(`${topup.id} is ${topup.status} already`)
    await endTopup(tx, topup.id, { status, explanation })
    return applied(`${topup.id} is ${status}`)
  }

/** The payment of a checkout, where it also names the saved card, or of an automatic top-up. */
const paymentSucceeded: ApplyEvent = async (tx, { object: intent }) => {
  const reference = referenceOf(intent)
  if (reference?.purpose !== 'topup') return noted('it is no top-up of ours')
  const taken = await applyPayment(tx, reference, {
    paymentId: idOf(intent),
    cents: intent['amount_received'],
    currency: intent['currency'],
  })
  const card = idOf(intent['payment_method'])
  if (taken.outcome !== 'refused' && intent['setup_future_usage'] === 'off_session' && card !== null)
    await saveCard(tx, reference, { paymentMethodId: card })
  return taken
}

/** The charge of a payment names its card. It may arrive before any other event of the payment. */
const chargeSucceeded: ApplyEvent = async (tx, { object: charge }) => {
  const [paymentId, fingerprint] = [idOf(charge['payment_intent']), cardFingerprintOf(charge)]
  if (paymentId === null || fingerprint === null || referenceOf(charge)?.purpose === 'plan')
    return noted('it names no card of a top-up')
  const topupId = await lockPayment(tx, paymentId)
  await recordCard(tx, paymentId, fingerprint)
  if (topupId !== null) await lookAtReferral(tx, topupId)
  return applied(`the card of ${paymentId} is known`)
}

/** null: no event has named the top-up of this payment. */
async function topupPaidBy(tx: Queries, paymentId: string): Promise<LockedTopup | null> {
  const topupId = await lockPayment(tx, paymentId)
  return topupId === null ? null : lockTopup(tx, topupId)
}

/** Refunds and disputes: later events that name only the payment. */
const aboutPayment =
  (
    note: (
      tx: Queries,
      event: StripeEvent,
      payment: { paymentId: string; amount: bigint; at: number },
    ) => Promise<unknown>,
    amountMember: string,
  ): ApplyEvent =>
  async (tx, event) => {
    const { object: of, created: at } = event
    const paymentId = idOf(of['payment_intent'])
    const cents = integerOf(of[amountMember])
    if (paymentId === null) return noted('it is no payment of ours')
    if (cents === null || of['currency'] !== 'usd')
      return refused(
        `${paymentId}: ${JSON.stringify(of[amountMember])} cents of ${String(of['currency'])} is no amount of ours`,
      )
    const reference = referenceOf(of)
    const topup =
      reference?.purpose === 'topup' ? await topupOf(tx, reference, paymentId) : await topupPaidBy(tx, paymentId)
    if (topup !== null && 'outcome' in topup) return topup
    await note(tx, event, { paymentId, amount: ofCents(cents), at })
    if (topup === null) return noted(`${paymentId} is kept until its top-up is known`)
    const deliveries = await bookReversals(tx, topup)
    return deliveries === null
      ? noted(`${topup.id}: nothing is to be booked`)
      : { ...applied(`${topup.id}: the ledger follows`), deliveries }
  }

const refundedInAll = aboutPayment((tx, _event, payment) => recordRefund(tx, payment), 'amount_refunded')

const disputed = aboutPayment(
  (tx, { object: of }, payment) => recordDispute(tx, { id: idOf(of) ?? '', status: String(of['status']) }, payment),
  'amount',
)

const refundFailed = aboutPayment(
  (tx, { object: of }, payment) => recordRefundFailure(tx, idOf(of) ?? '', payment),
  'amount',
)

/** The handlers of payment events by type. */
export const CHECKOUT_EVENTS: readonly (readonly [string, ApplyEvent])[] = [
  ['checkout.session.completed', checkoutPaid],
  ['checkout.session.async_payment_succeeded', checkoutPaid],
  ['checkout.session.async_payment_failed', checkoutEnded('failed', 'The payment failed.')],
  ['checkout.session.expired', checkoutEnded('expired', 'The checkout was not completed in time.')],
  ['payment_intent.succeeded', paymentSucceeded],
  ['charge.succeeded', chargeSucceeded],
  ['charge.refunded', refundedInAll],
  ['refund.failed', refundFailed],
  ['charge.dispute.created', disputed],
  ['charge.dispute.updated', disputed],
  ['charge.dispute.funds_withdrawn', disputed],
  ['charge.dispute.funds_reinstated', disputed],
  ['charge.dispute.closed', disputed],
]
