import { meaningOf } from '../../../domain/payments/dispute.ts'
import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/**
 * Reports about a payment are stored even while its top-up is unknown: they count when the top-up is credited. A
 * transaction that writes one locks the payment first, so that two events about it never miss each other.
 */
export const LOCK_PAYMENT = statement<{ paymentId: string }, { topupId: string | null }>({
  name: 'lock_stripe_payment',
  effect: 'within',
  text: `insert into stripe_payment as p (id) values (:paymentId) on conflict (id) do update set topup_id = p.topup_id
    returning topup_id as "topupId"`,
})

/** Locks what is known of a payment and returns the id of its top-up; null where no event has named it. */
export async function lockPayment(tx: Queries, paymentId: string): Promise<string | null> {
  const [row] = await tx.query(LOCK_PAYMENT, { paymentId })
  return row?.topupId ?? null
}

export const LINK_PAYMENT = statement<{ paymentId: string; topupId: string }>({
  name: 'link_stripe_payment',
  effect: 'within',
  text: `update stripe_payment set topup_id = :topupId where id = :paymentId and coalesce(topup_id, :topupId) = :topupId
      and not exists (select from stripe_payment o where o.topup_id = :topupId and o.id <> :paymentId)
    returning id`,
})

/**
 * Links a payment to a top-up, with both locked; false: the payment has another top-up, or the top-up has another
 * payment.
 */
export async function linkPayment(tx: Queries, paymentId: string, topupId: string): Promise<boolean> {
  const linked = await tx.query(LINK_PAYMENT, { paymentId, topupId })
  return linked.length === 1
}

export const NOTE_CARD = statement<{ paymentId: string; fingerprint: string }>({
  name: 'note_payment_card',
  effect: 'within',
  text: 'update stripe_payment set card_fingerprint = :fingerprint where id = :paymentId and card_fingerprint is null',
})

/** Stores Stripe's fingerprint of a payment's card, with the payment locked. A payment succeeds with one card. */
export const recordCard = (tx: Queries, paymentId: string, fingerprint: string): Promise<unknown> =>
  tx.query(NOTE_CARD, { paymentId, fingerprint })

export const NOTE_REFUNDED = statement<{ paymentId: string; amount: string; at: number }>({
  name: 'note_refunded',
  effect: 'within',
  text: `update stripe_payment set refunded = :amount::bigint, refunded_at = to_timestamp(:at::double precision)
    where id = :paymentId and (to_timestamp(:at::double precision), :amount::bigint) > (refunded_at, refunded)`,
})

export interface PaymentReport {
  readonly paymentId: string
  readonly amount: Microdollars
  /** When Stripe reported it, in seconds since 1970: a report that arrives late does not override a newer one. */
  readonly at: number
}

/** The total refunded amount of a payment. */
export const recordRefund = (tx: Queries, { paymentId, amount, at }: PaymentReport): Promise<unknown> =>
  tx.query(NOTE_REFUNDED, { paymentId, amount: amount.toString(), at })

export const NOTE_REFUND_FAILURE = statement<{ paymentId: string; refundId: string; amount: string; at: number }>({
  name: 'note_refund_failure',
  effect: 'within',
  text: `insert into stripe_refund_failure (id, payment_id, amount, failed_at)
    values (:refundId, :paymentId, :amount::bigint, to_timestamp(:at::double precision))
    on conflict (id) do nothing`,
})

export const recordRefundFailure = (
  tx: Queries,
  refundId: string,
  { paymentId, amount, at }: PaymentReport,
): Promise<unknown> => tx.query(NOTE_REFUND_FAILURE, { paymentId, refundId, amount: amount.toString(), at })

export const NOTE_DISPUTE = statement<{
  paymentId: string
  disputeId: string
  amount: string
  at: number
  status: string
  takes: boolean
  final: boolean
}>({
  name: 'note_dispute',
  effect: 'within',
  text: `insert into stripe_dispute as d (id, payment_id, amount, status, takes, final, told_at)
    values (:disputeId, :paymentId, :amount::bigint, :status, :takes, :final, to_timestamp(:at::double precision))
    on conflict (id) do update set amount = excluded.amount, status = excluded.status, takes = excluded.takes,
      final = excluded.final, told_at = excluded.told_at
    where (excluded.final, excluded.told_at, excluded.status, excluded.amount) > (d.final, d.told_at, d.status,
      d.amount)`,
})

export const recordDispute = (
  tx: Queries,
  dispute: { readonly id: string; readonly status: string },
  { paymentId, amount, at }: PaymentReport,
): Promise<unknown> => {
  const { takes, final } = meaningOf(dispute.status)
  return tx.query(NOTE_DISPUTE, {
    paymentId,
    disputeId: dispute.id,
    amount: amount.toString(),
    at,
    status: dispute.status,
    takes,
    final,
  })
}
