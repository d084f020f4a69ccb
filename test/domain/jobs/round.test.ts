import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import { type EndedRow, type JobNow, roundOf } from '../../../domain/jobs/round.ts'
import {
  hasEnded,
  type JobStatus,
  type OutcomeCounts,
  ROW_OUTCOMES,
  type RowOutcome,
} from '../../../domain/jobs/states.ts'
import type { RunError } from '../../../domain/runs/run-error.ts'

const NO_OUTCOMES = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, 0])) as OutcomeCounts

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
  payerRefusal: null,
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
  refusals: 0,
  ...over,
})

const refused = (error: Partial<RunError>): Partial<EndedRow> => ({
  status: 'blocked',
  error: { code: 'budget_exceeded', message: '', ...error },
})
const NO_PROVIDER: Partial<EndedRow> = { status: 'failed', error: { code: 'provider_not_available', message: '' } }
const AT_CEILING = refused({ controls: ['job_ceiling'], required: formatUsd(10_000n) })

describe('roundOf', () => {
  it.each<[title: string, job: Partial<JobNow>, rows: readonly EndedRow[], round: object]>([
    ['begins as many rows as may be under way', {}, [], { status: 'running', begin: 5 }],
    ['counts those that are', { underWay: 3 }, [], { begin: 2 }],
    ['begins no more than what is left pays for', { ceiling: 25_000n, underWay: 1 }, [], { begin: 2 }],
    ['tries one row when less is left than the most expensive needs', { ceiling: 5_000n }, [], { begin: 1 }],
    ['begins no more rows than wait', { waiting: 2 }, [], { begin: 2 }],
    ['begins nothing while paused', { status: 'paused', reason: 'requested' }, [], { status: 'paused', begin: 0 }],
    [
      'begins nothing that its payer refuses',
      { payerRefusal: 'payer_revoked', underWay: 2 },
      [],
      { status: 'paused', reason: 'payer_revoked', begin: 0 },
    ],
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
      'continues when enough was released since the ceiling refused',
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
      [ended(1, NO_PROVIDER)],
      { status: 'paused', reason: 'provider_outage', begin: 0, outcomes: [{ outcome: null, refusals: 1 }] },
    ],
    [
      'fails a row that no provider could take for the third time, and continues',
      {},
      [ended(1, { ...NO_PROVIDER, refusals: 2 })],
      { status: 'running', begin: 5, outcomes: [{ outcome: 'failed', refusals: 3 }], counts: { failed: 1 } },
    ],
    [
      'pauses for the rows that have failed less often',
      {},
      [ended(1, { ...NO_PROVIDER, refusals: 2 }), ended(2, { ...NO_PROVIDER, refusals: 1 })],
      { status: 'paused', reason: 'provider_outage', outcomes: [{ outcome: 'failed' }, { outcome: null }] },
    ],
    [
      'counts no refusal of the ceiling as one of the providers',
      {},
      [ended(1, { ...AT_CEILING, refusals: 2 })],
      { outcomes: [{ outcome: null, refusals: 2 }] },
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
      'continues after the pilot',
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

interface Requested {
  readonly rows: readonly PlayedRow[]
  readonly ceiling: bigint
  readonly concurrency: number
  readonly pilot: number
}

/** A job and its reservations, which judge each hold exactly. */
class JobModel {
  readonly outcomes: (RowOutcome | null)[]
  status: JobStatus
  committedMax = 0n
  underWayMax = 0
  rounds = 0
  readonly #requested: Requested
  readonly #holdMax: bigint
  #pilotUntil: number | null
  #needed: bigint | null = null
  #counts: JobNow['counts'] = NO_OUTCOMES
  #spent = 0n
  #held = 0n
  #runs: ModelRun[] = []

  constructor(requested: Requested) {
    const { rows, pilot } = requested
    this.#requested = requested
    this.outcomes = rows.map(() => null)
    this.#holdMax = rows.reduce((most, { hold }) => (hold > most ? hold : most), 0n)
    this.#pilotUntil = pilot > 0 ? Math.min(pilot, rows.length) : null
    this.status = pilot > 0 ? 'estimating' : 'running'
  }

  /** One round; false when the job rests. */
  play(): boolean {
    this.rounds += 1
    const over = this.#endRuns()
    const ends = over.map((run) => this.#settle(run))
    const round = roundOf(this.#now(over), ends)
    for (const { number, outcome } of round.outcomes) {
      expect(this.outcomes[number - 1]).toBeNull()
      this.outcomes[number - 1] = outcome
    }
    const until = round.pilotIsOver ? null : this.#pilotUntil
    this.status = round.status
    this.#needed = round.needed
    this.#counts = round.counts
    this.#pilotUntil = until
    for (const row of this.#waiting([])
      .filter((one) => until === null || one < until)
      .slice(0, round.begin))
      this.#begin(row)
    this.underWayMax = Math.max(this.underWayMax, this.#runs.length)
    const committed = this.#spent + this.#held
    if (committed > this.committedMax) this.committedMax = committed
    return this.#runs.length > 0 || !(hasEnded(round.status) || round.reason !== null)
  }

  #endRuns(): ModelRun[] {
    for (const run of this.#runs) run.left -= 1
    const over = this.#runs.filter(({ left }) => left < 0)
    this.#runs = this.#runs.filter(({ left }) => left >= 0)
    return over
  }

  #settle({ row, hold, refusal }: ModelRun): EndedRow {
    this.#held -= hold
    if (refusal !== null) return ended(row + 1, { status: 'blocked', error: refusal })
    const { share, status } = this.#row(row)
    if (status === 'succeeded') this.#spent += (hold * BigInt(share)) / 100n
    return ended(row + 1, { status, error: status === 'succeeded' ? null : { code: 'provider_error', message: '' } })
  }

  #waiting(over: readonly ModelRun[]): number[] {
    const begun = new Set([...this.#runs, ...over].map(({ row }) => row))
    return this.outcomes.flatMap((outcome, row) => (outcome === null && !begun.has(row) ? [row] : []))
  }

  #now(over: readonly ModelRun[]): JobNow {
    const { rows, ceiling, concurrency } = this.#requested
    const waits = this.#waiting(over)
    const until = this.#pilotUntil
    return {
      ...JOB,
      status: this.status,
      pilotUntil: until,
      needed: this.#needed,
      counts: this.#counts,
      spent: this.#spent,
      held: this.#held,
      ceiling,
      concurrency,
      holdMax: this.#holdMax,
      rows: rows.length,
      underWay: this.#runs.length,
      waiting: waits.length,
      waitingOfPilot: waits.filter((row) => until !== null && row < until).length,
    }
  }

  #begin(row: number): void {
    const { hold, lasts } = this.#row(row)
    const fits = this.#spent + this.#held + hold <= this.#requested.ceiling || hold === 0n
    const refusal: RunError | null = fits
      ? null
      : { code: 'budget_exceeded', message: '', controls: ['job_ceiling'], required: formatUsd(hold) }
    if (fits) this.#held += hold
    this.#runs.push({ row, hold: fits ? hold : 0n, left: fits ? lasts : 0, refusal })
  }

  #row(index: number): PlayedRow {
    const row = this.#requested.rows[index]
    if (row === undefined) throw new Error('there is no such row')
    return row
  }
}

const ROUNDS_MAX = 2_000

/** Plays rounds until the job rests. */
function playJob(requested: Requested): JobModel {
  const model = new JobModel(requested)
  while (model.play() && model.rounds < ROUNDS_MAX);
  return model
}
