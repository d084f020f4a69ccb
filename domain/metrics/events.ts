import type { ErrorCode } from '../errors/codes.ts'
import type { EventType } from '../events/types.ts'
import type { Microdollars } from '../money/microdollars.ts'
import type { TOPUP_ORIGINS, TopupStatus } from '../payments/topup.ts'
import type { HoldRefusal } from '../routing/refusal.ts'
import type { AttemptOutcome, EndedStatus, Environment } from '../runs/states.ts'

export const RUN_KINDS = ['capability', 'raw'] as const
export type RunKind = (typeof RUN_KINDS)[number]

/** The result of one delivery attempt. */
export const DELIVERY_OUTCOMES = ['delivered', 'retried', 'failed'] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

export const STRIPE_OUTCOMES = ['applied', 'noted', 'refused'] as const
export type StripeOutcome = (typeof STRIPE_OUTCOMES)[number]

/**
 * A committed change, reported only by the process that committed it: each event is counted once over all processes.
 * Events hold names of closed sets and numbers, never an id or any text of a caller.
 */
export type MetricEvent =
  /** The money of a run is held; `seconds` since the run was accepted. */
  | {
      readonly kind: 'run_reserved'
      readonly environment: Environment
      readonly run: RunKind
      readonly seconds: number
    }
  | {
      readonly kind: 'run_ended'
      readonly environment: Environment
      readonly run: RunKind
      readonly status: EndedStatus
      /** null: it succeeded. */
      readonly code: ErrorCode | null
      /** Since the run was accepted. */
      readonly seconds: number
      readonly charged: Microdollars
      /** null: no provider delivered. */
      readonly provider: string | null
    }
  /** The amount that a provider's final bill has added to a charge, or taken off it. */
  | { readonly kind: 'bill_closed'; readonly environment: Environment; readonly change: Microdollars }
  | {
      readonly kind: 'reservation_refused'
      readonly environment: Environment
      readonly control: HoldRefusal['control']
    }
  | {
      readonly kind: 'attempt_ended'
      readonly environment: Environment
      readonly provider: string
      readonly outcome: AttemptOutcome
      readonly seconds: number
      /** The provider's bill to the platform, as far as it is known; nothing for a workspace's own key. */
      readonly cost: Microdollars
    }
  /** A provider reported a cost to the platform's account that cannot be read. */
  | { readonly kind: 'cost_unreadable'; readonly provider: string }
  | {
      readonly kind: 'delivery_attempted'
      readonly environment: Environment
      readonly outcome: DeliveryOutcome
      readonly seconds: number
    }
  | { readonly kind: 'endpoint_disabled' }
  | { readonly kind: 'events_written'; readonly environment: Environment; readonly types: readonly EventType[] }
  | {
      readonly kind: 'topup_ended'
      readonly environment: Environment
      readonly origin: (typeof TOPUP_ORIGINS)[number]
      readonly status: Exclude<TopupStatus, 'pending'>
      readonly simulated: boolean
      readonly amount: Microdollars
    }
  | { readonly kind: 'stripe_event'; readonly outcome: StripeOutcome }
