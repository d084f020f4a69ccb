import type { BillingCondition } from '../capabilities/capability.ts'
import { formatUsd, type Microdollars, parseUsd } from '../money/microdollars.ts'
import type { JsonObject, Offer, Pricing } from '../providers/manifest.ts'
import type { Candidate, PriceTerms } from './plan.ts'

/** The most that one call under these terms can cost: for metered prices the limit asked for decides. */
export function maxCharge(pricing: Pricing, input: JsonObject, limitField: string | undefined): Microdollars {
  if (pricing.model === 'flat') return pricing.amount
  const asked = limitField === undefined ? undefined : input[limitField]
  const limit = typeof asked === 'number' ? asked : pricing.defaultLimit
  return pricing.base + pricing.perResult * BigInt(limit)
}

export function priceTerms(pricing: Pricing): PriceTerms {
  return pricing.model === 'flat'
    ? { model: 'flat', amount: formatUsd(pricing.amount) }
    : { model: 'metered', base: formatUsd(pricing.base), per_result: formatUsd(pricing.perResult) }
}

/** What a delivery of `units` results costs: never more than was agreed when the money was reserved. */
export function deliveryCharge(candidate: Candidate, units: number): Microdollars {
  const limit = parseUsd(candidate.max_charge)
  if (candidate.price.model === 'flat') return parseUsd(candidate.price.amount)
  const metered = parseUsd(candidate.price.base) + parseUsd(candidate.price.per_result) * BigInt(units)
  return metered < limit ? metered : limit
}

/** What an authoritative "nothing matches" costs (Spec 3.1): only a per-call capability bills it. */
export function noMatchCharge(candidate: Candidate, billing: BillingCondition): Microdollars {
  return billing === 'per_call' ? deliveryCharge(candidate, 0) : 0n
}

/** The one place where an offer gets its price. Plans and negotiated rates come here, for what is shown and for what is held alike. */
export const pricingOf = (offer: Offer): Pricing => offer.pricing

/** What an offer costs when its input sets no limit of its own: what is shown as its price. */
export const shownAmount = (pricing: Pricing): Microdollars => maxCharge(pricing, {}, undefined)
