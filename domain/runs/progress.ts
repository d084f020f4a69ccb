import type { BillingCondition } from '../capabilities/capability.ts'
import { endsWaterfall } from './decision.ts'
import { FINAL_BILL_WAIT_MS_MAX, LATE_MS, RENEWED_LEASE_MS, SLOT_WAIT_MS_MAX } from './time-limits.ts'
import type { AttemptOutcome, RunStatus } from './states.ts'

/** A run that is not over, as its rows describe it; times in milliseconds since 1970. */
export interface OpenRun {
  readonly status: RunStatus
  readonly createdAt: number
  /** Facts of its plan; null before there is one. */
  readonly plan: {
    /** How many providers it holds. */
    readonly candidates: number
    readonly billing: BillingCondition
    readonly sends: boolean
    /** The provider after the last attempt that was begun; null if none is left. */
    readonly next: string | null
  } | null
  /** The attempt that was begun last; null: none. */
  readonly attempt: {
    readonly number: number
    readonly provider: string
    readonly startedAt: number
    /** How long the call may take, as its offer declared when the run was planned. */
    readonly deadlineMs: number
    /** Whether its worker keeps renewing a short lease. */
    readonly renewed: boolean
    /** How many workers have had it, one after the other; the start times of the later ones are unknown. */
    readonly calls: number
    readonly leaseUntil: number
    readonly finishedAt: number | null
    readonly outcome: AttemptOutcome | null
  } | null
  /** When the final bill is read next; null if none is expected. */
  readonly finalBillDueAt: number | null
  readonly finalBillReadings: number
}

export interface RunProgress {
  /** The state of the run, in a sentence for the operator on call. */
  readonly sentence: string
  /**
   * The provider that the run waits for: that of the attempt under way or of the next one; null if none is left or
   * planned.
   */
  readonly provider: string | null
  /** Whether the run should have moved by now. */
  readonly late: boolean
}

type OpenAttempt = NonNullable<OpenRun['attempt']>

/**
 * The state of a run, and whether it should be further: the first question of an operator on call (decisions,
 * "Operators").
 */
export function progressOf(run: OpenRun, now: number): RunProgress {
  const provider = awaitedBy(run)
  return {
    provider,
    ...(run.finalBillDueAt === null
      ? courseOf(run, { provider, now })
      : billStatus(run.finalBillDueAt - now, run.finalBillReadings + 1)),
  }
}

function awaitedBy({ plan, attempt, finalBillDueAt }: OpenRun): string | null {
  if (attempt !== null && (attempt.outcome === null || finalBillDueAt !== null)) return attempt.provider
  return plan === null || (attempt?.outcome != null && endsWaterfall(plan, attempt.outcome)) ? null : plan.next
}

type ProgressSentence = Omit<RunProgress, 'provider'>

function billStatus(dueInMs: number, reading: number): ProgressSentence {
  const due = dueInMs < 0 ? `was due ${spanOf(-dueInMs)} ago` : `is due in ${spanOf(dueInMs)}`
  return {
    sentence: `delivered; its final bill, reading ${reading}, ${due}`,
    late: -dueInMs > FINAL_BILL_WAIT_MS_MAX,
  }
}

function courseOf(
  { status, createdAt, attempt, plan }: OpenRun,
  { provider, now }: { readonly provider: string | null; readonly now: number },
): ProgressSentence {
  const age = now - createdAt
  switch (status) {
    case 'created':
      return { sentence: `accepted ${spanOf(age)} ago; nothing is held yet`, late: age > LATE_MS }
    case 'scheduled':
      return {
        sentence: `waits for a slot of its sender, accepted ${spanOf(age)} ago; nothing is held yet`,
        late: false,
      }
    case 'awaiting_approval':
      return { sentence: `waits for an approval, accepted ${spanOf(age)} ago; nothing is held yet`, late: false }
    case 'reserved':
      return {
        sentence: `the hold exists; ${provider ?? 'no provider'} is not called yet, ${spanOf(age)} after it was accepted`,
        late: age > LATE_MS,
      }
    case 'queued':
      return {
        sentence: `waits for a slot at ${provider ?? 'its provider'}, accepted ${spanOf(age)} ago`,
        late: age > SLOT_WAIT_MS_MAX + LATE_MS,
      }
    default:
      if (attempt === null) return { sentence: `${status} without an attempt for ${spanOf(age)}`, late: age > LATE_MS }
  }
  const which = `attempt ${attempt.number} of ${plan?.candidates ?? '?'}`
  if (attempt.outcome === null)
    return {
      sentence: `${which}: ${attempt.provider} was called ${spanOf(now - attempt.startedAt)} ago${holderOf(attempt, now)}`,
      late: now - attempt.leaseUntil > LATE_MS,
    }
  const ended = now - (attempt.finishedAt ?? attempt.startedAt)
  return {
    sentence: `${which} ended ${spanOf(ended)} ago: ${attempt.outcome}; ${provider === null ? 'it is to be settled' : `${provider} is next`}`,
    late: ended > LATE_MS,
  }
}

/**
 * How long the answer may take, and whether a worker still has the attempt. A renewed lease does not show when the
 * attempt ends.
 */
function holderOf({ startedAt, deadlineMs, renewed, calls, leaseUntil }: OpenAttempt, now: number): string {
  if (now > leaseUntil) return `; its worker's lease ended ${spanOf(now - leaseUntil)} ago`
  const left = startedAt + deadlineMs - now
  const until =
    calls > 1
      ? ' and taken over since'
      : left > 0
        ? ` and may take ${spanOf(left)} more`
        : `; it timed out ${spanOf(-left)} ago`
  if (renewed) return `${until}; its worker last renewed the lease ${spanOf(now - leaseUntil + RENEWED_LEASE_MS)} ago`
  return calls > 1 ? `${until}; its worker keeps it for ${spanOf(leaseUntil - now)} more` : until
}

/**
 * Below two minutes in seconds, below two hours in minutes, else in hours, as the Web UI's timers show it. Never below
 * 0: clocks may be set back.
 */
export function spanOf(ms: number): string {
  if (ms < 120_000) return `${Math.max(0, Math.floor(ms / 1000))} s`
  return ms < 7_200_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`
}
