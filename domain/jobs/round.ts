import { type Microdollars, parseUsd } from '../money/microdollars.ts'
import type { RunError } from '../runs/run-error.ts'
import { ROW_REFUSALS_MAX } from './limits.ts'
import { type EndedRun, type RowEnd, rowEndOf } from './outcome.ts'
import { expectedCost, type PilotResult } from './pilot.ts'
import {
  BEGINS_ROWS,
  type JobEnd,
  type JobReason,
  type JobStatus,
  type OutcomeCounts,
  type RowOutcome,
} from './states.ts'

/** A row whose run has ended since the last round. */
export interface EndedRow extends EndedRun {
  readonly number: number
  readonly runId: string
  readonly error: RunError | null
  /** What it was made of was erased: it cannot run again. */
  readonly isErased: boolean
  /** Its earlier runs that no provider could take. */
  readonly refusals: number
}

/** A job as a round finds it. Amounts in microdollars. */
export interface JobNow {
  readonly status: JobStatus
  readonly reason: JobReason | null
  readonly isCancelled: boolean
  readonly approve: 'auto' | 'manual'
  readonly concurrency: number
  /** The last row of the pilot; null: it is over, or there is none. */
  readonly pilotUntil: number | null
  readonly rows: number
  /** Before this round. */
  readonly counts: OutcomeCounts
  readonly ceiling: Microdollars
  readonly spent: Microdollars
  readonly held: Microdollars
  /** The hold of the most expensive row. */
  readonly holdMax: Microdollars
  /** The hold that the ceiling refused last; null: it refused none since. */
  readonly needed: Microdollars | null
  /** Why the key or app that made it pays for no further row; null: it pays. */
  readonly payerRefusal: JobReason | null
  /** Rows whose runs have not ended. */
  readonly underWay: number
  /** Rows that wait to begin: in all, and of the pilot. */
  readonly waiting: number
  readonly waitingOfPilot: number
}

/** What a round does: how rows have ended, where the job goes, and how many rows begin. */
export interface Round {
  /** `outcome` null: the row waits again. */
  readonly outcomes: readonly {
    readonly number: number
    readonly runId: string
    readonly outcome: RowOutcome | null
    /** With this round's run. */
    readonly refusals: number
  }[]
  /** With this round's outcomes. */
  readonly counts: OutcomeCounts
  readonly status: JobStatus
  readonly reason: JobReason | null
  readonly needed: Microdollars | null
  readonly pilotIsOver: boolean
  readonly begin: number
}

/**
 * One round of a job: it takes in what has ended and decides what begins. A row that could not begin waits again, so no
 * row is lost; nothing begins that would not fit the ceiling, which the reservation judges exactly.
 */
export function roundOf(job: JobNow, ended: readonly EndedRow[]): Round {
  const ends = ended.map((row) => ({ row, ...endOfRow(job, row) }))
  const outcomes = ends.map(({ row: { number, runId }, end, refusals }) => ({
    number,
    runId,
    outcome: 'outcome' in end ? end.outcome : null,
    refusals,
  }))
  const reasons = ends.flatMap(({ end }) => ('waitsFor' in end ? [end.waitsFor] : []))
  const again = outcomes.filter(({ outcome }) => outcome === null)
  const waiting = job.waiting + again.length
  const ofPilot = again.filter(({ number }) => job.pilotUntil !== null && number <= job.pilotUntil).length
  const counts = countsAfter(job.counts, outcomes)
  const needed = neededAfter(
    job,
    ends.map(({ row }) => row.error),
  )
  const left = job.ceiling - job.spent - job.held
  const stay = { outcomes, counts, needed, pilotIsOver: false, begin: 0 }

  if (job.isCancelled || waiting === 0) {
    if (job.underWay > 0) return { ...stay, status: 'finishing', reason: null }
    const all = job.isCancelled ? { ...counts, cancelled: counts.cancelled + waiting } : counts
    return { ...stay, counts: all, status: endOf(all, job.isCancelled), reason: null }
  }
  const status = continuesAs(job)
  if (!(BEGINS_ROWS as readonly JobStatus[]).includes(status)) return { ...stay, status, reason: job.reason }
  if (job.payerRefusal !== null) return { ...stay, status: 'paused', reason: job.payerRefusal }
  const other = reasons.find((reason) => reason !== 'ceiling_reached')
  if (other !== undefined) return { ...stay, status: 'paused', reason: other }
  if (needed !== null && left < needed)
    return job.underWay > 0
      ? { ...stay, status, reason: null }
      : { ...stay, status: 'paused', reason: 'ceiling_reached' }

  const pilot = { isUnderWay: status === 'estimating', waiting: job.waitingOfPilot + ofPilot }
  if (pilot.isUnderWay && pilot.waiting === 0) {
    if (job.underWay > 0) return { ...stay, status, reason: null }
    return { ...stay, pilotIsOver: true, ...afterPilot(job, { counts, waiting }) }
  }
  const mayBegin = pilot.isUnderWay ? pilot.waiting : waiting
  return { ...stay, status, reason: null, begin: Math.min(mayBegin, roomOf(job, left)) }
}

