import { describe, expect, it } from '@jest/globals'
import {
  type Lane,
  laneFor,
  type OfferLatency,
  EXPECTED_LATENCY,
  latencyAfter,
  latencyNow,
  QUICK_DEADLINE_MS_MAX,
  QUICK_LATENCY_MS_MAX,
  slotStepMs,
} from '../../../domain/routing/lanes.ts'
import { ENDED_STATUSES, isEnded, isStoppable, RUN_STATUSES, STOPPABLE_STATUSES } from '../../../domain/runs/states.ts'

describe('a run', () => {
  it('is either stoppable, running or ended, and never two of them', () => {
    expect([...STOPPABLE_STATUSES, 'running', ...ENDED_STATUSES]).toEqual(RUN_STATUSES)
    for (const status of RUN_STATUSES) {
      expect([isStoppable(status), status === 'running', isEnded(status)].filter(Boolean)).toHaveLength(1)
    }
  })
})

describe('the lane of an attempt', () => {
  it.each<[Lane, number, number]>([
    ['quick', 0, 1_000],
    ['quick', QUICK_LATENCY_MS_MAX, QUICK_DEADLINE_MS_MAX],
    ['slow', QUICK_LATENCY_MS_MAX + 1, QUICK_DEADLINE_MS_MAX],
    ['slow', QUICK_LATENCY_MS_MAX, QUICK_DEADLINE_MS_MAX + 1],
    ['slow', 60_000, 600_000],
  ])('is %s for an answer expected in %i ms and a deadline of %i ms', (lane, expectedLatencyMs, deadlineMs) => {
    expect(laneFor(expectedLatencyMs, deadlineMs)).toBe(lane)
  })
})

describe('the pace of a provider', () => {
  const after = (latency: OfferLatency, answersMs: readonly number[]): OfferLatency =>
    answersMs.reduce(latencyAfter, latency)
  const hung = after(EXPECTED_LATENCY, Array<number>(50).fill(600_000))

  it.each<[string, OfferLatency, boolean]>([
    ['no call was made yet', EXPECTED_LATENCY, false],
    ['one answer among quick ones was slow', after(EXPECTED_LATENCY, [100, 100, 5_000, 100]), false],
    ['a few answers in a row were slow', after(EXPECTED_LATENCY, [5_000, 5_000, 5_000]), true],
    ['its answers come at the limit', after(EXPECTED_LATENCY, Array<number>(50).fill(QUICK_LATENCY_MS_MAX)), false],
    [
      'it was slow, and answers a little below the limit',
      after(hung, Array<number>(50).fill(QUICK_LATENCY_MS_MAX - 500)),
      true,
    ],
    ['it hung for minutes, and has given two quick answers', after(hung, [50, 50]), true],
    ['it hung for minutes, and has given a dozen', after(hung, Array<number>(12).fill(50)), false],
    ['one call has run for a minute', latencyNow(EXPECTED_LATENCY, [60_000]), true],
    [
      'three calls have run for a little longer than quick',
      latencyNow({ latencyMs: 1, slow: false }, [2_001, 2_001, 2_001]),
      true,
    ],
    ['two are', latencyNow({ latencyMs: 1, slow: false }, [2_001, 2_001]), false],
    ['many calls run that may still be quick', latencyNow(EXPECTED_LATENCY, Array<number>(100).fill(2_000)), false],
  ])('where %s', (_, { slow }, expected) => {
    expect(slow).toBe(expected)
  })

  it.each([
    ['has no limits', { concurrency: null, requestsPerSecond: null, burst: null }, 0],
    ['takes five a second', { concurrency: null, requestsPerSecond: 5, burst: 10 }, 200],
    ['takes ten at once, each for a second', { concurrency: 10, requestsPerSecond: null, burst: null }, 100],
    ['has both limits', { concurrency: 2, requestsPerSecond: 5, burst: null }, 500],
  ])('one that %s has this interval between calls', (_, limits, ms) => {
    expect(slotStepMs(limits, 1_000)).toBe(ms)
  })
})
