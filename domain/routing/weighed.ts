import type { Microdollars } from '../money/microdollars.ts'
import { type OfferRecord, reliability, typicalLatencyMs } from './health.ts'
import { boundByMisses, expectedHits, type Hits, hitRate, NO_HITS, type OfferHits } from './hits.ts'
import { MISS_PENALTY_MIN, UNKNOWN_SUCCESS, WAIT_COST_PER_MS } from './thresholds.ts'

/** The facts that routing weighs: price, expected speed, how reliably an offer answers and how often it finds. */
export interface Weighed {
  readonly provider: string
  readonly maxCharge: Microdollars
  readonly expectedLatencyMs: number
  readonly record: OfferRecord | undefined
  /** For the shape of the input; absent: nothing was counted. */
  readonly hits?: OfferHits
}

/** How surely it answers: proven by the offer's record, or the default for an unknown offer. */
export const reliabilityOf = (offer: Weighed): number => reliability(offer.record) ?? UNKNOWN_SUCCESS

/** The hits to count on, of an offer that may have none. */
export const expectedHitsOf = ({ hits = NO_HITS }: Weighed): Hits => expectedHits(hits)

/** How surely an answer of it is a match, among offers whose misses it may have answered. */
export function matchRate(offer: Weighed, among: readonly Weighed[]): number {
  const findsOf = (provider: string): Hits | undefined => {
    const other = among.find((one) => one.provider === provider)
    return other === undefined ? undefined : expectedHitsOf(other)
  }
  return Math.max(hitRate(expectedHitsOf(offer)), boundByMisses(offer.hits ?? NO_HITS, findsOf))
}

/** How surely it finds something: it answers, and the answer is a match. */
export const findRate = (offer: Weighed, among: readonly Weighed[] = []): number =>
  reliabilityOf(offer) * matchRate(offer, among)

export const latencyMs = (offer: Weighed): number => typicalLatencyMs(offer.record) ?? offer.expectedLatencyMs

/** What its attempt costs in waiting, in microdollars. */
export const waitCost = (offer: Weighed): number => latencyMs(offer) * WAIT_COST_PER_MS

/** What a run that finds nothing costs, where these offers could be tried; in microdollars. */
export const missPenaltyOf = (offers: readonly Weighed[]): number =>
  Math.max(MISS_PENALTY_MIN, ...offers.map(({ maxCharge }) => Number(maxCharge)))

/** The name is the last to decide, so that an order never depends on that of the input. */
export const compareName = (a: Pick<Weighed, 'provider'>, b: Pick<Weighed, 'provider'>): number =>
  a.provider < b.provider ? -1 : a.provider > b.provider ? 1 : 0
