import type { Mutant } from '../mutant.ts'

const EXPLORATION = ['test/domain/routing/exploration.test.ts']
const SIMULATION = ['test/domain/routing/simulation.test.ts']
const HITS = ['test/domain/routing/hits.test.ts']
const STORED = ['test/api/http/runs/hit-rates.test.ts']

/** How often offers find, the order by it, and exploring. */
export const HIT_RATES: readonly Mutant[] = [
  {
    name: "a run explores before its customer's own key",
    file: 'domain/routing/candidates.ts',
    find: '!ordered.some(isOwn)',
    replace: 'ordered.length > 0',
    killedBy: EXPLORATION,
  },
  {
    name: 'every run explores',
    file: 'domain/routing/exploration.ts',
    find: 'drawOf(runId) >= EXPLORE_SHARE',
    replace: 'drawOf(runId) < 0',
    killedBy: EXPLORATION,
  },
  {
    name: 'a run explores while its usual first choice is new',
    file: 'domain/routing/exploration.ts',
    find: 'answersOf(usual) < EXPLORE_ANSWERS',
    replace: 'answersOf(usual) < 0',
    killedBy: EXPLORATION,
  },
  {
    name: 'exploring holds any amount',
    file: 'domain/routing/exploration.ts',
    find: 'offer.maxCharge <= hold * EXPLORE_HOLD_TIMES',
    replace: 'offer.maxCharge >= 0n',
    killedBy: EXPLORATION,
  },
  {
    name: 'best value pays for a miss as for a result',
    file: 'domain/routing/waterfall-order.ts',
    find: "const ends = billing === 'per_call' ? step.answers : finds",
    replace: 'const ends = step.answers',
    killedBy: SIMULATION,
  },
  {
    name: 'best value forgets what a run costs that finds nothing',
    file: 'domain/routing/waterfall-order.ts',
    find: 'cost + reached * missPenalty',
    replace: 'cost',
    killedBy: SIMULATION,
  },
  {
    name: 'a provider that has stopped finding is believed by its good month',
    file: 'domain/routing/hits.ts',
    find: 'return isOther ? rateOf(recent) / rate : 1',
    replace: 'return isOther ? 1 : 1',
    killedBy: HITS,
  },
  {
    name: 'a rate of few answers is believed as one of many',
    file: 'domain/routing/hits.ts',
    find: 'wilsonBound(hits.found, hits.answered, -HIT_Z)',
    replace: 'wilsonBound(hits.found, hits.answered, 0)',
    killedBy: HITS,
  },
  {
    name: 'a rate of few answers is shown',
    file: 'domain/routing/hits.ts',
    find: 'hits !== undefined && hits.answered >= SAMPLE_MIN',
    replace: 'hits !== undefined && hits.answered > 0',
    killedBy: STORED,
  },
  {
    name: 'an ending that is sold all over the world names a country',
    file: 'domain/routing/shape.ts',
    find: 'SOLD_EVERYWHERE.has(ending)',
    replace: "SOLD_EVERYWHERE.has('')",
    killedBy: ['test/domain/routing/shape.test.ts'],
  },
  {
    name: 'what an offer finds after a miss of another counts as what it finds first',
    file: 'db/catalog/health/hit-sql.ts',
    find: "coalesce(missed.provider, '') as after",
    replace: "'' as after",
    killedBy: STORED,
  },
  {
    name: 'the metrics show no hit rates',
    file: 'worker/provider-gauges.ts',
    find: 'for (const offer of all) showHits(metrics, offer)',
    replace: 'for (const offer of all.slice(all.length)) showHits(metrics, offer)',
    killedBy: ['test/worker/gauges.test.ts'],
  },
]
