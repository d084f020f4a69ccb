import type { Queries } from '../../db/database.ts'
import type { StripeEvent } from '../../domain/payments/event.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'

/** The outcome of an event. */
export interface AppliedPayment {
  /**
   * `applied`: it changed something. `noted`: there was nothing to change. `refused`: it contradicts the stored data;
   * `detail` states why.
   */
  readonly outcome: 'applied' | 'noted' | 'refused'
  /** For operators; stored with the event. */
  readonly detail: string
  /** The deliveries of the events that it wrote. */
  readonly deliveries?: readonly DeliveryToStart[]
}

/**
 * Applies one type of event. It runs once for each event, in any order, within the transaction that claims the event.
 */
export type ApplyEvent = (tx: Queries, event: StripeEvent) => Promise<AppliedPayment>

export const applied = (detail: string): AppliedPayment => ({ outcome: 'applied', detail })
export const noted = (detail: string): AppliedPayment => ({ outcome: 'noted', detail })

export const refused = (detail: string): AppliedPayment => ({ outcome: 'refused', detail })
