import type { CandidateHits } from './plan.ts'
import {
  AFTER_MISS_FACTOR,
  AFTER_MISS_WEIGHT,
  HIT_PRIOR,
  HIT_PRIOR_WEIGHT_MAX,
  HIT_Z,
  PAIR_PRIOR_WEIGHT,
  RECENT_HIT_Z,
  SAMPLE_MIN,
  WILSON_Z,
} from './thresholds.ts'
import { wilsonBound } from './wilson.ts'

/** How often an offer found something, of its answers. Both may be fractions: older answers weigh less. */
export interface Hits {
  readonly found: number
  readonly answered: number
}

/** What is known of an offer's hits, for one shape of input. */
export interface OfferHits {
  /** Where no offer had missed before: of all inputs, of this shape, and of this shape in this country. */
  readonly first: readonly Hits[]
  /** Of all inputs, the finds whose address bounced: they are no finds in `first`. Absent: none. */
  readonly bounced?: number
  /** The newest answers to all inputs; a find stays one here when it bounces days later. */
  readonly recent: Hits
  /** Where another offer had missed before, by that offer's provider; of this shape. */
  readonly after: ReadonlyMap<string, Hits>
  /** Where any other offer had missed before, of inputs of all shapes: what is shown next to `first`. */
  readonly later?: Hits
}

export const NO_HITS: OfferHits = { first: [], recent: { found: 0, answered: 0 }, after: new Map() }

export const sumOf = (a: Hits, b: Hits): Hits => ({ found: a.found + b.found, answered: a.answered + b.answered })

export const rateOf = ({ found, answered }: Hits): number => found / answered

/**
 * The hits to count on: the figures of the narrowest level, to which each broader one adds a few answers. What it found
 * after misses of others counts too, a little. An offer without any answer has found half of two. New answers replace
 * old ones that they contradict: a provider that has stopped finding is left after some twenty answers, however good
 * its month was.
 */
export function expectedHits({ first, bounced = 0, recent, after }: OfferHits): Hits {
  const drift = driftOf(first[0], { bounced, recent })
  const later = [...after.values()].reduce(sumOf, NO_HITS.recent)
  const answered = later.answered * AFTER_MISS_WEIGHT
  const found = Math.min(answered, (later.found * AFTER_MISS_WEIGHT) / AFTER_MISS_FACTOR)
  return (first.length === 0 ? [NO_HITS.recent] : first).reduce<Hits>((broader, level) => {
    const weight = Math.min(broader.answered, HIT_PRIOR_WEIGHT_MAX)
    const counted = sumOf(level, { found, answered })
    return {
      found: Math.min(counted.found * drift, counted.answered) + rateOf(broader) * weight,
      answered: counted.answered + weight,
    }
  }, HIT_PRIOR)
}

/** The factor by which the newest answers differ from all, bounces aside; 1 where that may be chance. */
function driftOf(all: Hits | undefined, { bounced, recent }: { bounced: number; recent: Hits }): number {
  if (all === undefined || all.found + bounced === 0 || recent.answered === 0) return 1
  const rate = (all.found + bounced) / all.answered
  const isOther =
    wilsonBound(recent.found, recent.answered, RECENT_HIT_Z) < rate ||
    wilsonBound(recent.found, recent.answered, -RECENT_HIT_Z) > rate
  return isOther ? rateOf(recent) / rate : 1
}

/** The rate to count on: a lower bound, so that few answers prove little. */
export const hitRate = (hits: Hits): number => wilsonBound(hits.found, hits.answered, -HIT_Z)

/** The best rate that its answers allow. */
export const hitRateUpperBound = (hits: Hits, z: number): number => wilsonBound(hits.found, hits.answered, z)

/** What pairs are compared by: an offer's expected rate, and what it found after misses of others. */
export interface OfferPairs {
  readonly rate: number
  readonly after: OfferHits['after']
}

/**
 * The factor by which an offer finds less where another has missed, for all pairs of these offers together: providers
 * that buy from the same sources miss the same people. It is the assumption about pairs with few answers.
 */
export function commonFactor(offers: readonly OfferPairs[]): number {
  let [found, expected] = [PAIR_PRIOR_WEIGHT * AFTER_MISS_FACTOR, PAIR_PRIOR_WEIGHT]
  for (const { rate, after } of offers) {
    for (const pair of after.values()) {
      found += pair.found
      expected += pair.answered * rate
    }
  }
  return Math.min(1, found / expected)
}

/**
 * The least share of all inputs that an offer finds, by what it finds where others have missed: what another misses is
 * a part of all, and of all inputs it is at least that part. An offer that finds everything that another misses, which
 * finds nothing, finds everything, although it has never been first. New answers replace old ones here too. Of
 * many pairs the best is taken, so each bound is a sure one.
 */
export function boundByMisses(
  { first, bounced = 0, recent, after }: OfferHits,
  findsOf: (provider: string) => Hits | undefined,
): number {
  const bounds = [...after].map(([provider, pair]) => {
    const other = findsOf(provider)
    const least = wilsonBound(pair.found, pair.answered, -WILSON_Z)
    return other === undefined || !isEnough(pair) ? 0 : least * (1 - hitRateUpperBound(other, WILSON_Z))
  })
  return Math.max(0, ...bounds) * Math.min(1, driftOf(first[0], { bounced, recent }))
}

/** The factor by which an offer's rate changes where the offer of `missed` has missed. */
export function factorAfter({ rate, after }: OfferPairs, missed: string, common: number): number {
  const pair = after.get(missed)
  if (pair === undefined) return common
  return Math.min(1, (pair.found + PAIR_PRIOR_WEIGHT * rate * common) / (pair.answered + PAIR_PRIOR_WEIGHT) / rate)
}

interface ShownOffer {
  readonly provider: string
  readonly hits?: OfferHits
}

/**
 * The figures of a candidate, if there are enough answers: of a later one what it finds where the first has missed and
 * next to that what it finds, else that alone.
 */
export function hitsShown(
  { hits = NO_HITS }: ShownOffer,
  [first]: readonly ShownOffer[],
): { readonly hits?: CandidateHits } {
  const pair = first === undefined ? undefined : hits.after.get(first.provider)
  const narrowest = hits.first.findLast(isEnough)
  const own = narrowest === undefined ? undefined : shown(narrowest)
  if (first !== undefined && isEnough(pair))
    return { hits: { ...shown(pair), missed: first.provider, ...(own === undefined ? {} : { of_all: own }) } }
  return own === undefined ? {} : { hits: own }
}

const isEnough = (hits: Hits | undefined): hits is Hits => hits !== undefined && hits.answered >= SAMPLE_MIN

const shown = (hits: Hits): { readonly rate: number; readonly answers: number } => ({
  rate: rounded(rateOf(hits)),
  answers: Math.round(hits.answered),
})

export interface ShownHits {
  readonly hit_rate: number | null
  readonly sample_size: number
}

/** The figures of all inputs, as the API shows them: at first place, and after misses of others. */
export function shownHits(hits: OfferHits = NO_HITS): ShownHits & { readonly after_misses?: ShownHits } {
  const [all = NO_HITS.recent] = hits.first
  const later = figuresOf(hits.later ?? NO_HITS.recent)
  return { ...figuresOf(all), ...(later.sample_size === 0 ? {} : { after_misses: later }) }
}

const figuresOf = (hits: Hits): ShownHits => ({
  hit_rate: isEnough(hits) ? rounded(rateOf(hits)) : null,
  sample_size: Math.round(hits.answered),
})

const rounded = (rate: number): number => Math.round(rate * 100) / 100
