import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import { type EndedRow, type JobNow, roundOf } from '../../../domain/jobs/round.ts'
import { hasEnded, type JobStatus, NO_OUTCOMES, type RowOutcome } from '../../../domain/jobs/states.ts'
import type { RunError } from '../../../domain/runs/run-error.ts'

const JOB: JobNow = {
  status: 'running',
  reason: null,
  isCancelled: false,
  approve: 'auto',
  concurrency: 5,
  pilotUntil: null,
  rows: 10,
  counts: NO_OUTCOMES,
  ceiling: 1_000_000n,
  spent: 0n,
  held: 0n,
  holdMax: 10_000n,
  needed: null,
  underWay: 0,
  waiting: 10,
  waitingOfPilot: 0,
}

const ended = (number: number, over: Partial<EndedRow> = {}): EndedRow => ({
  number,
  runId: `run_${number}`,
  status: 'succeeded',
  error: null,
  isSaved: false,
  isErased: false,
  ...over,
})

const refused = (error: Partial<RunError>): Partial<EndedRow> => ({
  status: 'blocked',
  error: { code: 'budget_exceeded', message: '', ...error },
})
const AT_CEILING = refused({ controls: ['job_ceiling'], required: formatUsd(10_000n) })

describe('roundOf', () => {
  it.each<[title: string, job: Partial<JobNow>, rows: readonly EndedRow[], round: object]>([
    ['begins as many rows as may be under way', {}, [], { status: 'running', begin: 5 }],
    ['counts those that are', { underWay: 3 }, [], { begin: 2 }],
    ['begins no more than what is left pays for', { ceiling: 25_000n, underWay: 1 }, [], { begin: 2 }],
    ['tries one row when less is left than the dearest needs', { ceiling: 5_000n }, [], { begin: 1 }],
    ['begins no more rows than wait', { waiting: 2 }, [], { begin: 2 }],
    ['begins nothing while paused', { status: 'paused', reason: 'requested' }, [], { status: 'paused', begin: 0 }],
    [
      'takes in what ends while it is paused',
      { status: 'paused', reason: 'requested' },
      [ended(1)],
      { outcomes: [{ number: 1, runId: 'run_1', outcome: 'found' }], begin: 0 },
    ],
    [
      'cancels a row that would wait again, and whose request was erased',
      {},
      [ended(1, { ...AT_CEILING, isErased: true })],
      { outcomes: [{ number: 1, runId: 'run_1', outcome: 'cancelled' }] },
    ],
    [
      'is over when nothing waits',
      { waiting: 0, counts: { ...NO_OUTCOMES, found: 9 } },
      [ended(1)],
      { status: 'succeeded', counts: { ...NO_OUTCOMES, found: 10 } },
    ],
    ['waits for its last rows', { waiting: 0, underWay: 1 }, [ended(1)], { status: 'finishing' }],
    [
      'has partly succeeded where a row has failed',
      { waiting: 0, counts: { ...NO_OUTCOMES, found: 1 } },
      [ended(1, { status: 'timed_out' })],
      { status: 'partially_succeeded' },
    ],
    [
      'has failed where nothing was answered',
      { waiting: 0 },
      [ended(1, { status: 'timed_out' })],
      { status: 'failed' },
    ],
    [
      'has succeeded where nothing was found: a miss is an answer',
      { waiting: 0 },
      [ended(1, { status: 'no_match' })],
      { status: 'succeeded' },
    ],
    [
      'pauses when the ceiling refuses and nothing is under way',
      { spent: 995_000n },
      [ended(1, AT_CEILING)],
      { status: 'paused', reason: 'ceiling_reached', needed: 10_000n, outcomes: [{ outcome: null }] },
    ],
    [
      'waits for its holds when the ceiling refuses and rows are under way',
      { spent: 500_000n, held: 495_000n, underWay: 2 },
      [ended(1, AT_CEILING)],
      { status: 'running', needed: 10_000n, begin: 0 },
    ],
    [
      'goes on when enough was released since the ceiling refused',
      { spent: 500_000n, needed: 10_000n },
      [],
      { status: 'running', needed: null, begin: 5 },
    ],
    [
      'pauses for lack of money',
      {},
      [ended(1, { status: 'failed', error: { code: 'insufficient_balance', message: '' } })],
      { status: 'paused', reason: 'insufficient_balance', outcomes: [{ outcome: null }] },
    ],
    [
      'pauses when no provider can take a row',
      { underWay: 3 },
      [ended(1, { status: 'failed', error: { code: 'provider_not_available', message: '' } })],
      { status: 'paused', reason: 'provider_outage', begin: 0 },
    ],
    [
      'pauses at the daily limit',
      {},
      [ended(1, refused({ controls: ['daily_limit'] }))],
      { status: 'paused', reason: 'daily_limit' },
    ],
    [
      'counts a row that a guard stops',
      {},
      [ended(1, { status: 'blocked', error: { code: 'suppressed', message: '' } })],
      { status: 'running', outcomes: [{ outcome: 'blocked' }] },
    ],
    ['begins the pilot only', { status: 'estimating', pilotUntil: 3, waitingOfPilot: 3 }, [], { begin: 3 }],
    [
      'waits after the pilot for its rows',
      { status: 'estimating', pilotUntil: 3, underWay: 1, waiting: 7 },
      [],
      { status: 'estimating', begin: 0, pilotIsOver: false },
    ],
    [
      'goes on after the pilot',
      { status: 'estimating', pilotUntil: 3, waiting: 7, spent: 30_000n, counts: { ...NO_OUTCOMES, found: 3 } },
      [],
      { status: 'running', begin: 5, pilotIsOver: true },
    ],
    [
      'waits after the pilot for an approval',
      { status: 'estimating', approve: 'manual', pilotUntil: 3, waiting: 7 },
      [],
      { status: 'awaiting_approval', reason: 'pilot_finished', begin: 0, pilotIsOver: true },
    ],
    [
      'waits after the pilot when the rest would not fit the ceiling',
      {
        status: 'estimating',
        pilotUntil: 3,
        waiting: 7,
        spent: 30_000n,
        ceiling: 99_999n,
        counts: { ...NO_OUTCOMES, found: 3 },
      },
      [],
      { status: 'awaiting_approval', reason: 'estimate_above_ceiling' },
    ],
    [
      'runs a row again that could not begin while the last ones were under way',
      { status: 'finishing', waiting: 0 },
      [ended(1, AT_CEILING)],
      { status: 'running', begin: 1 },
    ],
    [
      'ends as cancelled, with the rows that wait',
      { status: 'finishing', isCancelled: true, waiting: 4, counts: { ...NO_OUTCOMES, found: 6 } },
      [],
      { status: 'cancelled', counts: { ...NO_OUTCOMES, found: 6, cancelled: 4 } },
    ],
    [
      'waits for what is under way when it is cancelled',
      { status: 'finishing', isCancelled: true, underWay: 1 },
      [],
      { status: 'finishing', begin: 0 },
    ],
  ])('%s', (_title, job, rows, round) => {
    expect(roundOf({ ...JOB, ...job }, rows)).toMatchObject(round)
  })

  it('plays every job to a rest, whatever its rows cost: each row ends once, and the ceiling holds', () => {
    const row = fc.record({
      hold: fc.bigInt(0n, 50_000n),
      share: fc.integer({ min: 0, max: 100 }),
      lasts: fc.integer({ min: 0, max: 4 }),
      status: fc.constantFrom<EndedRow['status']>('succeeded', 'no_match', 'failed', 'timed_out'),
    })
    const job = fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 40 }),
      ceiling: fc.bigInt(0n, 800_000n),
      concurrency: fc.integer({ min: 1, max: 8 }),
      pilot: fc.integer({ min: 0, max: 10 }),
    })
    fc.assert(
      fc.property(job, (requested) => {
        const played = playJob(requested)
        expect(played.committedMax <= requested.ceiling).toBe(true)
        expect(played.underWayMax).toBeLessThanOrEqual(requested.concurrency)
        expect(played.rounds).toBeLessThan(requested.rows.length * 12 + 20)
        if (hasEnded(played.status)) expect(played.outcomes.every((outcome) => outcome !== null)).toBe(true)
        else expect(['paused', 'awaiting_approval']).toContain(played.status)
      }),
    )
  })
})

