import { FINAL_BILL_PATIENCE_MS, LATE_MS, TURN_PATIENCE_MS } from './patience.ts'
import type { AttemptOutcome, RunStatus } from './states.ts'

/** A run that is not over, as its rows say; times in milliseconds since 1970. */
export interface OpenRun {
  readonly status: RunStatus
  readonly createdAt: number
  /** How many providers its plan holds; null before there is a plan. */
  readonly candidates: number | null
  /** Whom it waits for: of the attempt that is under way or comes next; null where nobody is left or planned. */
  readonly provider: string | null
  /** The attempt that was begun last; null: none. */
  readonly attempt: {
    readonly number: number
    readonly startedAt: number
    readonly leaseUntil: number
    readonly finishedAt: number | null
    readonly outcome: AttemptOutcome | null
  } | null
  /** When the final bill is read next; null where none is awaited. */
  readonly finalBillDueAt: number | null
  readonly finalBillReadings: number
}

export interface Standing {
  /** Where it stands, in a sentence for whoever is on call. */
  readonly sentence: string
  /** It should have moved by now. */
  readonly late: boolean
}

/** Where a run stands, and whether it should be further: what a person on call asks first (design: "Operators"). */
export function standingOf(run: OpenRun, now: number): Standing {
  if (run.finalBillDueAt !== null) {
    const overdue = now - run.finalBillDueAt
    return { sentence: `delivered; its final bill, reading ${run.finalBillReadings + 1}, ${overdue > 0 ? `was due ${spanOf(overdue)} ago` : `is due in ${spanOf(-overdue)}`}`, late: overdue > FINAL_BILL_PATIENCE_MS }
  }
  const age = now - run.createdAt
  const { attempt } = run
  switch (run.status) {
    case 'created':
      return { sentence: `accepted ${spanOf(age)} ago; nothing is held yet`, late: age > LATE_MS }
    case 'reserved':
      return { sentence: `money is held; ${run.provider ?? 'nobody'} is not asked yet, ${spanOf(age)} after it was accepted`, late: age > LATE_MS }
    case 'queued':
      return { sentence: `waits for its turn at ${run.provider ?? 'nobody'}, accepted ${spanOf(age)} ago`, late: age > TURN_PATIENCE_MS + LATE_MS }
    default:
      return attempt === null ? { sentence: `${run.status} without an attempt for ${spanOf(age)}`, late: age > LATE_MS } : attemptStanding(run, attempt, now)
  }
}

function attemptStanding(run: OpenRun, attempt: NonNullable<OpenRun['attempt']>, now: number): Standing {
  const which = `attempt ${attempt.number} of ${run.candidates ?? '?'}`
  if (attempt.outcome === null) {
    const overdue = now - attempt.leaseUntil
    const since = `${which}: ${run.provider ?? 'nobody'} was asked ${spanOf(now - attempt.startedAt)} ago`
    return overdue > 0
      ? { sentence: `${since}; whoever asked should have answered ${spanOf(overdue)} ago`, late: overdue > LATE_MS }
      : { sentence: `${since}, and has ${spanOf(-overdue)} left`, late: false }
  }
  const ended = now - (attempt.finishedAt ?? attempt.startedAt)
  return { sentence: `${which} ended ${spanOf(ended)} ago: ${attempt.outcome}; ${run.provider === null ? 'it is to be settled' : `${run.provider} is next`}`, late: ended > LATE_MS }
}

/** Below two minutes in seconds, below two hours in minutes, else in hours; as the Web UI's timers say it. */
export function spanOf(ms: number): string {
  if (ms < 120_000) return `${Math.floor(ms / 1000)} s`
  return ms < 7_200_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`
}
