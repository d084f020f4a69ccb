import type { BillingCondition } from '../capabilities/capability.ts'
import type { TermsOfSend } from '../law/terms.ts'
import type { Lane } from './lanes.ts'
import type { RoutingRules } from './policy.ts'
import type { InputShape } from './shape.ts'

export const STRATEGIES = ['cheapest', 'fastest', 'highest_success_rate', 'best_value'] as const
export type Strategy = (typeof STRATEGIES)[number]

/** The caller's routing options (Spec 4.1), defaults filled in. Amounts are USD strings. */
export interface RoutingRequest extends RoutingRules {
  readonly provider: string
  readonly strategy: Strategy
  readonly max_cost: string | null
  readonly allow_fallback: boolean
  readonly fresh: boolean
  readonly allow_repeat: boolean
  /**
   * Limits of the requesting key; absent: it has none. The providers that it may use, and the most that it may hold.
   */
  readonly allowed_providers?: readonly string[]
  readonly max_run_cost?: string
  /** The request submits the run to an approval; absent: only the workspace's policy does. */
  readonly approval?: 'required'
  /** Whether the run may try an offer first to learn how often it finds; absent: it may. */
  readonly explore?: false
}

/** At most this many providers are tried for one run (Spec 8). */
export const ATTEMPTS_MAX = 3

/** Why the other offers of a pinned run are left out: no fact about them, so no sentence names them. */
export const ANOTHER_PINNED = 'another provider is pinned'

/** A price in payloads and in the database: USD strings. */
export type PriceTerms =
  | { readonly model: 'flat'; readonly amount: string }
  | { readonly model: 'metered'; readonly base: string; readonly per_result: string }
  /**
   * Raw runs (Spec 4.3): the provider's measured cost times the multiplier, else the estimate; null without published
   * rates.
   */
  | (MeasuredTerms & { readonly model: 'measured' })
  /** The same with a separate rate card and a final bill that comes later (Spec 4.3.4). */
  | (MeasuredTerms & {
      readonly model: 'actor'
      /** The least that the actor must be allowed to spend at its provider; absent: it publishes none. */
      readonly minimum?: string
    })

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
  /**
   * The account at which its calls take a slot, if the provider limits this offer separately; absent: the
   * provider's own account.
   */
  readonly account?: string
  /** Called with the workspace's own key, and not metered (Spec 4.11). */
  readonly connection_id?: string
  /** Answered by the sandbox's mock, whose calls count against no provider's limits. */
  readonly simulated?: true
  /** The provider works on its own run, which any worker that takes over the attempt resumes. */
  readonly resumable?: true
  /** How often it found something for inputs like this one; absent: too few answers. */
  readonly hits?: CandidateHits
  /** It is tried first to learn how often it finds. */
  readonly explored?: true
}

/** How often an offer found something. */
export interface CandidateHits {
  /** From 0 to 1, two digits. */
  readonly rate: number
  readonly answers: number
  /** The provider that had missed before each of these answers: the first candidate; absent: none had. */
  readonly missed?: string
  /** In addition: what the provider finds of these inputs where none had missed before; absent: too few answers. */
  readonly of_all?: { readonly rate: number; readonly answers: number }
}

export interface LeftOut {
  readonly provider: string
  readonly reason: string
}

/**
 * The decision of the reservation, stored with the run: any later execution continues from it and recomputes nothing,
 * because prices, health and the date may have changed meanwhile.
 */
export interface RoutePlan {
  readonly version: 1
  readonly strategy: Strategy
  readonly pinned: boolean
  readonly billing: BillingCondition
  readonly sends: boolean
  /** In the order in which they are tried; the first three at most. */
  readonly candidates: readonly Candidate[]
  /** Whose order the first candidate heads; absent: it is first by the strategy. */
  readonly ordered_by?: 'request' | 'policy'
  /** Where the first candidate's own key is rejected, no provider that charges is tried after it. */
  readonly stops_at_rejected_key?: true
  /** Candidates with valid terms, skipped because their circuit was open. */
  readonly skipped: readonly LeftOut[]
  readonly excluded: readonly LeftOut[]
  /** The maximum charge of the most expensive candidate: the amount held. */
  readonly hold: string
  /** What the workspace's outreach policy makes of a send; absent: the workspace has none. */
  readonly law?: TermsOfSend
  /** What hit rates are counted by; absent in plans of raw runs, and in plans made before they were counted. */
  readonly shape?: InputShape
}
