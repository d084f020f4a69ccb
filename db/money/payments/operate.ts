import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { type NoValues, statement } from '../../statement.ts'

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
  neverNull: { 'a top-up that is not pending has ended (check)': ['endedAt'] },
  text: `select t.id, t.workspace_id as "workspaceId", t.environment, t.amount,
    coalesce(t.explanation, '') as explanation, p.id as "paymentId", t.ended_at as "endedAt"
    from topup t left join stripe_payment p on p.topup_id = t.id where t.status = 'amount_differs'
      order by t.ended_at desc limit ${LISTED_MAX}`,
})

/** Top-ups for which a different amount was paid than requested, newest first. */
export const listDifferingTopups = (queries: Queries): Promise<DifferingTopup[]> => queries.query(LIST_DIFFERING, {})
