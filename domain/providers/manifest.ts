import type { Caps } from '../sending/policy.ts'
import type { StatedFacts } from './facts.ts'
import type { RemovedRecords } from '../do-not-process/removed.ts'
import type { FieldLimits, InputCondition } from './field-limits.ts'
import type { Json, JsonObject } from '../json/json.ts'
import type { Microdollars } from '../money/microdollars.ts'
import type { ReportedCost } from './reported-cost.ts'
import type { Environment } from '../runs/states.ts'

/** How many calls an account takes at once and per second; null if no limit is known. */
export interface AccountLimits {
  readonly concurrency: number | null
  readonly requestsPerSecond: number | null
  readonly burst: number | null
}

/** Pure facts about one provider: its name, its offers, their prices and limits. */
export interface ProviderManifest {
  readonly slug: string
  readonly title: string
  readonly homepage: string | null
  /** The environment whose runs it may serve: a live key is never served by a mock (Spec 5.2). */
  readonly environment: Environment
  /** `none`: a public source that needs no account. */
  readonly credential: 'none' | 'api_key'
  /** `{account}` is replaced by the operator's `PROVIDER_<SLUG>_ACCOUNT` if every account has its own host. */
  readonly baseUrl: string
  /** The provider's domain below which the host of every account is; a workspace can then connect its own account. */
  readonly accountDomain?: string
  /** Per platform account, over all workers. */
  readonly limits: AccountLimits
  readonly offers: readonly Offer[]
  readonly facts: StatedFacts
  /** The usual timing of its raw endpoints, if it differs from most providers. */
  readonly raw?: { readonly expectedLatencyMs: number; readonly deadlineMs: number }
  /** Why it has no raw endpoints: a sentence for callers. */
  readonly rawExclusion?: string
  /** The sources of the facts, and the unconfirmed facts that are therefore left out. */
  readonly sources: readonly string[]
}

/** One provider's terms for one capability. */
export interface Offer {
  readonly capability: string
  readonly pricing: Pricing
  /** Shown with the price: its derivation. */
  readonly priceNote: string
  /** The price is a measured margin over the provider's cost, not an estimate. */
  readonly verified: boolean
  /** Sets of input fields, each sufficient alone: an offer is no candidate if the input completes none of them. */
  readonly requires: readonly (readonly string[])[]
  /**
   * Inputs of the capability that this provider cannot take: an offer is no candidate while the input has one of them.
   */
  readonly cannotTake?: readonly string[]
  /** The values that it takes of other inputs: an offer is no candidate while the input has another one. */
  readonly takes?: FieldLimits
  /** What it takes of several inputs together: an offer is no candidate for an input that does not meet all of them. */
  readonly conditions?: readonly InputCondition[]
  readonly platforms?: readonly string[]
  /** How long an answer usually takes; the lane rule reads it. Inputs may change it (sandbox scenarios). */
  readonly expectedLatencyMs: number | ((input: JsonObject) => number)
  /** The adapter gives up after this long. */
  readonly deadlineMs: number
  readonly repeat: Repeat
  /**
   * The provider's own endpoints that the adapter calls for it, named as in the catalog: `GET /email-finder` (Spec 2.3
   * `wrapped_by`).
   */
  readonly endpoints?: readonly string[]
  /** Set if the provider limits this method separately: its calls then take their turns here and not above. */
  readonly limits?: AccountLimits
  /** The documented limits of one sender there: no policy raises them. */
  readonly senderCaps?: Caps
}

/**
 * Whether a call whose answer was lost may be made again: `keyed` with the same idempotency key, `free`, `never`, or
 * `resumed`: the provider's own run is looked up again by its id, and never started a second time.
 */
export type Repeat = 'keyed' | 'free' | 'never' | 'resumed'

/** The amounts that the caller pays. The capability's billing decides the conditions, not the provider's. */
export type Pricing =
  | { readonly model: 'flat'; readonly amount: Microdollars }
  | (MeteredRates & {
      readonly model: 'metered'
      /** How many results are priced if the input names no limit: the capability's own default. */
      readonly defaultLimit: number
      /** Rates of single platforms, by the value of the input's `platform`; the others pay the rates next to it. */
      readonly byPlatform?: Readonly<Record<string, MeteredRates>>
    })

/** The price of every call, and of each delivered result. */
export interface MeteredRates {
  readonly base: Microdollars
  readonly perResult: Microdollars
}

/** The answer of an adapter. Expected outcomes are values; an adapter throws only on its own defects. */
export type AdapterResult =
  | {
      readonly kind: 'delivered'
      /** Normalized, in the shape of the capability's output fields. */
      readonly output: JsonObject
      /** The provider's payload as it arrived, for `response.include_raw`. */
      readonly raw: Json
      /** Results delivered, for metered prices; 1 for a single answer. */
      readonly units: number
      /** The cost that the provider reports for the call; absent if it never reports one. */
      readonly cost?: ReportedCost
      /** The cost of the delivery by the provider's rate card. */
      readonly rateCard?: ReportedCost
      /** Records that do-not-process lists cover and that were taken out of the output; absent: none was. */
      readonly removed?: RemovedRecords
      /** Set for an incomplete delivery: begins with `partial:` (Spec 3.1). */
      readonly detail?: string
    }
  | { readonly kind: 'noMatch'; readonly detail: string; readonly raw: Json }
  | {
      readonly kind: 'failed'
      readonly outcome: 'provider_error' | 'provider_timeout' | 'rate_limited' | 'rejected' | 'unknown'
      /** For people reading `attempts`: no personal data, no credential. */
      readonly detail: string
      readonly retryAfterMs?: number
      /** The platform account cannot serve for now (quota or credits used up): routing skips it. */
      readonly accountExhausted?: boolean
      /** The provider rejects the credential of the call. */
      readonly keyRejected?: true
    }

/** Headers of an email, by name. */
export type MailHeaders = Readonly<Record<string, string>>

export interface AttemptCall {
  readonly capability: string
  readonly input: JsonObject
  /**
   * Only on sends: the provider's ids of the workspace's own inboxes or accounts that may send this. A chat or a
   * message that the input names must belong to one of them; everything else that the account can reach is foreign.
   */
  readonly senders?: readonly string[]
  /** Only on emails: headers that the message carries. */
  readonly headers?: MailHeaders
  /** Stable over repeats of the same attempt; passed on if the provider takes one. */
  readonly idempotencyKey: string
  readonly deadlineMs: number
  /** Aborted when no caller waits for the answer any more. */
  readonly signal: AbortSignal
  /** `resumed`: the provider's own run that an earlier executor has started; no second one is started. */
  readonly resume?: string | null
  /** `resumed`: commits the id of the started run; nothing is awaited before that. */
  readonly onStarted?: (externalId: string) => Promise<void>
}

/** One provider's adapter: performs one call, translates both ways, and stores nothing of a caller's request. */
export interface ProviderAdapter {
  attempt(call: AttemptCall): Promise<AdapterResult>
}
