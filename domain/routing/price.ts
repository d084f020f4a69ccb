import type { BillingCondition } from '../capabilities/capability.ts'
import { formatUsd, type Microdollars, parseUsd } from '../money/microdollars.ts'
import { type Multiplier, parseMultiplier, PLATFORM_MULTIPLIER, priceAt } from '../money/multiplier.ts'
import type { JsonObject } from '../json/json.ts'
import type { MeteredRates, Pricing } from '../providers/manifest.ts'
import { chargeOf, firstActorCharge } from './raw-billing.ts'
import type { AttemptAnswer } from '../runs/attempt-answer.ts'
import type { Candidate, PriceTerms } from './plan.ts'

type Metered = Extract<Pricing, { model: 'metered' }>

/**
 * The most that one call under these terms can cost: for metered prices the platform and the requested limit decide.
 */
export function maxCharge(pricing: Pricing, input: JsonObject, limitField: string | undefined): Microdollars {
  if (pricing.model === 'flat') return pricing.amount
  const requested = limitField === undefined ? undefined : input[limitField]
  const limit = typeof requested === 'number' ? requested : pricing.defaultLimit
  const { base, perResult } = ratesFor(pricing, input)
  return base + perResult * BigInt(limit)
}

/** The stored terms of this input: of prices by platform, only those of the requested platform. */
export function priceTerms(pricing: Pricing, input: JsonObject): PriceTerms {
  if (pricing.model === 'flat') return { model: 'flat', amount: formatUsd(pricing.amount) }
  const { base, perResult } = ratesFor(pricing, input)
  return { model: 'metered', base: formatUsd(base), per_result: formatUsd(perResult) }
}

/** Own members only: the caller writes `platform`, and no platform is called `constructor`. */
function ratesFor({ byPlatform, ...rates }: Metered, { platform }: JsonObject): MeteredRates {
  if (byPlatform === undefined || typeof platform !== 'string' || !Object.hasOwn(byPlatform, platform)) return rates
  return byPlatform[platform] ?? rates
}

export type Delivered = Pick<AttemptAnswer, 'units' | 'cost' | 'rate_card'>

/** The charge for a delivery: never more than was agreed when the money was reserved. */
export function deliveryCharge({ price, max_charge }: Candidate, answer: Delivered): Microdollars {
  const hold = parseUsd(max_charge)
  switch (price.model) {
    case 'flat':
      return parseUsd(price.amount)
    case 'metered': {
      const metered = parseUsd(price.base) + parseUsd(price.per_result) * BigInt(answer.units)
      return metered < hold ? metered : hold
    }
    case 'measured':
      return chargeOf({
        measured: usdOrNull(answer.cost),
        estimate: usdOrNull(price.estimate),
        hold,
        multiplier: multiplierOf(price),
      })
    case 'actor': {
      const carded = usdOrNull(answer.rate_card)
      const multiplier = multiplierOf(price)
      return firstActorCharge({
        measured: usdOrNull(answer.cost),
        estimate: carded === null ? null : priceAt(carded, multiplier),
        hold,
        multiplier,
      })
    }
  }
}

/** The multiplier of a call's cost under these terms, as agreed when the money was reserved. */
export const multiplierOf = (price: PriceTerms | undefined): Multiplier =>
  price !== undefined && 'multiplier' in price && price.multiplier !== undefined
    ? parseMultiplier(price.multiplier)
    : PLATFORM_MULTIPLIER

/** The minimum that an actor may spend: platforms read a cap of zero as no cap. */
const ACTOR_CAP_MIN = parseUsd('0.01')

/**
 * The lowest hold with which a raw call under these terms is made. A call is never sold below the estimate of its cost;
 * without a rate, anything is enough.
 */
export function leastHold(price: PriceTerms): Microdollars {
  if (price.model === 'actor') {
    const minimum = parseUsd(price.minimum ?? '0')
    return priceAt(minimum > ACTOR_CAP_MIN ? minimum : ACTOR_CAP_MIN, multiplierOf(price))
  }
  return price.model === 'measured' && price.estimate !== null ? parseUsd(price.estimate) : 1n
}

const usdOrNull = (amount: string | null | undefined): Microdollars | null => (amount == null ? null : parseUsd(amount))

/** The charge for an authoritative "nothing matches" (Spec 3.1): only a per-call capability bills it. */
export function noMatchCharge(candidate: Candidate, billing: BillingCondition): Microdollars {
  return billing === 'per_call' ? deliveryCharge(candidate, { units: 0 }) : 0n
}

/** The rates of every platform that an offer serves, if they differ; null if one rate holds for all. */
export function ratesByPlatform(
  pricing: Pricing,
  platforms: readonly string[],
): ReadonlyMap<string, MeteredRates> | null {
  if (pricing.model === 'flat' || pricing.byPlatform === undefined) return null
  const named = [...new Set([...platforms, ...Object.keys(pricing.byPlatform)])]
  return new Map(named.map((platform) => [platform, ratesFor(pricing, { platform })]))
}

/** The shown price of an offer: its cost if the input sets no limit, on the cheapest of its platforms. */
export function shownAmount(pricing: Pricing, platforms: readonly string[]): Microdollars {
  const named = [...(ratesByPlatform(pricing, platforms)?.keys() ?? [])]
  const amounts = (named.length === 0 ? [{}] : named.map((platform) => ({ platform }))).map((input) =>
    maxCharge(pricing, input, undefined),
  )
  return amounts.reduce((least, amount) => (amount < least ? amount : least))
}
