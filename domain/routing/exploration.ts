import { drawOf } from '../ids/draw.ts'
import { hitRateUpperBound } from './hits.ts'
import { compareName, expectedHitsOf, missPenaltyOf, reliabilityOf, waitCost, type Weighed } from './weighed.ts'
import { EXPLORE_ANSWERS, EXPLORE_HOLD_TIMES, EXPLORE_SHARE, WILSON_Z } from './thresholds.ts'

/**
 * The offer that this run tries first to learn how often it finds: one with few answers, the most promising of them.
 * null: the run does not explore, as none does while the usual first choice is new itself. It holds at most twice what
 * the run would hold otherwise, within `max_cost`.
 */
export function offerToExplore<Offer extends Weighed>(
  ordered: readonly Offer[],
  { runId, tries }: { readonly runId: string; readonly tries: number },
): Offer | null {
  const [usual] = ordered
  if (usual === undefined || answersOf(usual) < EXPLORE_ANSWERS || drawOf(runId) >= EXPLORE_SHARE) return null
  const tried = ordered.slice(0, tries)
  const hold = tried.reduce((most, { maxCharge }) => (maxCharge > most ? maxCharge : most), 0n)
  const missPenalty = missPenaltyOf(ordered)
  const candidates = ordered
    .slice(1)
    .filter((offer) => offer.maxCharge <= hold * EXPLORE_HOLD_TIMES && answersOf(offer) < EXPLORE_ANSWERS)
    .map((offer) => ({ offer, cost: costAtUpperBound(offer, missPenalty) }))
    .toSorted((a, b) => a.cost - b.cost || compareName(a.offer, b.offer))
  return candidates[0]?.offer ?? null
}

const answersOf = ({ hits }: Weighed): number => hits?.first[0]?.answered ?? 0

/** What it would cost alone if it found as much as its answers allow. */
function costAtUpperBound(offer: Weighed, missPenalty: number): number {
  const finds = reliabilityOf(offer) * hitRateUpperBound(expectedHitsOf(offer), WILSON_Z)
  return finds * Number(offer.maxCharge) + waitCost(offer) + (1 - finds) * missPenalty
}
