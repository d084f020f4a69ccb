import { formatUsd, type Microdollars } from '../../domain/money/microdollars.ts'
import {
  type DifferingAnswer,
  type DifferingDecision,
  settleDiffering,
} from '../../domain/payments/settle-differing.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { writeAudit } from '../audit/entries.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { type NoValues, statement } from '../statement.ts'
import { newId } from '../ids.ts'
import { linkPayment, lockPayment } from './payment-reports.ts'
import { creditPaidTopup } from './pay-topup.ts'
import { endTopup, lockTopup } from './topups.ts'

/** The operator and the reason for the decision. */
export interface OperatorDecision {
  readonly actor: string
  readonly reason: string
}

export const SETTLE_DIFFERING: Transaction = { name: 'settle_differing_topup', effect: true }
export const CLOSE_REFUSED: Transaction = { name: 'close_refused_event', effect: true }
export const CREDIT_PAYMENT: Transaction = { name: 'credit_unknown_payment', effect: true }

export const FIND_PAYMENT_OF = statement<{ topupId: string }, { id: string }>({
  name: 'find_payment_of_topup',
  effect: false,
  text: 'select id from stripe_payment where topup_id = :topupId',
})

/** Refunds and disputes count against the amount that was paid. */
export const SET_AMOUNT = statement<{ topupId: string; amount: string }>({
  name: 'set_topup_amount',
  effect: 'within',
  text: 'update topup set amount = :amount::bigint where id = :topupId',
})

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

export const INSERT_PAID_TOPUP = statement<{
  topupId: string
  workspaceId: string
  environment: Environment
  amount: string
}>({
  name: 'insert_topup_of_payment',
  effect: 'within',
  text: `insert into topup (id, workspace_id, environment, origin, amount, simulated)
      values (:topupId, :workspaceId, :environment, 'checkout', :amount::bigint, false)`,
})

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

export interface RefusedEvent {
  readonly id: string
  readonly type: string
  readonly receivedAt: Date
  readonly detail: string
}

/** More than a person reviews in one sitting; the rest appears when these are closed. */
const LISTED_MAX = 200
const NOT_CLOSED = (id: string): string =>
  `not exists (select from audit_entry a where a.action = 'stripe_event.closed' and a.after ->> 'event' = ${id})`

export const LIST_REFUSED = statement<NoValues, RefusedEvent>({
  name: 'list_refused_events',
  effect: false,
  text: `select id, type, received_at as "receivedAt", detail from stripe_event e
    where outcome = 'refused' and ${NOT_CLOSED('e.id')} order by received_at desc limit ${LISTED_MAX}`,
})

/** Stripe's refused events that no operator has closed, newest first. */
export const listRefusedEvents = (queries: Queries): Promise<RefusedEvent[]> => queries.query(LIST_REFUSED, {})

export const LOCK_EVENT = statement<{ eventId: string }, { outcome: string; detail: string }>({
  name: 'lock_stripe_event',
  effect: 'within',
  text: 'select outcome, detail from stripe_event where id = :eventId for update',
})
export const IS_CLOSED = statement<{ eventId: string }, { open: boolean }>({
  name: 'is_event_closed',
  effect: false,
  text: `select ${NOT_CLOSED(':eventId')} as open`,
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

export interface DifferingTopup {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly amount: Microdollars
  readonly explanation: string
  readonly paymentId: string | null
  readonly endedAt: Date
}

export const LIST_DIFFERING = statement<NoValues, DifferingTopup>({
  name: 'list_differing_topups',
  effect: false,
  text: `select t.id, t.workspace_id as "workspaceId", t.environment, t.amount,
    coalesce(t.explanation, '') as explanation, p.id as "paymentId", t.ended_at as "endedAt"
    from topup t left join stripe_payment p on p.topup_id = t.id where t.status = 'amount_differs'
      order by t.ended_at desc limit ${LISTED_MAX}`,
})

/** Top-ups for which a different amount was paid than requested, newest first. */
export const listDifferingTopups = (queries: Queries): Promise<DifferingTopup[]> => queries.query(LIST_DIFFERING, {})
