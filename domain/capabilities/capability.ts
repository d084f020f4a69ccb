import type { TObject } from 'typebox'

/**
 * When a run is paid (Spec 2.2 `billing`): `per_call` on every authoritative answer, a miss included;
 * `on_match` only when something was found; `metered` a base plus a price per result delivered.
 */
export type BillingCondition = 'per_call' | 'on_match' | 'metered'

/** The contract of one capability, without its providers. */
export interface Capability {
  /** Dotted slug, for example `contact.find`. */
  readonly slug: string
  readonly title: string
  readonly category: 'contact' | 'person' | 'company' | 'social' | 'web' | 'seo' | 'outreach'
  readonly description: string
  readonly billing: BillingCondition
  /** JSON Schema of `input`: the source of truth for run input. Closed: unknown members are refused. */
  readonly inputSchema: TObject
  /** JSON Schema of the normalized result. Every field is always present, null when unknown. */
  readonly outputSchema: TObject
  /** An outbound action: no fallback once a provider may have accepted it, guarded by suppressions. */
  readonly sends: boolean
  /** The input member whose value bounds the number of results of a metered capability. */
  readonly limitField?: string
  readonly exampleInput: Readonly<Record<string, unknown>>
}
