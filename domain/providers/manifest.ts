import type { Json, JsonObject } from '../json/json.ts'
import type { Microdollars } from '../money/microdollars.ts'
import type { ReportedCost } from '../raw/reported-cost.ts'
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
  /** `{account}` stands for the operator's `PROVIDER_<SLUG>_ACCOUNT` where every account has a host of its own. */
  readonly baseUrl: string
  /** Per platform account, over all workers. null: no limit is known. */
  readonly limits: AccountLimits
  readonly offers: readonly Offer[]
  /** How its raw endpoints usually answer, where that differs from most providers. */
  readonly raw?: { readonly expectedLatencyMs: number; readonly deadlineMs: number }
  /** The platform has no account and takes none: only a workspace's own key is used. */
  readonly byokOnly?: true
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
  /** Inputs of the capability that this provider has no place for: an offer is no candidate while one of them is held. */
  readonly cannotTake?: readonly string[]
  readonly platforms?: readonly string[]
  /** What an answer usually takes; the lane rule reads it. Inputs may change it (sandbox scenarios). */
  readonly expectedLatencyMs: number | ((input: JsonObject) => number)
  /** The adapter gives up after this long. */
  readonly deadlineMs: number
  readonly repeat: Repeat
  /** The provider's own endpoints that the adapter calls for it, as the catalog names them: `GET /email-finder` (Spec 2.3 `wrapped_by`). */
  readonly endpoints?: readonly string[]
  /** Where the provider limits this method by itself: its calls then take their turns here and not above. */
  readonly limits?: AccountLimits
}

/**
 * Whether a call whose answer was lost may be made again: `keyed` with the same idempotency key, `free`, `never`, or
 * `resumed`: the provider's own run is looked up again by its id, and never started a second time.
 */
export type Repeat = 'keyed' | 'free' | 'never' | 'resumed'

/** Amounts are what the caller pays. Which conditions apply is the capability's billing, not the provider's. */
export type Pricing =
  | { readonly model: 'flat'; readonly amount: Microdollars }
  | (MeteredRates & {
      readonly model: 'metered'
      /** How many results are priced when the input names no limit: the capability's own default. */
      readonly defaultLimit: number
      /** Rates of single platforms, by the value of the input's `platform`; the others pay the rates beside it. */
      readonly byPlatform?: Readonly<Record<string, MeteredRates>>
    })

/** What every call costs, and what each result delivered adds. */
export interface MeteredRates {
  readonly base: Microdollars
  readonly perResult: Microdollars
}

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
      /** What the provider reports that the call cost it; left out where it never does. */
      readonly cost?: ReportedCost
      /** What its rate card says for what was delivered; the provider's cost. */
      readonly rateCard?: ReportedCost
      /** Said of a delivery that is not whole: begins with `partial:` (Spec 3.1). */
      readonly detail?: string
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
  /**
   * Only on sends: the provider's ids of the workspace's own inboxes or accounts that may send this. A chat or a
   * message that the input names must belong to one of them; whatever else the account can reach is foreign.
   */
  readonly senders?: readonly string[]
  /** Stable over repeats of the same attempt; passed on where the provider takes one. */
  readonly idempotencyKey: string
  readonly deadlineMs: number
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** `resumed`: the provider's own run that an executor before this one has started; no second one is started. */
  readonly resume?: string | null
  /** `resumed`: commits the id of the run that was started; nothing is waited for before that. */
  readonly onStarted?: (externalId: string) => Promise<void>
}

/** One provider's adapter: performs one call, translates both ways, keeps nothing of what a caller asked. */
export interface ProviderAdapter {
  attempt(call: AttemptCall): Promise<AttemptResult>
}
