import { describe, expect, it } from '@jest/globals'
import { type OpenRun, spanOf, progressOf } from '../../../domain/runs/progress.ts'

const NOW = 1_800_000_000_000
const ago = (seconds: number): number => NOW - seconds * 1_000
const run = (more: Partial<OpenRun>): OpenRun => ({
  status: 'created',
  createdAt: ago(5),
  plan: null,
  attempt: null,
  finalBillDueAt: null,
  finalBillReadings: 0,
  ...more,
})
type Attempt = NonNullable<OpenRun['attempt']>
/** The second of three providers. It was called 8 s ago and may take 20 s. */
const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  number: 2,
  provider: 'hunter',
  startedAt: ago(8),
  deadlineMs: 20_000,
  renewed: false,
  calls: 1,
  leaseUntil: ago(-17),
  finishedAt: null,
  outcome: null,
  ...more,
})
const planned = (next: string | null, more: Partial<NonNullable<OpenRun['plan']>> = {}): Partial<OpenRun> => ({
  plan: { candidates: 3, billing: 'on_match', sends: false, next, ...more },
})
const calledRun = (more: Partial<Attempt> = {}): Partial<OpenRun> => ({
  status: 'running',
  ...planned('apollo'),
  attempt: attempt(more),
})
/** A provider that works on its own run, for ten minutes at most, under a lease that is renewed. */
const actor = (more: Partial<Attempt> = {}): Partial<OpenRun> =>
  calledRun({
    provider: 'apify',
    startedAt: ago(540),
    deadlineMs: 600_000,
    renewed: true,
    leaseUntil: ago(-22),
    ...more,
  })
const ended = (outcome: Attempt['outcome'], more: Partial<Attempt> = {}): Partial<OpenRun> =>
  calledRun({ finishedAt: ago(2), outcome, ...more })

describe('the progress of a run', () => {
  it.each<[Partial<OpenRun>, boolean, string]>([
    [{}, false, 'accepted 5 s ago; nothing is held yet'],
    [{ createdAt: ago(61) }, true, 'accepted 61 s ago; nothing is held yet'],
    [
      { status: 'awaiting_approval', createdAt: ago(7_300) },
      false,
      'waits for an approval, accepted 2 h ago; nothing is held yet',
    ],
    [
      { status: 'reserved', ...planned('hunter') },
      false,
      'the hold exists; hunter is not called yet, 5 s after it was accepted',
    ],
    [
      { status: 'reserved', ...planned('hunter'), createdAt: ago(90) },
      true,
      'the hold exists; hunter is not called yet, 90 s after it was accepted',
    ],
    [
      { status: 'queued', ...planned('hunter'), createdAt: ago(600) },
      false,
      'waits for a slot at hunter, accepted 10 min ago',
    ],
    [
      { status: 'queued', ...planned('hunter'), createdAt: ago(661) },
      true,
      'waits for a slot at hunter, accepted 11 min ago',
    ],
    [calledRun(), false, 'attempt 2 of 3: hunter was called 8 s ago and may take 12 s more'],
    [
      calledRun({ startedAt: ago(22), leaseUntil: ago(-3) }),
      false,
      'attempt 2 of 3: hunter was called 22 s ago; it timed out 2 s ago',
    ],
    [
      calledRun({ startedAt: ago(40), calls: 2 }),
      false,
      'attempt 2 of 3: hunter was called 40 s ago and taken over since; its worker keeps it for 17 s more',
    ],
    [
      calledRun({ leaseUntil: ago(30) }),
      false,
      "attempt 2 of 3: hunter was called 8 s ago; its worker's lease ended 30 s ago",
    ],
    [
      calledRun({ startedAt: ago(120), leaseUntil: ago(61) }),
      true,
      "attempt 2 of 3: hunter was called 2 min ago; its worker's lease ended 61 s ago",
    ],
    [
      actor(),
      false,
      'attempt 2 of 3: apify was called 9 min ago and may take 60 s more; its worker last renewed the lease 8 s ago',
    ],
    [
      actor({ calls: 2 }),
      false,
      'attempt 2 of 3: apify was called 9 min ago and taken over since; its worker last renewed the lease 8 s ago',
    ],
    [ended('provider_error'), false, 'attempt 2 of 3 ended 2 s ago: provider_error; apollo is next'],
    [
      { ...ended('provider_timeout', { finishedAt: ago(70) }), ...planned(null) },
      true,
      'attempt 2 of 3 ended 70 s ago: provider_timeout; it is to be settled',
    ],
    [
      { status: 'succeeded', createdAt: ago(9_000), finalBillDueAt: ago(-60), finalBillReadings: 1 },
      false,
      'delivered; its final bill, reading 2, is due in 60 s',
    ],
    [
      { status: 'succeeded', createdAt: ago(9_000), finalBillDueAt: ago(400) },
      true,
      'delivered; its final bill, reading 1, was due 6 min ago',
    ],
  ])('%j is late: %s', (more, late, sentence) => {
    expect(progressOf(run(more), NOW)).toMatchObject({ late, sentence })
  })

  it.each<[string, Partial<OpenRun>]>([
    ['succeeded', ended('succeeded')],
    ['no_match', { ...ended('no_match'), ...planned('apollo', { billing: 'per_call' }) }],
    ['unknown', { ...ended('unknown'), ...planned('apollo', { sends: true }) }],
  ])('names no next provider after an answer that ends the run: %s', (outcome, more) => {
    expect(progressOf(run(more), NOW)).toEqual({
      late: false,
      provider: null,
      sentence: `attempt 2 of 3 ended 2 s ago: ${outcome}; it is to be settled`,
    })
  })

  it('names the provider that is called, that is next, or that bills', () => {
    const provider = (more: Partial<OpenRun>): string | null => progressOf(run(more), NOW).provider
    expect(
      [{}, calledRun(), ended('no_match'), { ...ended('succeeded'), finalBillDueAt: ago(-60) }].map(provider),
    ).toEqual([null, 'hunter', 'apollo', 'hunter'])
  })

  it('is written in seconds, then minutes, then hours', () => {
    expect([119_999, 120_000, 7_199_999, 7_200_000].map(spanOf)).toEqual(['119 s', '2 min', '119 min', '2 h'])
  })

  it('is never written as a future time', () => {
    expect([-1, -90_000].map(spanOf)).toEqual(['0 s', '0 s'])
  })
})
