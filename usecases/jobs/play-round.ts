import { routingWithin } from '../../domain/access/key-limits.ts'
import type { NewEvent } from '../../domain/events/types.ts'
import { jobEvents } from '../../domain/jobs/job-events.ts'
import { type EndedRow, type Round, roundOf } from '../../domain/jobs/round.ts'
import { hasEnded, type JobReason, type JobStatus, type OutcomeCounts } from '../../domain/jobs/states.ts'
import type { Metadata } from '../../domain/runs/metadata.ts'
import type { EndedStatus, Environment } from '../../domain/runs/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { type EventToWrite, writeEvents } from '../../db/delivery/events/write.ts'
import { newId } from '../../db/ids.ts'
import { BEGIN_ROWS } from '../../db/jobs/begin-rows.ts'
import { readPayerRefusal } from '../../db/jobs/payer-refusal.ts'
import {
  type BegunRow,
  CANCEL_WAITING,
  DELETE_WAITING,
  LOCK_JOB,
  READ_JOB,
  type RoundRow,
  STORE_ROUND,
  type SweepTime,
} from '../../db/jobs/round.ts'

export const PLAY_JOB_ROUND: Transaction = { name: 'play_job_round', effect: true }

/** What a round has done. */
export interface PlayedRound {
  readonly workspaceId: string
  readonly environment: Environment
  readonly name: string
  readonly status: JobStatus
  readonly reason: JobReason | null
  readonly isCancelled: boolean
  readonly statusChanged: boolean
  readonly pilotIsOver: boolean
  readonly counts: OutcomeCounts
  readonly rows: number
  readonly metadata: Metadata | null
  readonly callbackUrl: string | null
  /** Microdollars. */
  readonly spent: bigint
  readonly ceiling: bigint
  /** How many rows have ended in this round. */
  readonly ended: number
  /** To be passed to `startDeliveries` after the commit. */
  readonly deliveries: readonly DeliveryToStart[]
  /** Runs that have begun in this round, to be started after the commit. */
  readonly begun: readonly string[]
  /** Runs of earlier rounds that have not ended. */
  readonly underWay: readonly { readonly runId: string; readonly status: string }[]
}

/**
 * One round of a job in one transaction under its lock: the ends of its runs are taken in, and rows begin. A repeated
 * round finds what the first one did. null: there is no such job.
 */
export const playJobRound = (db: Database, jobId: string): Promise<PlayedRound | null> =>
  db.transaction(PLAY_JOB_ROUND, async (tx) => {
    await tx.query(LOCK_JOB, { jobId })
    const [row] = await tx.query(READ_JOB, { jobId })
    if (row === undefined) return null
    const begunBefore = row.begun ?? []
    const ended = begunBefore.filter((one) => one.ended).map(endedRow)
    const underWay = begunBefore.filter((one) => !one.ended).map(({ runId, status }) => ({ runId, status }))
    const job = { ...row, underWay, ended: ended.length }
    if (hasEnded(row.status)) return { ...job, statusChanged: false, pilotIsOver: false, begun: [], deliveries: [] }
    const payerRefusal = await readPayerRefusal(tx, jobId, row)
    const round = roundOf({ ...row, ...numbersOf(row), payerRefusal, underWay: underWay.length }, ended)
    await storeRound(tx, jobId, { row, round, underWay: underWay.length })
    if (row.isCancelled && hasEnded(round.status))
      await tx.query(ended.length > 0 || hasEndedRows(row) ? CANCEL_WAITING : DELETE_WAITING, { jobId })
    const { status, reason, counts, pilotIsOver } = round
    const begun = round.begin === 0 ? [] : await beginRows(tx, jobId, { row, round })
    const played = { ...job, status, reason, counts, pilotIsOver, begun, statusChanged: status !== row.status }
    const events = jobEvents({ ...played, jobId }, row.now)
    const { deliveries } = await writeEvents(tx, played, events.map(withCallback(row.callbackUrl)))
    return { ...played, deliveries }
  })

/** Whether rows had ended before this round; invalid and repeated ones have no run from the beginning. */
const hasEndedRows = ({ counts: { found, missed, failed, blocked, saved, cancelled } }: RoundRow): boolean =>
  found + missed + failed + blocked + saved + cancelled > 0

/** Its events are delivered to the callback of a job too. */
export const withCallback =
  (callbackUrl: string | null) =>
  (event: NewEvent): EventToWrite =>
    callbackUrl === null ? event : { ...event, callbackUrl }

const numbersOf = ({ waiting, waitingOfPilot }: RoundRow) => ({
  waiting: Number(waiting),
  waitingOfPilot: Number(waitingOfPilot),
})

const endedRow = ({ number, runId, status, error, isSaved, isErased, refusals }: BegunRow): EndedRow => ({
  number,
  runId,
  // The statement marks it as ended.
  status: status as EndedStatus,
  error,
  isSaved,
  isErased,
  refusals,
})

async function storeRound(
  tx: Queries,
  jobId: string,
  { row, round, underWay }: { row: RoundRow; round: Round; underWay: number },
): Promise<void> {
  const { outcomes, status, reason, needed, pilotIsOver, begin } = round
  const isOver = hasEnded(status)
  const rests = begin === 0 && underWay === 0 && reason !== null
  const sweep = sweepAfter(row, isOver || rests)
  const moves =
    status !== row.status || reason !== row.reason || needed !== row.needed || pilotIsOver || sweep !== 'as_before'
  if (!moves && outcomes.length === 0) return
  await tx.query(STORE_ROUND, {
    jobId,
    numbers: outcomes.map(({ number }) => number),
    runIds: outcomes.map(({ runId }) => runId),
    outcomes: outcomes.map(({ outcome }) => outcome),
    refusals: outcomes.map(({ refusals }) => refusals),
    moves,
    status,
    reason,
    needed: needed?.toString() ?? null,
    pilotIsOver,
    hasEnded: isOver,
    sweep,
  })
}

/** An index has the time of the sweep, so it moves only when less than half of it is left. */
function sweepAfter({ isSwept, sweepIsDue }: RoundRow, hasNothingToDo: boolean): SweepTime {
  if (hasNothingToDo) return isSwept ? 'never' : 'as_before'
  return sweepIsDue ? 'later' : 'as_before'
}

async function beginRows(
  tx: Queries,
  jobId: string,
  { row, round }: { row: RoundRow; round: Round },
): Promise<string[]> {
  const runIds = Array.from({ length: round.begin }, () => newId('run'))
  const routing = JSON.stringify(routingWithin(row.routing, row.limits))
  const until = round.pilotIsOver ? null : row.pilotUntil
  const begun = await tx.query(BEGIN_ROWS, { jobId, runIds, until, routing })
  return begun.map(({ runId }) => runId)
}
