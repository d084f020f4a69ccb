import { writeAudit } from '../../db/access/audit/entries.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import {
  FIND_PAYMENT_OF,
  INSERT_PAID_TOPUP,
  IS_CLOSED,
  LOCK_EVENT,
  SET_AMOUNT,
} from '../../db/money/payments/operate.ts'
import { linkPayment, lockPayment } from '../../db/money/payments/payment-reports.ts'
import { endTopup, lockTopup } from '../../db/money/payments/topups.ts'
import { formatUsd, type Microdollars } from '../../domain/money/microdollars.ts'
import {
  type DifferingAnswer,
  type DifferingDecision,
  settleDiffering,
} from '../../domain/payments/settle-differing.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { creditPaidTopup } from './pay-topup.ts'

/** The operator and the reason for the decision. */
export interface OperatorDecision {
  readonly actor: string
  readonly reason: string
}

export const SETTLE_DIFFERING: Transaction = { name: 'settle_differing_topup', effect: true }
export const CLOSE_REFUSED: Transaction = { name: 'close_refused_event', effect: true }

export const CREDIT_PAYMENT: Transaction = { name: 'credit_unknown_payment', effect: true }

/**
 * Decides a top-up that waits for an operator; null: there is none. The payment is locked before its top-up, in the
 * same order as for Stripe's events.
 */
export const settleDifferingTopup = (
  db: Database,
  topupId: string,
  request: OperatorDecision & { readonly decision: DifferingDecision },
): Promise<DifferingAnswer | null> =>
  db.transaction(SETTLE_DIFFERING, async (tx) => {
    const { decision, actor, reason } = request
    const [payment] = await tx.query(FIND_PAYMENT_OF, { topupId })
    if (payment !== undefined) await lockPayment(tx, payment.id)
    const topup = await lockTopup(tx, topupId)
    if (topup === null) return null
    const answer = settleDiffering(topup, decision)
    if (answer.kind !== 'do') return answer
    if (decision.kind === 'credit') {
      await tx.query(SET_AMOUNT, { topupId, amount: decision.amount.toString() })
      await creditPaidTopup(tx, { ...topup, amount: decision.amount })
    } else {
      await endTopup(tx, topupId, {
        status: 'failed',
        explanation: 'The paid amount differs from the requested one and was refunded.',
      })
    }
    await writeAudit(tx, {
      actor,
      reason,
      workspaceId: topup.workspaceId,
      action: 'topup.settled',
      before: { topup: topupId, status: topup.status, amount: formatUsd(topup.amount) },
      after: {
        topup: topupId,
        ...(decision.kind === 'credit' ? { status: 'paid', amount: formatUsd(decision.amount) } : { status: 'failed' }),
      },
    })
    return answer
  })

export interface UnknownPayment extends OperatorDecision {
  /** Stripe's id of the payment: `pi_…`. */
  readonly paymentId: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly amount: Microdollars
}

/**
 * Credits a payment that Stripe has taken and that no top-up here records, for example after a restore to a time before
 * its top-up. Credits it once, however many operators request it. Returns the top-up that credits it now or already
 * did.
 */
export const creditPayment = (
  db: Database,
  payment: UnknownPayment,
): Promise<{ readonly topupId: string; readonly before: boolean }> =>
  db.transaction(CREDIT_PAYMENT, async (tx) => {
    const { paymentId, workspaceId, environment, amount, actor, reason } = payment
    const known = await lockPayment(tx, paymentId)
    if (known !== null) return { topupId: known, before: true }
    const topupId = newId('topup')
    await tx.query(INSERT_PAID_TOPUP, { topupId, workspaceId, environment, amount: amount.toString() })
    if (!(await linkPayment(tx, paymentId, topupId))) throw new Error('the payment cannot be linked to its top-up')
    const topup = await lockTopup(tx, topupId)
    if (topup === null) throw new Error('a top-up that was written is not there')
    await creditPaidTopup(tx, topup)
    await writeAudit(tx, {
      actor,
      reason,
      workspaceId,
      action: 'payment.credited',
      before: null,
      after: { payment: paymentId, topup: topupId, amount: formatUsd(amount) },
    })
    return { topupId, before: false }
  })

/**
 * Records that an operator has dealt with a refused event. `done`: it was closed before; null: no such event was
 * refused.
 */
export const closeRefusedEvent = (
  db: Database,
  eventId: string,
  { actor, reason }: OperatorDecision,
): Promise<'closed' | 'done' | null> =>
  db.transaction(CLOSE_REFUSED, async (tx) => {
    const [event] = await tx.query(LOCK_EVENT, { eventId })
    if (event?.outcome !== 'refused') return null
    const [{ open } = { open: false }] = await tx.query(IS_CLOSED, { eventId })
    if (!open) return 'done'
    await writeAudit(tx, {
      actor,
      reason,
      workspaceId: null,
      action: 'stripe_event.closed',
      before: { event: eventId, detail: event.detail },
      after: { event: eventId },
    })
    return 'closed'
  })
