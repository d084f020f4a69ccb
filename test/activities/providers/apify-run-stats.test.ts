import { describe, expect, it } from '@jest/globals'
import { readRunStats } from '../../../activities/providers/apify/run-stats.ts'
import type { Json } from '../../../domain/json/json.ts'
import { shownHealth } from '../../../domain/routing/health-shown.ts'
import { buildRecord } from '../../domain/routing/build-routing.ts'

const actor = (runs: Json): Json => ({ id: 'a', name: 'x', stats: { totalRuns: 16, publicActorRunStats30Days: runs } })
/** The figures of the example in Apify's own document. */
const EXAMPLE = { ABORTED: 2_542, FAILED: 1_234, SUCCEEDED: 732_805, 'TIMED-OUT': 12_556, TOTAL: 749_137 }

describe("an actor's published runs", () => {
  it.each<[string, Json, ReturnType<typeof readRunStats>]>([
    ['count as decided unless their caller aborted them', actor(EXAMPLE), { calls: 746_595, successes: 732_805 }],
    ['may lack the kinds that did not occur', actor({ SUCCEEDED: 3 }), { calls: 3, successes: 3 }],
    ['may have failed all', actor({ SUCCEEDED: 0, FAILED: 4 }), { calls: 4, successes: 0 }],
    ['of none have no health', actor({ SUCCEEDED: 0, ABORTED: 9, TOTAL: 9 }), null],
    ['that are missing have no health', { id: 'a', stats: { totalRuns: 16 } }, null],
    ['that are not counts have no health', actor({ SUCCEEDED: 'many', FAILED: 1 }), null],
    ['of something else have no health', ['a'], null],
    ['of null have no health', null, null],
  ])('%s', (_, wire, tally) => {
    expect(readRunStats(wire)).toEqual(tally)
  })

  it('become health with its source', () => {
    const reported = readRunStats(actor(EXAMPLE))
    expect(shownHealth(buildRecord({ calls: 0, successes: 0, lastSuccessAgeMs: null, reported }))).toMatchObject({
      status: 'stable',
      success_rate: 0.9815,
      sample_size: 746_595,
      source: 'provider_reported',
    })
  })
})
