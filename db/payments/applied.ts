import type { StripeEvent } from '../../domain/payments/event.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Queries } from '../database.ts'

/** What became of an event. */
export interface Applied {
  /** `applied`: it changed something. `noted`: nothing was to be changed. `refused`: it does not fit what we know; `detail` says why. */
  readonly outcome: 'applied' | 'noted' | 'refused'
  /** For operators; it stays with the event. */
  readonly detail: string
  /** Of the events that it wrote. */
  readonly deliveries?: readonly DeliveryToStart[]
}

/** Applies one type of event. It runs once for each event, in any order with others, within the transaction that claims the event. */
export type ApplyEvent = (tx: Queries, event: StripeEvent) => Promise<Applied>

export const applied = (detail: string): Applied => ({ outcome: 'applied', detail })
export const noted = (detail: string): Applied => ({ outcome: 'noted', detail })
export const refused = (detail: string): Applied => ({ outcome: 'refused', detail })
