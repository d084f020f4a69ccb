import { describe, expect, it } from '@jest/globals'
import { type Lane, laneFor, QUICK_DEADLINE_MS_MAX, QUICK_LATENCY_MS_MAX } from '../../../domain/runs/lanes.ts'
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
