import type { Database, Transaction } from '../../db/database.ts'
import { CLAIM_STRIPE_EVENT, NOTE_STRIPE_EVENT } from '../../db/money/stripe/apply-event.ts'
import type { StripeEvent } from '../../domain/payments/event.ts'
import { type AppliedPayment, type ApplyEvent, refused } from './applied.ts'
import { CHECKOUT_EVENTS } from './checkout-events.ts'
import { PLAN_EVENTS } from './plan-events.ts'

/** Every event type that the service handles. */
const APPLY: ReadonlyMap<string, ApplyEvent> = new Map([...CHECKOUT_EVENTS, ...PLAN_EVENTS])

/** The types to select at Stripe when the webhook is registered. */
export const STRIPE_EVENT_TYPES: readonly string[] = [...APPLY.keys()].toSorted()

/** Writes the event's claim and everything that the event changes, or none of it. */
export const APPLY_STRIPE_EVENT: Transaction = { name: 'apply_stripe_event', effect: true }

export type StripeEventResult =
  | { readonly kind: 'unknown_type' | 'duplicate' }
  | { readonly kind: 'done'; readonly applied: AppliedPayment }

/** Applies an event once, however often and in whatever order Stripe sends it (decisions, "payments"). */
export async function applyStripeEvent(
  db: Database,
  event: StripeEvent,
  expected: { readonly livemode: boolean },
): Promise<StripeEventResult> {
  const apply = APPLY.get(event.type)
  if (apply === undefined) return { kind: 'unknown_type' }
  return db.transaction(APPLY_STRIPE_EVENT, async (tx) => {
    const claimed = await tx.query(CLAIM_STRIPE_EVENT, {
      eventId: event.id,
      type: event.type,
      livemode: event.livemode,
      created: event.created,
    })
    if (claimed.length === 0) return { kind: 'duplicate' }
    const applied = refusalOf(event, expected) ?? (await apply(tx, event))
    await tx.query(NOTE_STRIPE_EVENT, { eventId: event.id, outcome: applied.outcome, detail: applied.detail })
    tx.emit({ kind: 'stripe_event', outcome: applied.outcome })
    return { kind: 'done', applied }
  })
}

/** Events of a connected account, or of Stripe's other mode, are refused, whatever they contain. */
function refusalOf(event: StripeEvent, { livemode }: { readonly livemode: boolean }): AppliedPayment | null {
  if (event.account !== null) return refused('it is about another account')
  if (event.livemode !== livemode)
    return refused(
      `it is of Stripe's ${event.livemode ? 'live' : 'test'} mode, and this deployment's key is of the other`,
    )
  return null
}
