import type { Environment } from '../runs/states.ts'

/** Spec 3.2, "Webhook delivery". */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** One attempt, as it is stored and shown (decisions, "delivery"). */
export interface DeliveryAttempt {
  /** ISO 8601, when it began. */
  readonly at: string
  /** null: there was no answer. */
  readonly status_code: number | null
  /** Why it failed, in words for the endpoint's owner; null when it was delivered. */
  readonly error: string | null
  readonly latency_ms: number
  /** The beginning of the answer's body; null when there was none. */
  readonly response: string | null
}

/** A delivery whose workflow is to be started, with the attributes by which an operator finds it. */
export interface DeliveryToStart {
  readonly id: string
  readonly webhookId: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly eventType: string
}
