import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { LATENCY_BOUNDS_MS, LATENCY_BUCKETS, percentileMs } from '../../../domain/routing/latency.ts'

const ERROR_MAX = 0.14

function counted(durations: readonly number[]): number[] {
  const counts = Array.from({ length: LATENCY_BUCKETS }, () => 0)
  for (const ms of durations) {
    const bucket = LATENCY_BOUNDS_MS.filter((bound) => bound <= ms).length
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return counts
}

describe('latency buckets', () => {
  it('reach from 16 ms to over an hour, each wider than the one before', () => {
    expect([LATENCY_BOUNDS_MS[0], (LATENCY_BOUNDS_MS.at(-1) ?? 0) > 3_600_000]).toEqual([16, true])
    expect(LATENCY_BOUNDS_MS.every((bound, at) => at === 0 || bound > (LATENCY_BOUNDS_MS[at - 1] ?? 0))).toBe(true)
  })

  it('are those that the stored counts were made with', () => {
    // Counts are stored by position. Changing the bounds requires a recount and a change of the table's check
    // constraint.
    expect([LATENCY_BUCKETS, LATENCY_BOUNDS_MS.slice(0, 6), LATENCY_BOUNDS_MS.at(-1)]).toEqual([
      58,
      [16, 20, 25, 31, 39, 49],
      4_276_424,
    ])
  })

  it('give any percentile within the error that they promise', () => {
    const durations = fc.array(fc.oneof(fc.integer({ min: 16, max: 4_000_000 }), fc.integer({ min: 16, max: 500 })), {
      minLength: 1,
      maxLength: 200,
    })
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.95), (sample, quantile) => {
        const exact = sample.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(quantile * sample.length)) - 1] ?? 0
        const known = percentileMs(counted(sample), quantile) ?? 0
        expect(Math.abs(known - exact) / exact).toBeLessThanOrEqual(ERROR_MAX)
      }),
    )
  })

  it('give the bound beyond their ends, and null without counts', () => {
    expect([
      percentileMs(counted([3]), 0.5),
      percentileMs(counted([9_000_000]), 0.5),
      percentileMs(counted([]), 0.5),
      percentileMs([], 0.5),
    ]).toEqual([16, LATENCY_BOUNDS_MS.at(-1), null, null])
  })
})
