import type { Microdollars } from '../money/microdollars.ts'
import type { Environment } from '../runs/states.ts'

/** How much an account may be asked at once and in a second; null where no limit is known. */
export interface AccountLimits {
  readonly concurrency: number | null
  readonly requestsPerSecond: number | null
  readonly burst: number | null
}

/** Pure facts about one provider: who it is, what it offers, at what price and within which limits. */
export interface ProviderManifest {
  readonly slug: string
  readonly title: string
  readonly homepage: string | null
  /** Which environment's runs it may serve: a live key is never served by a mock (Spec 5.2). */
  readonly environment: Environment
  /** `none`: a public source that needs no account. */
  readonly credential: 'none' | 'api_key'
  readonly baseUrl: string
  /** Per platform account, over all workers. null: no limit is known. */
  readonly limits: AccountLimits
  readonly offers: readonly Offer[]
  /** Where the facts come from, and what could not be confirmed and is therefore left out. */
  readonly sources: readonly string[]
}

/** One provider's terms for one capability. */
export interface Offer {
  readonly capability: string
  readonly pricing: Pricing
  /** Shown beside the price: what it was derived from. */
  readonly priceNote: string
  /** The price is a measured margin over the provider's cost, not an estimate. */
  readonly verified: boolean
  /** Sets of input fields, each enough by itself: an offer without one of them held is no candidate. */
  readonly requires: readonly (readonly string[])[]
  readonly platforms?: readonly string[]
  /** What an answer usually takes; the lane rule reads it. Inputs may change it (sandbox scenarios). */
  readonly expectedLatencyMs: number | ((input: JsonObject) => number)
  /** The adapter gives up after this long. */
  readonly deadlineMs: number
  /** Whether a call whose answer was lost may be made again: `keyed` with the same idempotency key, `free`, `never`. */
  readonly repeat: 'keyed' | 'free' | 'never'
  /** Where the provider limits this method by itself: its calls then take their turns here and not above. */
  readonly limits?: AccountLimits
}

/** Amounts are what the caller pays. Which conditions apply is the capability's billing, not the provider's. */
export type Pricing =
  | { readonly model: 'flat'; readonly amount: Microdollars }
  | { readonly model: 'metered'; readonly base: Microdollars; readonly perResult: Microdollars; readonly defaultLimit: number }

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject { [member: string]: Json }

/** How an adapter answers. Expected outcomes are values; an adapter throws only on a defect of its own. */
export type AttemptResult =
  | {
      readonly kind: 'delivered'
      /** Normalized, in the shape of the capability's output fields. */
      readonly output: JsonObject
      /** The provider's payload as it came, for `response.include_raw`. */
      readonly raw: Json
      /** Results delivered, for metered prices; 1 for a single answer. */
      readonly units: number
    }
  | { readonly kind: 'noMatch'; readonly detail: string; readonly raw: Json }
  | {
      readonly kind: 'failed'
      readonly outcome: 'provider_error' | 'provider_timeout' | 'rate_limited' | 'rejected' | 'unknown'
      /** For people reading `attempts`: no personal data, no credential. */
      readonly detail: string
      readonly retryAfterMs?: number
      /** The platform account cannot serve for now (quota or credits used up): routing leaves it alone. */
      readonly accountExhausted?: boolean
    }

export interface AttemptCall {
  readonly capability: string
  readonly input: JsonObject
  /** Stable over repeats of the same attempt; passed on where the provider takes one. */
  readonly idempotencyKey: string
  readonly deadlineMs: number
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** One provider's adapter: performs one call, translates both ways, keeps no state. */
export interface ProviderAdapter {
  attempt(call: AttemptCall): Promise<AttemptResult>
}
