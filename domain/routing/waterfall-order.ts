import type { BillingCondition } from '../capabilities/capability.ts'
import { commonFactor, factorAfter, NO_HITS, rateOf } from './hits.ts'
import {
  compareName,
  expectedHitsOf,
  matchRate,
  missPenaltyOf,
  reliabilityOf,
  waitCost,
  type Weighed,
} from './weighed.ts'
import { COMPARED_MAX, MISSES_BELOW, NEARLY_EQUAL_COST } from './thresholds.ts'

/** One offer in the sum: prices in microdollars, rates from 0 to 1. */
interface Step {
  readonly price: number
  readonly wait: number
  readonly answers: number
  readonly finds: number
  /** By which its rate changes after a miss of each other offer. */
  readonly factors: readonly number[]
}

/** The state of a waterfall after some steps. */
interface Sum {
  readonly cost: number
  /** The probability that the next step is tried. */
  readonly reached: number
}

export interface WaterfallOptions {
  /** How many offers one run tries. */
  readonly tries: number
  readonly billing: BillingCondition
}

/**
 * The offers in the order that costs least for each delivered result, over the entire waterfall: what is paid for what
 * is found, the time of each attempt, and the price of the most expensive offer for a run that finds nothing. The
 * offers that are tried come first in the best of all their orders; the rest follow by what each costs alone.
 */
export function cheapestWaterfall<Offer extends Weighed>(
  offers: readonly Offer[],
  { tries, billing }: WaterfallOptions,
): Offer[] {
  const named = offers.toSorted(compareName)
  const steps = stepsOf(named)
  const missPenalty = missPenaltyOf(named)
  const alone = steps
    .map((step, index) => ({ index, cost: costAlone(step, { billing, missPenalty }) }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ index }) => index)
  const best = bestOrder(steps, { among: alone.slice(0, COMPARED_MAX), tries, billing, missPenalty })
  const rest = alone.filter((index) => !best.includes(index))
  return [...finderFirst(steps, best, { billing, missPenalty }), ...rest].flatMap((index) => named[index] ?? [])
}

/**
 * The same offers, each that will nearly always miss behind the next, where that costs nearly the same: the figures are
 * not that exact, and an attempt that misses takes the customer's time.
 */
function finderFirst(steps: readonly Step[], best: readonly number[], terms: Terms): readonly number[] {
  const limit = costOf(steps, best, terms) * NEARLY_EQUAL_COST
  const findsAt = (index: number | undefined): number => (index === undefined ? 0 : (steps[index]?.finds ?? 0))
  let order = best
  for (let round = 1; round < best.length; round += 1)
    for (let at = 0; at + 1 < order.length; at += 1) {
      const [before, after] = [order[at], order[at + 1]]
      if (before === undefined || after === undefined) continue
      if (findsAt(before) > MISSES_BELOW || findsAt(after) <= findsAt(before)) continue
      const swapped = order.with(at, after).with(at + 1, before)
      if (costOf(steps, swapped, terms) <= limit) order = swapped
    }
  return order
}

function stepsOf(offers: readonly Weighed[]): Step[] {
  const known = offers.map((offer) => {
    const expected = expectedHitsOf(offer)
    const match = matchRate(offer, offers)
    const rate = Math.max(rateOf(expected), match)
    return { offer, match, pairs: { rate, after: (offer.hits ?? NO_HITS).after } }
  })
  const common = commonFactor(known.map(({ pairs }) => pairs))
  return known.map(({ offer, match, pairs }) => {
    const answers = reliabilityOf(offer)
    return {
      price: Number(offer.maxCharge),
      wait: waitCost(offer),
      answers,
      finds: answers * match,
      factors: offers.map(({ provider }) => factorAfter(pairs, provider, common)),
    }
  })
}

interface Terms {
  readonly billing: BillingCondition
  readonly missPenalty: number
}

/** One more step. A miss that is paid ends the waterfall, as a result does. */
function add({ cost, reached }: Sum, step: Step, factor: number, { billing, missPenalty }: Terms): Sum {
  const finds = step.finds * factor
  const ends = billing === 'per_call' ? step.answers : finds
  return {
    cost: cost + reached * (step.wait + ends * step.price + (ends - finds) * missPenalty),
    reached: reached * (1 - ends),
  }
}

const START: Sum = { cost: 0, reached: 1 }

/** What is paid in the end, if nothing comes after these steps. */
const endOf = ({ cost, reached }: Sum, { missPenalty }: Terms): number => cost + reached * missPenalty

const costAlone = (step: Step, terms: Terms): number => endOf(add(START, step, 1, terms), terms)

/** The strongest of the misses before it decides: two providers that miss a person mostly miss for one reason. */
const factorOf = (step: Step, before: readonly number[]): number =>
  before.reduce((least, index) => Math.min(least, step.factors[index] ?? 1), 1)

/** What an order costs in all. */
function costOf(steps: readonly Step[], order: readonly number[], terms: Terms): number {
  const sum = order.reduce((so, index, at) => {
    const step = steps[index]
    return step === undefined ? so : add(so, step, factorOf(step, order.slice(0, at)), terms)
  }, START)
  return endOf(sum, terms)
}

interface Search extends Terms {
  readonly among: readonly number[]
  readonly tries: number
}

/** Tries all orders of `tries` offers and leaves those that already cost more than the best. */
function bestOrder(steps: readonly Step[], { among, tries, ...terms }: Search): readonly number[] {
  let best: { readonly order: readonly number[]; readonly cost: number } = { order: [], cost: Infinity }
  const length = Math.min(tries, among.length)
  const extend = (order: readonly number[], sum: Sum): void => {
    if (order.length === length) {
      const cost = endOf(sum, terms)
      if (cost < best.cost) best = { order, cost }
      return
    }
    for (const index of among) {
      const step = steps[index]
      if (step === undefined || order.includes(index)) continue
      const next = add(sum, step, factorOf(step, order), terms)
      if (next.cost < best.cost) extend([...order, index], next)
    }
  }
  extend([], START)
  return best.order
}
