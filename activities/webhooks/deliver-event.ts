import type { WebhookDeps } from './deps.ts'

export interface DeliveryStep {
  readonly deliveryId: string
  /** The workflow's time, in milliseconds: deliveries and failure clocks are measured by it alone. */
  readonly at: number
  /** Somebody asked for the attempt to be made before it is due. */
  readonly now?: true
}

export type DeliveryAnswer =
  | { readonly kind: 'closed'; readonly details: string; readonly outcome: { readonly status: 'delivered' | 'failed' | 'stopped'; readonly statusCode: number | null; readonly latencyMs: number | null; readonly error: string | null } }
  /** `next` and `timer` are what an operator reads of the attempt and of the wait before it. */
  | { readonly kind: 'later'; readonly details: string; readonly after_ms: number; readonly next: string; readonly timer: string }

export const deliverEvent = (_deps: WebhookDeps) => async (_step: DeliveryStep): Promise<DeliveryAnswer> => {
  throw new Error('not built')
}
