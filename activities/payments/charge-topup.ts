import { ApplicationFailure } from '@temporalio/common'
import { activityInfo, Context } from '@temporalio/activity'
import type Stripe from 'stripe'
import type { CardChargeOutcome } from '../../domain/payments/auto-topup.ts'
import { metadataOf } from '../../domain/payments/order.ts'
import { platformAccountId } from '../../domain/providers/account.ts'
import { centsOf } from '../../domain/payments/topup.ts'
import { readTopupToCharge, type TopupToCharge } from '../../db/money/payments/charge.ts'
import type { ActivityDeps } from '../deps.ts'
import { type ShareWanted, underShare } from '../shares.ts'
import { callStripe } from './client.ts'

type Deps = Pick<ActivityDeps, 'db' | 'stripe' | 'shares'>

/** Stripe keeps idempotency keys for at least a day. Long before that, a retry searches for the payment itself. */
const KEY_KNOWN_MS = 3_600_000
/** The largest assumed difference between our clock and Stripe's. */
const CLOCK_SKEW_SECONDS = 300
const PAGE_SIZE = 100

/**
 * Charges the card on file for an automatic top-up, with the top-up's id as idempotency key. A retry, after a crash or
 * a timeout, first searches for the payment, so the card is never charged twice. Throws while the outcome is unknown.
 */
export const chargeTopup =
  (deps: Deps) =>
  async ({ topupId }: { readonly topupId: string }): Promise<CardChargeOutcome> => {
    // A hanging Stripe occupies no more of the worker than any slow provider.
    const wanted: ShareWanted = {
      lane: 'slow',
      environment: null,
      workspaceId: null,
      accountId: platformAccountId('stripe'),
    }
    return underShare(deps.shares, wanted, {
      work: () => chargeWithShare(deps, topupId),
      refused(afterMs) {
        throw ApplicationFailure.create({
          type: 'NoShare',
          message: 'the worker has no share for this charge now',
          nextRetryDelay: afterMs,
        })
      },
    })
  }

async function chargeWithShare({ db, stripe }: Deps, topupId: string): Promise<CardChargeOutcome> {
  const topup = await readTopupToCharge(db, topupId)
  if (topup === null) throw ApplicationFailure.nonRetryable('the top-up does not exist', 'UnknownTopup')
  if (topup.simulated) return simulated(topup)
  if (stripe === null) throw ApplicationFailure.retryable('this worker has no key of Stripe', 'Unconfigured')
  const { customerId, paymentMethodId } = topup
  if (customerId === null || paymentMethodId === null) return { kind: 'declined', reason: 'no_card' }
  const isLate = Date.now() - topup.createdAt.getTime() > KEY_KNOWN_MS
  const made =
    activityInfo().attempt > 1 || isLate || !topup.pending ? await findPayment(stripe, topup, customerId) : null
  Context.current().heartbeat()
  return made === null
    ? charge(stripe, topup, { customer: customerId, payment_method: paymentMethodId })
    : whatBecameOf(made)
}

function simulated({ amount, declines }: TopupToCharge): CardChargeOutcome {
  if (declines === null) return { kind: 'declined', reason: 'no_card' }
  return declines
    ? { kind: 'declined', reason: 'card_declined' }
    : { kind: 'paid', paymentId: null, cents: centsOf(amount), currency: 'usd' }
}

async function charge(
  stripe: Stripe,
  topup: TopupToCharge,
  card: { readonly customer: string; readonly payment_method: string },
): Promise<CardChargeOutcome> {
  const answer = await callStripe(() =>
    stripe.paymentIntents.create(
      {
        ...card,
        amount: centsOf(topup.amount),
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        off_session: true,
        confirm: true,
        description: 'Automatic wallet top-up',
        metadata: metadataOf({ ...topup, purpose: 'topup', reference: topup.id }),
      },
      { idempotencyKey: topup.id },
    ),
  )
  switch (answer.kind) {
    case 'answer':
      return whatBecameOf(answer.value)
    case 'declined':
    case 'refused':
      return { kind: 'declined', reason: answer.code }
    case 'unknown':
      throw unknown(answer.code)
  }
}

async function findPayment(
  stripe: Stripe,
  topup: TopupToCharge,
  customer: string,
): Promise<Stripe.PaymentIntent | null> {
  const from = Math.floor(topup.createdAt.getTime() / 1_000) - CLOCK_SKEW_SECONDS
  const found = await callStripe(async () => {
    for await (const one of stripe.paymentIntents.list({ customer, created: { gte: from }, limit: PAGE_SIZE })) {
      if (one.metadata['reference'] === topup.id) return one
    }
    return null
  })
  if (found.kind !== 'answer') throw unknown(found.code)
  return found.value
}

/** A payment that waits for an action of its payer would wait forever: no person is present. */
function whatBecameOf(payment: Stripe.PaymentIntent): CardChargeOutcome {
  switch (payment.status) {
    case 'succeeded':
      return { kind: 'paid', paymentId: payment.id, cents: payment.amount_received, currency: payment.currency }
    case 'processing':
      throw unknown('processing')
    default:
      return {
        kind: 'declined',
        reason: payment.last_payment_error?.decline_code ?? payment.last_payment_error?.code ?? payment.status,
      }
  }
}

const unknown = (code: string): ApplicationFailure =>
  ApplicationFailure.retryable(`what became of the charge is not known yet: ${code}`, 'ChargeUnknown')
