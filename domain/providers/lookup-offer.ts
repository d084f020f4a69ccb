import { parseUsd, platformPrice } from '../money/microdollars.ts'
import type { Offer } from './manifest.ts'

interface LookupTerms {
  readonly capability: string
  readonly requires: Offer['requires']
  readonly cannotTake?: readonly string[]
  readonly takes?: Offer['takes']
  readonly conditions?: Offer['conditions']
  readonly endpoints: readonly string[]
  /** The source of the cost; the platform's rate is added to it. */
  readonly costNote: string
  readonly expectedLatencyMs: number
  readonly deadlineMs: number
  readonly limits?: Offer['limits']
}

/**
 * The terms of a lookup at a provider's list price. A lookup changes nothing at the provider, so it is repeated if its
 * answer is lost: at worst that costs the platform a second credit, and the caller is charged once. `cost` is in US
 * dollars.
 */
export function lookupOffer({ cost, ...terms }: LookupTerms & { readonly cost: string }): Offer {
  return { ...common(terms), pricing: { model: 'flat', amount: platformPrice(parseUsd(cost)) } }
}

/** The same for a list that is billed by its length. */
export function listOffer({
  baseCost,
  costPerResult,
  defaultLimit,
  ...terms
}: LookupTerms & {
  readonly baseCost: string
  readonly costPerResult: string
  readonly defaultLimit: number
}): Offer {
  return {
    ...common(terms),
    pricing: {
      model: 'metered',
      base: platformPrice(parseUsd(baseCost)),
      perResult: platformPrice(parseUsd(costPerResult)),
      defaultLimit,
    },
  }
}

function common({ costNote, ...terms }: LookupTerms): Omit<Offer, 'pricing'> {
  return { ...terms, priceNote: `Estimate. Basis: ${costNote}.`, verified: false, repeat: 'free' }
}
