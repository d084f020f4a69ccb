import type { Capability } from '../capabilities/capability.ts'
import type { Microdollars } from '../money/microdollars.ts'
import type { ProviderManifest } from '../providers/manifest.ts'
import { offersOf } from '../providers/offering.ts'
import { shownAmount } from './price.ts'
import { pricingOf } from '../pricing/prices.ts'
import { LIST_RATES } from '../pricing/rates.ts'

/** The list prices of a capability: what its cheapest and its most expensive provider cost. */
export interface ListedPrice {
  readonly capability: Capability
  /** How many providers serve it; 0: it is only simulated, and both prices are 0. */
  readonly providers: number
  readonly from: Microdollars
  readonly to: Microdollars
  /** The number of results that the price is for; null: one answer. */
  readonly results: number | null
}

/**
 * Every capability with its list prices, as inspect shows them to a workspace without a plan. They are of the providers
 * that this build has, whichever of them has an account here now.
 */
export const priceListOf = (
  capabilities: readonly Capability[],
  manifests: readonly ProviderManifest[],
): ListedPrice[] =>
  capabilities.map((capability) => {
    const offers = offersOf(capability.slug, manifests).map(({ manifest, offer }) => {
      const pricing = pricingOf({ provider: manifest.slug, offer }, LIST_RATES)
      return { provider: manifest.slug, pricing, amount: shownAmount(pricing, offer.platforms ?? []) }
    })
    const amounts = offers.map(({ amount }) => amount).toSorted((one, other) => (one < other ? -1 : 1))
    const limits = offers.flatMap(({ pricing }) => (pricing.model === 'metered' ? [pricing.defaultLimit] : []))
    return {
      capability,
      providers: new Set(offers.map(({ provider }) => provider)).size,
      from: amounts.at(0) ?? 0n,
      to: amounts.at(-1) ?? 0n,
      results: limits[0] ?? null,
    }
  })
