import type { BillingCondition } from '../capabilities/capability.ts'
import type { Lane } from '../runs/lanes.ts'

export const STRATEGIES = ['cheapest', 'fastest', 'highest_success_rate', 'best_value'] as const
export type Strategy = (typeof STRATEGIES)[number]

/** What the caller asked of routing (Spec 4.1), defaults filled in. Amounts are USD strings. */
export interface RoutingRequest {
  readonly provider: string
  readonly strategy: Strategy
  readonly max_cost: string | null
  readonly allow_fallback: boolean
  readonly fresh: boolean
  readonly allow_repeat: boolean
}

/** At most this many providers are tried for one run (Spec 8). */
export const ATTEMPTS_MAX = 3

/** A price as it travels and is stored: USD strings. */
export type PriceTerms =
  | { readonly model: 'flat'; readonly amount: string }
  | { readonly model: 'metered'; readonly base: string; readonly per_result: string }
  /** Raw runs (Spec 4.3): what the provider measures, multiplied, else the estimate; null without published rates. */
  | MeasuredTerms & { readonly model: 'measured' }
  /** The same with a rate card of its own and a final bill that comes later (Spec 4.3.4). */
  | MeasuredTerms & { readonly model: 'actor' }

interface MeasuredTerms {
  readonly estimate: string | null
  /** The workspace's own, as "1.287"; absent: the platform rate. */
  readonly multiplier?: string
}

/** One provider that the run may try, with the terms fixed when the money was reserved. */
export interface Candidate {
  readonly provider: string
  readonly price: PriceTerms
  /** The most this provider can cost the caller. */
  readonly max_charge: string
  readonly lane: Lane
  readonly deadline_ms: number
  /** The provider's health when it was chosen. */
  readonly health: string
  /** Where its calls take their turn, when the provider limits this offer by itself; absent: at the provider's own account. */
  readonly account?: string
  /** Called with the workspace's own key, and not metered (Spec 4.11). */
  readonly connection_id?: string
  /** Answered by the sandbox's mock, whose calls count against no provider's limits. */
  readonly simulated?: true
  /** The provider works on a run of its own, which whoever takes the attempt over resumes. */
  readonly resumable?: true
}

export interface LeftOut {
  readonly provider: string
  readonly reason: string
}

/**
 * What reserving decided, stored with the run: any later execution goes on from it and computes nothing
 * anew, because prices, health and the date may have changed meanwhile.
 */
export interface Plan {
  readonly version: 1
  readonly strategy: Strategy
  readonly pinned: boolean
  readonly billing: BillingCondition
  readonly sends: boolean
  /** In the order they are tried; the first three at most. */
  readonly candidates: readonly Candidate[]
  /** Healthy terms, but their circuit was open. */
  readonly skipped: readonly LeftOut[]
  readonly excluded: readonly LeftOut[]
  /** The dearest candidate: what is held. */
  readonly hold: string
}
