import { setTimeout as sleep } from 'node:timers/promises'
import type { JobReason, JobStatus, OutcomeCounts } from '../../domain/jobs/states.ts'
import { isStoppable, type RunStatus } from '../../domain/runs/states.ts'
import { cancelRun } from '../../db/runs/cancel.ts'
import { type PlayedRound, playJobRound } from '../../usecases/jobs/play-round.ts'
import type { ActivityDeps } from '../deps.ts'

/** What the rounds of one step have done. */
export interface RoundAnswer {
  readonly status: JobStatus | 'gone'
  readonly reason: JobReason | null
  readonly counts: OutcomeCounts | null
  readonly rows: number
  /** Rows that have ended, and rows that have begun. */
  readonly ended: number
  readonly begun: number
  /** Rows whose runs have not ended. */
  readonly under_way: number
}

const GONE: RoundAnswer = { status: 'gone', reason: null, counts: null, rows: 0, ended: 0, begun: 0, under_way: 0 }

/**
 * While rows end, the next round follows at once: one step plays rounds for this long, so that many rows cost
 * Temporal one step. Between two steps no row begins, so a longer step is quicker too; it stays well below the ten
 * seconds of a workflow task.
 */
const STEP_MS = 4_000
/** A quick run takes some tens of milliseconds. With single runs present, fewer rounds take in more ends each. */
const BETWEEN_ROUNDS_MS = { alone: 40, withSingleRuns: 250 } as const
/** Rounds in a row without an end, after which the step is over: these rows are slow. */
const IDLE_ROUNDS_MAX = 4

type Deps = Pick<
  ActivityDeps,
  'db' | 'longSteps' | 'startRuns' | 'singleRunsPresent' | 'startDeliveries' | 'signalCancel' | 'notifyEnded'
>

/**
 * Plays rounds of a job: each takes in the ends of its runs and begins rows in one transaction, and starts the runs
 * that have begun. A run whose start is lost is started by the sweeper, as any run.
 */
export const playRound =
  (deps: Deps) =>
  async ({ jobId }: { readonly jobId: string }): Promise<RoundAnswer> => {
    const first = await playOnce(deps, jobId)
    const end = deps.longSteps.begin()
    if (end === null) return first
    try {
      return await playOn(deps, jobId, first)
    } finally {
      end()
    }
  }

async function playOn(deps: Deps, jobId: string, first: RoundAnswer): Promise<RoundAnswer> {
  const until = performance.now() + STEP_MS
  let [sum, idle] = [first, 0]
  while (sum.under_way > 0 && idle < IDLE_ROUNDS_MAX && performance.now() < until) {
    await sleep(deps.singleRunsPresent() ? BETWEEN_ROUNDS_MS.withSingleRuns : BETWEEN_ROUNDS_MS.alone)
    const next = await playOnce(deps, jobId)
    idle = next.ended + next.begun === 0 ? idle + 1 : 0
    sum = { ...next, ended: sum.ended + next.ended, begun: sum.begun + next.begun }
  }
  return sum
}

async function playOnce(deps: Deps, jobId: string): Promise<RoundAnswer> {
  const played = await playJobRound(deps.db, jobId)
  if (played === null) return GONE
  const { workspaceId, environment, name, begun } = played
  deps.startDeliveries(played.deliveries)
  deps.startRuns(begun.map((id) => ({ id, workspaceId, environment, capability: name })))
  if (played.isCancelled) await cancelUnderWay(deps, played)
  if (played.statusChanged) deps.notifyEnded(jobId)
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

/** Runs that have reached a provider continue: what they find is paid, and kept. */
async function cancelUnderWay(
  { db, signalCancel, notifyEnded }: Pick<Deps, 'db' | 'signalCancel' | 'notifyEnded'>,
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
