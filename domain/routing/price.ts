import type { BillingCondition } from '../capabilities/capability.ts'
import { formatUsd, type Microdollars, parseUsd } from '../money/microdollars.ts'
import type { JsonObject, MeteredRates, Pricing } from '../providers/manifest.ts'
import type { Candidate, PriceTerms } from './plan.ts'

type Metered = Extract<Pricing, { model: 'metered' }>

/** The most that one call under these terms can cost: for metered prices the platform and the limit asked for decide. */
export function maxCharge(pricing: Pricing, input: JsonObject, limitField: string | undefined): Microdollars {
  if (pricing.model === 'flat') return pricing.amount
  const asked = limitField === undefined ? undefined : input[limitField]
  const limit = typeof asked === 'number' ? asked : pricing.defaultLimit
  const { base, perResult } = ratesFor(pricing, input)
  return base + perResult * BigInt(limit)
}

/** The terms of this input as they are stored: of prices by platform only those of the platform asked for. */
export function priceTerms(pricing: Pricing, input: JsonObject): PriceTerms {
  if (pricing.model === 'flat') return { model: 'flat', amount: formatUsd(pricing.amount) }
  const { base, perResult } = ratesFor(pricing, input)
  return { model: 'metered', base: formatUsd(base), per_result: formatUsd(perResult) }
}

/** Own members only: `platform` is the caller's word, and no platform is called `constructor`. */
function ratesFor({ byPlatform, ...rates }: Metered, { platform }: JsonObject): MeteredRates {
  if (byPlatform === undefined || typeof platform !== 'string' || !Object.hasOwn(byPlatform, platform)) return rates
  return byPlatform[platform] ?? rates
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
