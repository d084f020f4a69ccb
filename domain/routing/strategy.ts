import type { BillingCondition } from '../capabilities/capability.ts'
import type { Strategy } from './plan.ts'
import { cheapestWaterfall } from './waterfall-order.ts'
import { compareName, findRate, latencyMs, type Weighed } from './weighed.ts'

const comparePrice = (a: Weighed, b: Weighed): number =>
  a.maxCharge < b.maxCharge ? -1 : a.maxCharge > b.maxCharge ? 1 : 0
const compareSpeed = (a: Weighed, b: Weighed): number => latencyMs(a) - latencyMs(b)
const compareFinds = (a: Weighed, b: Weighed, among: readonly Weighed[]): number =>
  findRate(b, among) - findRate(a, among)

type Comparison = (a: Weighed, b: Weighed, among: readonly Weighed[]) => number

/** Each strategy's comparison and its tie-breakers; the name comes last so that the order is total. */
const ORDERS: Record<Exclude<Strategy, 'best_value'>, readonly Comparison[]> = {
  cheapest: [comparePrice, compareFinds, compareSpeed, compareName],
  fastest: [compareSpeed, compareFinds, comparePrice, compareName],
  highest_success_rate: [compareFinds, comparePrice, compareSpeed, compareName],
}

export interface OrderOptions {
  /** How many offers one run tries. */
  readonly tries: number
  readonly billing: BillingCondition
}

/** The offers from best to worst under the strategy; the input stays unchanged. */
export function orderBy<Offer extends Weighed>(
  strategy: Strategy,
  offers: readonly Offer[],
  options: OrderOptions,
): Offer[] {
  if (strategy === 'best_value') return cheapestWaterfall(offers, options)
  const comparisons = ORDERS[strategy]
  return offers.toSorted((a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b, offers)
      if (order !== 0) return order
    }
    return 0
  })
}
