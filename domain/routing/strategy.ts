import type { Microdollars } from '../money/microdollars.ts'
import { type OfferRecord, reliability, typicalLatencyMs } from './health.ts'
import type { Strategy } from './plan.ts'
import { LATENCY_MS_WORTH_ONE_PRICE, PRICE_FLOOR, SUCCESS_MIN, UNKNOWN_SUCCESS } from './thresholds.ts'

/** The facts that the strategies weigh: price, expected speed and reliability. */
export interface Weighed {
  readonly provider: string
  readonly maxCharge: Microdollars
  readonly expectedLatencyMs: number
  readonly record: OfferRecord | undefined
}

/** The success rate to count on: proven by the offer's record, or the default for an unknown offer. */
export const successRate = (offer: Weighed): number => reliability(offer.record) ?? UNKNOWN_SUCCESS

export const latencyMs = (offer: Weighed): number => typicalLatencyMs(offer.record) ?? offer.expectedLatencyMs

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

/** The offers from best to worst under the strategy; the input stays unchanged. */
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
