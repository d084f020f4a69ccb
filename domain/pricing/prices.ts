import type { Microdollars } from '../money/microdollars.ts'
import { type Multiplier, PLATFORM_MULTIPLIER } from '../money/multiplier.ts'
import type { MeteredRates, Offer, Pricing } from '../providers/manifest.ts'
import { PLAN_TERMS } from './plans.ts'
import { capabilityTarget, offerTarget, type Rates, rawTarget, type RateTerms, parseTerms } from './rates.ts'

/** The facts of an offer that its price depends on. */
export interface OfferToPrice {
  readonly provider: string
  readonly offer: Pick<Offer, 'capability' | 'pricing'>
  /** The workspace's own key: nothing is metered, whatever rate was negotiated (Spec 1.8). */
  readonly connectionId?: string
}

/**
 * The one place where an offer gets its price for a workspace: for what inspect shows, and for what is quoted, held and
 * checked against `max_cost` (Spec 2.2). The narrowest negotiated rate wins, then the plan. Free stays free.
 */
export function pricingOf({ provider, offer, connectionId }: OfferToPrice, rates: Rates): Pricing {
  const { pricing, capability } = offer
  if (connectionId !== undefined || isFree(pricing)) return pricing
  const terms = negotiated(rates, offerTarget(capability, provider), capabilityTarget(capability)) ?? byPlan(rates)
  switch (terms.kind) {
    case 'amount':
      return { model: 'flat', amount: terms.amount }
    case 'percent':
      return scaled(pricing, terms.hundredths)
    case 'multiplier':
      throw new RangeError('a multiplier prices raw calls only')
  }
}

/**
 * The multiplier of a raw call's cost for a workspace: the negotiated multiplier or share, else the platform rate less
 * the plan's discount.
 */
export function rawMultiplier(provider: string, rates: Rates): Multiplier {
  const terms = negotiated(rates, rawTarget(provider)) ?? byPlan(rates)
  switch (terms.kind) {
    case 'multiplier':
      return terms.multiplier
    case 'percent':
      return (PLATFORM_MULTIPLIER * terms.hundredths) / ALL_HUNDREDTHS
    case 'amount':
      throw new RangeError('an amount prices capabilities only')
  }
}

/** The reason shown with a price that is not the list price; null for the list price. */
export function priceReason(target: OfferToPrice | { readonly rawOf: string }, rates: Rates): string | null {
  const targets =
    'rawOf' in target
      ? [rawTarget(target.rawOf)]
      : [offerTarget(target.offer.capability, target.provider), capabilityTarget(target.offer.capability)]
  if (negotiated(rates, ...targets) !== null) return 'Your negotiated rate.'
  const { title, discountPercent } = PLAN_TERMS[rates.plan]
  return discountPercent === 0 ? null : `${title}: ${discountPercent} % off the list price.`
}

const ALL_HUNDREDTHS = 10_000n

const byPlan = ({ plan }: Rates): RateTerms => ({
  kind: 'percent',
  hundredths: ALL_HUNDREDTHS - BigInt(PLAN_TERMS[plan].discountPercent) * 100n,
})

/**
 * The terms of the first target with a negotiated rate. Own members only: the caller writes the names of capabilities.
 */
function negotiated({ negotiated: rates }: Rates, ...targets: string[]): RateTerms | null {
  const found = targets.find((target) => Object.hasOwn(rates, target))
  if (found === undefined) return null
  const terms = parseTerms(rates[found] ?? '')
  if (terms === null) throw new RangeError('a stored negotiated rate is unreadable')
  return terms
}

const ratesIn = (pricing: Extract<Pricing, { model: 'metered' }>): MeteredRates[] => [
  pricing,
  ...Object.values(pricing.byPlatform ?? {}),
]

/** Free for every customer at list price: public data, for example (Spec 1.3). */
export const isFree = (pricing: Pricing): boolean =>
  pricing.model === 'flat'
    ? pricing.amount === 0n
    : ratesIn(pricing).every(({ base, perResult }) => base === 0n && perResult === 0n)

/**
 * Each amount is rounded up to the microdollar separately: the amounts that a rate shows are the amounts that are
 * multiplied.
 */
const share = (amount: Microdollars, hundredths: bigint): Microdollars =>
  (amount * hundredths + ALL_HUNDREDTHS - 1n) / ALL_HUNDREDTHS

function scaled(pricing: Pricing, hundredths: bigint): Pricing {
  if (pricing.model === 'flat') return { model: 'flat', amount: share(pricing.amount, hundredths) }
  const scaledRates = ({ base, perResult }: MeteredRates): MeteredRates => ({
    base: share(base, hundredths),
    perResult: share(perResult, hundredths),
  })
  const { byPlatform } = pricing
  return {
    ...pricing,
    ...scaledRates(pricing),
    ...(byPlatform === undefined
      ? {}
      : {
          byPlatform: Object.fromEntries(
            Object.entries(byPlatform).map(([platform, rates]) => [platform, scaledRates(rates)]),
          ),
        }),
  }
}