interface PlayedRow {
  readonly hold: bigint
  readonly share: number
  /** Rounds until its run ends. */
  readonly lasts: number
  readonly status: EndedRow['status']
}

/** A run of the model: what it holds, and when it ends. */
interface ModelRun {
  readonly row: number
  readonly hold: bigint
  left: number
  readonly refusal: RunError | null
}

/** Plays rounds against a model of the reservation, which judges each hold exactly, until the job rests. */
function playJob({
  rows,
  ceiling,
  concurrency,
  pilot,
}: {
  readonly rows: readonly PlayedRow[]
  readonly ceiling: bigint
  readonly concurrency: number
  readonly pilot: number
}) {
  const outcomes: (RowOutcome | null)[] = rows.map(() => null)
  const holdMax = rows.reduce((most, { hold }) => (hold > most ? hold : most), 0n)
  const state = {
    status: (pilot > 0 ? 'estimating' : 'running') as JobStatus,
    pilotUntil: pilot > 0 ? Math.min(pilot, rows.length) : null,
    needed: null as bigint | null,
    counts: { ...NO_OUTCOMES } as JobNow['counts'],
    spent: 0n,
    held: 0n,
  }
  let runs: ModelRun[] = []
  const seen = { committedMax: 0n, underWayMax: 0, rounds: 0 }
  for (; seen.rounds < 2_000; seen.rounds += 1) {
    for (const run of runs) run.left -= 1
    const over = runs.filter(({ left }) => left < 0)
    runs = runs.filter(({ left }) => left >= 0)
    const ends = over.map(({ row, hold, refusal }): EndedRow => {
      state.held -= hold
      if (refusal !== null) return ended(row + 1, { status: 'blocked', error: refusal })
      const { share, status } = rows[row] as PlayedRow
      if (status === 'succeeded') state.spent += (hold * BigInt(share)) / 100n
      return ended(row + 1, { status, error: status === 'succeeded' ? null : { code: 'provider_error', message: '' } })
    })
    const begun = new Set([...runs.map(({ row }) => row), ...over.map(({ row }) => row)])
    const waits = outcomes.flatMap((outcome, row) => (outcome === null && !begun.has(row) ? [row] : []))
    const round = roundOf(
      {
        ...JOB,
        ...state,
        ceiling,
        concurrency,
        holdMax,
        rows: rows.length,
        underWay: runs.length,
        waiting: waits.length,
        waitingOfPilot: waits.filter((row) => state.pilotUntil !== null && row < state.pilotUntil).length,
      },
      ends,
    )
    for (const { number, outcome } of round.outcomes) {
      expect(outcomes[number - 1]).toBeNull()
      outcomes[number - 1] = outcome
    }
    Object.assign(state, { status: round.status, needed: round.needed, counts: round.counts })
    const until = state.pilotUntil
    if (round.pilotIsOver) state.pilotUntil = null
    const open = new Set(runs.map(({ row }) => row))
    const next = outcomes
      .flatMap((outcome, row) => (outcome === null && !open.has(row) ? [row] : []))
      .filter((row) => round.pilotIsOver || until === null || row < until)
      .slice(0, round.begin)
    for (const row of next) {
      const { hold, lasts } = rows[row] as PlayedRow
      const fits = state.spent + state.held + hold <= ceiling || hold === 0n
      const refusal: RunError | null = fits
        ? null
        : { code: 'budget_exceeded', message: '', controls: ['job_ceiling'], required: formatUsd(hold) }
      if (fits) state.held += hold
      runs.push({ row, hold: fits ? hold : 0n, left: fits ? lasts : 0, refusal })
    }
    seen.underWayMax = Math.max(seen.underWayMax, runs.length)
    const committed = state.spent + state.held
    if (committed > seen.committedMax) seen.committedMax = committed
    const rests = runs.length === 0 && (hasEnded(round.status) || round.reason !== null)
    if (rests) break
  }
  return { ...seen, outcomes, status: state.status }
}
