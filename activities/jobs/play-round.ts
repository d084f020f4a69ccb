import { roundOf } from '../../domain/jobs/round.ts'
import { hasEnded, type JobReason, type JobStatus, type OutcomeCounts } from '../../domain/jobs/states.ts'
import { isStoppable, type RunStatus } from '../../domain/runs/states.ts'
import { cancelRun } from '../../db/runs/cancel.ts'
import { type PlayedRound, playJobRound } from '../../db/jobs/round.ts'
import type { ActivityDeps } from '../deps.ts'

export interface RoundAnswer {
  readonly status: JobStatus | 'gone'
  readonly reason: JobReason | null
  readonly counts: OutcomeCounts | null
  readonly rows: number
  /** Rows that have ended, and rows that have begun, in this round. */
  readonly ended: number
  readonly begun: number
  /** Rows whose runs have not ended. */
  readonly under_way: number
}

const GONE: RoundAnswer = { status: 'gone', reason: null, counts: null, rows: 0, ended: 0, begun: 0, under_way: 0 }

/**
 * One round of a job: takes in the ends of its runs and begins rows in one transaction, and starts the runs that have
 * begun. A run whose start is lost is started by the sweeper, as any run. A cancelled job cancels what it has begun.
 */
export const playRound =
  ({
    db,
    startRuns,
    signalCancel,
    notifyEnded,
  }: Pick<ActivityDeps, 'db' | 'startRuns' | 'signalCancel' | 'notifyEnded'>) =>
  async ({ jobId }: { readonly jobId: string }): Promise<RoundAnswer> => {
    const played = await playJobRound(db, jobId, { decide: roundOf, hasEnded, also: () => Promise.resolve() })
    if (played === null) return GONE
    const { workspaceId, environment, name, begun } = played
    startRuns(begun.map((id) => ({ id, workspaceId, environment, capability: name })))
    if (played.isCancelled) await cancelUnderWay({ db, signalCancel, notifyEnded }, played)
    if (played.hasMoved) notifyEnded(jobId)
    return {
      status: played.status,
      reason: played.reason,
      counts: played.counts,
      rows: played.rows,
      ended: played.ended,
      begun: begun.length,
      under_way: played.underWay.length + begun.length,
    }
  }

/** Runs that have reached a provider go on: what they find is paid, and kept. */
async function cancelUnderWay(
  { db, signalCancel, notifyEnded }: Pick<ActivityDeps, 'db' | 'signalCancel' | 'notifyEnded'>,
  { underWay }: PlayedRound,
): Promise<void> {
  for (const { runId, status } of underWay) {
    if (!isStoppable(status as RunStatus)) continue
    const { kind } = await cancelRun(db, runId, null)
    if (kind !== 'cancelled') continue
    notifyEnded(runId)
    signalCancel(runId)
  }
}
