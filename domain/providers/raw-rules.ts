import type { ReportedCost } from './reported-cost.ts'
import type { Json, JsonObject } from '../json/json.ts'

/**
 * What one provider's raw endpoints need beyond the caller's request, and how to read their answers (Spec 4.2, 4.3).
 */
export interface RawRules {
  /** Query members of every call that the platform sets, unless the caller sets them. */
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Headers from the operator's `PROVIDER_<SLUG>_CONTACT`, for providers that require a contact e-mail address. */
  readonly contactHeaders?: (contact: string | undefined) => Readonly<Record<string, string>>
  /**
   * Body members that the platform sets on these endpoints (`METHOD /path`), unless the caller sets them; in bodies
   * that are objects or forms. `always`: in an object also when the caller sets them, because the bill depends on them.
   */
  readonly body?: { readonly endpoints: readonly string[]; readonly members: JsonObject; readonly always?: true }
  /** How to read an answer. null: the usual reading by its status. */
  readonly read?: (answer: RawAnswer) => RawReading | null
}

export interface RawAnswer {
  /** `METHOD /path` as in the catalog; a rule that needs it reads an answer without it the usual way. */
  readonly endpoint?: string
  readonly status: number
  readonly body: Json
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A delivery, a miss (released), or an error, regardless of the status. */
export type RawReading =
  | {
      readonly kind: 'delivered'
      /** The cost that the provider reports for the call, before the platform rate; absent if it never reports one. */
      readonly cost?: ReportedCost
    }
  | { readonly kind: 'noMatch'; readonly detail: string }
  | {
      readonly kind: 'failed'
      readonly outcome: 'provider_error' | 'rate_limited' | 'rejected'
      /** Holds no personal data: it is shown in `attempts`. */
      readonly detail: string
      /** The account cannot serve for now: routing skips it. */
      readonly accountExhausted?: boolean
    }
