import { meaningOf } from '../../domain/payments/dispute.ts'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { Queries, Statement } from '../database.ts'

/**
 * Reports about a payment are stored even while its top-up is unknown: they count when the top-up is credited. A
 * transaction that writes one locks the payment first, so that two events about it never miss each other.
 */
const LOCK_PAYMENT: Statement = {
  name: 'lock_stripe_payment',
  effect: 'within',
  text: `insert into stripe_payment as p (id) values ($1) on conflict (id) do update set topup_id = p.topup_id returning topup_id as "topupId"`,
}

/** Locks what is known of a payment and returns the id of its top-up; null where no event has named it. */
export async function lockPayment(tx: Queries, paymentId: string): Promise<string | null> {
  const [row] = await tx.query<{ topupId: string | null }>(LOCK_PAYMENT, [paymentId])
  return row?.topupId ?? null
}

const LINK_PAYMENT: Statement = {
  name: 'link_stripe_payment',
  effect: 'within',
  text: `update stripe_payment set topup_id = $2 where id = $1 and coalesce(topup_id, $2) = $2
      and not exists (select from stripe_payment o where o.topup_id = $2 and o.id <> $1)
    returning id`,
}

/**
 * Links a payment to a top-up, with both locked; false: the payment has another top-up, or the top-up has another
 * payment.
 */
export async function linkPayment(tx: Queries, paymentId: string, topupId: string): Promise<boolean> {
  const linked = await tx.query(LINK_PAYMENT, [paymentId, topupId])
  return linked.length === 1
}

const NOTE_CARD: Statement = {
  name: 'note_payment_card',
  effect: 'within',
  text: 'update stripe_payment set card_fingerprint = $2 where id = $1 and card_fingerprint is null',
}

/** Stores Stripe's fingerprint of a payment's card, with the payment locked. A payment succeeds with one card. */
export const recordCard = (tx: Queries, paymentId: string, fingerprint: string): Promise<unknown> =>
  tx.query(NOTE_CARD, [paymentId, fingerprint])

const NOTE_REFUNDED: Statement = {
  name: 'note_refunded',
  effect: 'within',
  text: `update stripe_payment set refunded = $2::bigint, refunded_at = to_timestamp($3::double precision)
    where id = $1 and (to_timestamp($3::double precision), $2::bigint) > (refunded_at, refunded)`,
}

export interface PaymentReport {
  readonly paymentId: string
  readonly amount: Microdollars
  /** When Stripe reported it, in seconds since 1970: a report that arrives late does not override a newer one. */
  readonly at: number
}

/** The total refunded amount of a payment. */
export const recordRefund = (tx: Queries, { paymentId, amount, at }: PaymentReport): Promise<unknown> =>
  tx.query(NOTE_REFUNDED, [paymentId, amount.toString(), at])

const NOTE_REFUND_FAILURE: Statement = {
  name: 'note_refund_failure',
  effect: 'within',
  text: `insert into stripe_refund_failure (id, payment_id, amount, failed_at) values ($2, $1, $3::bigint, to_timestamp($4::double precision))
    on conflict (id) do nothing`,
}

export const recordRefundFailure = (
  tx: Queries,
  refundId: string,
  { paymentId, amount, at }: PaymentReport,
): Promise<unknown> => tx.query(NOTE_REFUND_FAILURE, [paymentId, refundId, amount.toString(), at])

const NOTE_DISPUTE: Statement = {
  name: 'note_dispute',
  effect: 'within',
  text: `insert into stripe_dispute as d (id, payment_id, amount, status, takes, final, told_at)
    values ($2, $1, $3::bigint, $5, $6, $7, to_timestamp($4::double precision))
    on conflict (id) do update set amount = excluded.amount, status = excluded.status, takes = excluded.takes, final = excluded.final, told_at = excluded.told_at
    where (excluded.final, excluded.told_at, excluded.status, excluded.amount) > (d.final, d.told_at, d.status, d.amount)`,
}

export const recordDispute = (
  tx: Queries,
  dispute: { readonly id: string; readonly status: string },
  { paymentId, amount, at }: PaymentReport,
): Promise<unknown> => {
  const { takes, final } = meaningOf(dispute.status)
  return tx.query(NOTE_DISPUTE, [paymentId, dispute.id, amount.toString(), at, dispute.status, takes, final])
}
