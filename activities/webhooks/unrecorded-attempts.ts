import type { DeliveryAttempt } from '../../domain/webhooks/delivery.ts'

/** A delivery with the number of attempts that are recorded. */
interface Delivery {
  readonly id: string
  readonly attemptsMade: number
}

/** The attempts that receivers accepted and the database has not recorded: this worker does not repeat them. */
export interface UnrecordedAttempts {
  /** The accepted attempt that follows those recorded. */
  find(delivery: Delivery): DeliveryAttempt | null
  remember(delivery: Delivery, attempt: DeliveryAttempt): void
  forget(deliveryId: string): void
}

/** How many attempts are remembered while the database cannot record them. */
const UNRECORDED_MAX = 5_000

/** Entries of deliveries that another worker has continued remain; when there is no room, the oldest makes some. */
export function createUnrecordedAttempts(): UnrecordedAttempts {
  const byDelivery = new Map<string, { readonly attemptsMade: number; readonly attempt: DeliveryAttempt }>()
  return {
    find({ id, attemptsMade }) {
      const found = byDelivery.get(id)
      return found?.attemptsMade === attemptsMade ? found.attempt : null
    },
    remember({ id, attemptsMade }, attempt) {
      const [oldest] = byDelivery.size >= UNRECORDED_MAX ? byDelivery.keys() : []
      if (oldest !== undefined) byDelivery.delete(oldest)
      byDelivery.set(id, { attemptsMade, attempt })
    },
    forget(deliveryId) {
      byDelivery.delete(deliveryId)
    },
  }
}
