import { describe, expect, it } from '@jest/globals'
import { type OpenRun, spanOf, standingOf } from '../../../domain/runs/standing.ts'

const NOW = 1_800_000_000_000
const ago = (seconds: number): number => NOW - seconds * 1_000
const run = (more: Partial<OpenRun>): OpenRun => ({
  status: 'created', createdAt: ago(5), candidates: null, provider: null, attempt: null, finalBillDueAt: null, finalBillReadings: 0, ...more,
})
const asked = (more: Partial<NonNullable<OpenRun['attempt']>> = {}): Partial<OpenRun> => ({
  status: 'running', candidates: 3, provider: 'hunter', attempt: { number: 2, startedAt: ago(8), leaseUntil: ago(-17), finishedAt: null, outcome: null, ...more },
})

describe('where a run stands', () => {
  it.each<[Partial<OpenRun>, boolean, string]>([
    [{}, false, 'accepted 5 s ago; nothing is held yet'],
    [{ createdAt: ago(61) }, true, 'accepted 61 s ago; nothing is held yet'],
    [{ status: 'reserved', provider: 'hunter' }, false, 'money is held; hunter is not asked yet, 5 s after it was accepted'],
    [{ status: 'reserved', provider: 'hunter', createdAt: ago(90) }, true, 'money is held; hunter is not asked yet, 90 s after it was accepted'],
    [{ status: 'queued', provider: 'hunter', createdAt: ago(600) }, false, 'waits for its turn at hunter, accepted 10 min ago'],
    [{ status: 'queued', provider: 'hunter', createdAt: ago(661) }, true, 'waits for its turn at hunter, accepted 11 min ago'],
    [asked(), false, 'attempt 2 of 3: hunter was asked 8 s ago, and has 17 s left'],
    [asked({ leaseUntil: ago(30) }), false, 'attempt 2 of 3: hunter was asked 8 s ago; whoever asked should have answered 30 s ago'],
    [asked({ startedAt: ago(120), leaseUntil: ago(61) }), true, 'attempt 2 of 3: hunter was asked 2 min ago; whoever asked should have answered 61 s ago'],
    [{ ...asked({ finishedAt: ago(2), outcome: 'provider_error' }), provider: 'apollo' }, false, 'attempt 2 of 3 ended 2 s ago: provider_error; apollo is next'],
    [{ ...asked({ finishedAt: ago(70), outcome: 'succeeded' }), provider: null }, true, 'attempt 2 of 3 ended 70 s ago: succeeded; it is to be settled'],
    [{ status: 'succeeded', createdAt: ago(9_000), finalBillDueAt: ago(-60), finalBillReadings: 1 }, false, 'delivered; its final bill, reading 2, is due in 60 s'],
    [{ status: 'succeeded', createdAt: ago(9_000), finalBillDueAt: ago(400) }, true, 'delivered; its final bill, reading 1, was due 6 min ago'],
  ])('%j is late: %s', (more, late, sentence) => {
    expect(standingOf(run(more), NOW)).toEqual({ late, sentence })
  })

  it('is told in seconds, then minutes, then hours', () => {
    expect([119_999, 120_000, 7_199_999, 7_200_000].map(spanOf)).toEqual(['119 s', '2 min', '119 min', '2 h'])
  })
})
