import type { Microdollars } from '../money/microdollars.ts'
import { type OfferRecord, SAMPLE_MIN, wilsonLowerBound } from './health.ts'
import type { Strategy } from './plan.ts'

/** What the strategies weigh: price, expected speed and how far the provider can be relied on. */
export interface Weighed {
  readonly provider: string
  readonly maxCharge: Microdollars
  readonly expectedLatencyMs: number
  readonly record: OfferRecord | undefined
}

/**
 * What is assumed of a provider that has not been seen enough: just below what ten perfect calls prove, so
 * that a proven record wins and an unknown one is no reason to skip.
 */
const UNKNOWN_SUCCESS = 0.7
/** Below this a provider is compared as if it delivered one call in twenty: avoids dividing by nothing. */
const SUCCESS_MIN = 0.05
/** best_value: ten seconds of waiting weigh as much as the price once more. */
const LATENCY_MS_WORTH_ONE_PRICE = 10_000
/** best_value: free offers still differ in speed and success, so every price counts at least as this much. */
const PRICE_FLOOR = 100

export const successRate = (offer: Weighed): number =>
  offer.record === undefined || offer.record.calls < SAMPLE_MIN
    ? UNKNOWN_SUCCESS
    : wilsonLowerBound(offer.record.successes, offer.record.calls)

export const latencyMs = (offer: Weighed): number => offer.record?.latencyMsP50 ?? offer.expectedLatencyMs

/** The expected price of one delivery, dearer the longer it takes. Lower is better. */
export function valueScore(offer: Weighed): number {
  const price = Math.max(Number(offer.maxCharge), PRICE_FLOOR)
  return (price * (1 + latencyMs(offer) / LATENCY_MS_WORTH_ONE_PRICE)) / Math.max(successRate(offer), SUCCESS_MIN)
}

const comparePrice = (a: Weighed, b: Weighed): number =>
  a.maxCharge < b.maxCharge ? -1 : a.maxCharge > b.maxCharge ? 1 : 0
const compareSpeed = (a: Weighed, b: Weighed): number => latencyMs(a) - latencyMs(b)
const compareSuccess = (a: Weighed, b: Weighed): number => successRate(b) - successRate(a)
const compareValue = (a: Weighed, b: Weighed): number => valueScore(a) - valueScore(b)
const compareName = (a: Weighed, b: Weighed): number => (a.provider < b.provider ? -1 : a.provider > b.provider ? 1 : 0)

type Comparison = (a: Weighed, b: Weighed) => number

/** Each strategy's comparison and its tie-breakers; the name comes last so that the order is total. */
const ORDERS: Record<Strategy, readonly Comparison[]> = {
  cheapest: [comparePrice, compareSuccess, compareSpeed, compareName],
  fastest: [compareSpeed, compareSuccess, comparePrice, compareName],
  highest_success_rate: [compareSuccess, comparePrice, compareSpeed, compareName],
  best_value: [compareValue, comparePrice, compareSuccess, compareName],
}

/** The offers from best to worst under the strategy; the input is left as it is. */
export function orderBy<Offer extends Weighed>(strategy: Strategy, offers: readonly Offer[]): Offer[] {
  const comparisons = ORDERS[strategy]
  return offers.toSorted((a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return 0
  })
}