/** How a row has ended, and how many of its runs no provider could take: a row that none ever takes fails. */
function endOfRow(job: JobNow, row: EndedRow): { readonly end: RowEnd; readonly refusals: number } {
  const end = rowEndOf(row)
  if ('outcome' in end) return { end, refusals: row.refusals }
  const refusals = row.refusals + (end.waitsFor === 'provider_outage' ? 1 : 0)
  if (job.isCancelled || row.isErased) return { end: { outcome: 'cancelled' }, refusals }
  return { end: refusals >= ROW_REFUSALS_MAX ? { outcome: 'failed' } : end, refusals }
}

/** The last rows were under way, and one of them waits again. */
const continuesAs = ({ status, pilotUntil }: JobNow): JobStatus =>
  status !== 'finishing' ? status : pilotUntil === null ? 'running' : 'estimating'

/** A hold that fits again is no longer needed. */
function neededAfter(job: JobNow, errors: readonly (RunError | null)[]): Microdollars | null {
  const refused = errors.flatMap((error) =>
    error?.controls?.includes('job_ceiling') === true && error.required !== undefined ? [parseUsd(error.required)] : [],
  )
  const least = refused.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? job.needed
  return least !== null && job.ceiling - job.spent - job.held >= least ? null : least
}

/**
 * How many rows may begin: as many as the job may have under way, and as fit what is left even if each costs as much as
 * the most expensive. One begins in any case where none is under way: it may cost less, or nothing.
 */
function roomOf({ concurrency, underWay, holdMax }: JobNow, left: Microdollars): number {
  const slots = Math.max(0, concurrency - underWay)
  if (holdMax <= 0n) return slots
  const fitting = left <= 0n ? 0n : left / holdMax
  const room = fitting > BigInt(slots) ? slots : Number(fitting)
  return room === 0 && underWay === 0 ? Math.min(1, slots) : room
}

function countsAfter(counts: OutcomeCounts, outcomes: Round['outcomes']): OutcomeCounts {
  const after = { ...counts }
  for (const { outcome } of outcomes) if (outcome !== null) after[outcome] += 1
  return after
}

/** `succeeded`: no row has failed or was cancelled. A miss is an answer too. */
function endOf({ failed, cancelled, ...others }: OutcomeCounts, isCancelled: boolean): JobEnd {
  if (isCancelled) return 'cancelled'
  if (failed === 0 && cancelled === 0) return 'succeeded'
  const answered = others.found + others.missed + others.saved
  if (answered === 0 && failed === 0) return 'cancelled'
  return answered === 0 && cancelled === 0 ? 'failed' : 'partially_succeeded'
}

/** After the pilot a job continues by itself only if it may, and if it is expected to fit its ceiling. */
function afterPilot(job: JobNow, { counts, waiting }: PilotResult): Pick<Round, 'status' | 'reason' | 'begin'> {
  if (job.approve === 'manual') return { status: 'awaiting_approval', reason: 'pilot_finished', begin: 0 }
  const expected = expectedCost({ spent: job.spent, counts, waiting })
  if (expected > job.ceiling) return { status: 'awaiting_approval', reason: 'estimate_above_ceiling', begin: 0 }
  return { status: 'running', reason: null, begin: Math.min(waiting, roomOf(job, job.ceiling - job.spent - job.held)) }
}
