import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { TURN_PATIENCE_MS } from '../../domain/runs/patience.ts'
import { type EndedStatus, isEnded } from '../../domain/runs/states.ts'
import { recordWaitForShare } from '../../db/attempts/wait-for-share.ts'
import type { ActivityDeps } from '../deps.ts'

/** How soon a run asks its provider again for a turn: at first, when it has waited for long, and when many wait before it. */
const TURN_RETRY_MS_MIN = 500
const TURN_RETRY_MS_MAX = 5_000
const TURN_LINE_MS_MAX = 30_000

/** What Temporal keeps between the tries of one activity: since when it has waited for a turn at its provider. */
function askedTurnSince(): number | null {
  const details: unknown = Context.current().info.heartbeatDetails
  return typeof details === 'number' ? details : null
}

const comeBack = (message: string, afterMs: number): ApplicationFailure =>
  ApplicationFailure.create({ type: 'NoTurn', message, nextRetryDelay: afterMs })

/**
 * The worker has no share for a slow attempt now: it comes back by the activity's own retry when its place in the line has come.
 * That may last: a full worker is no refusal of the provider, so the run passes nobody over, stays `queued` and can be cancelled.
 * Returns only for a run that has ended meanwhile.
 */
export async function waitForShare({ db }: Pick<ActivityDeps, 'db'>, runId: string, afterMs: number): Promise<EndedStatus> {
  const status = await recordWaitForShare(db, runId, afterMs)
  if (isEnded(status)) return status
  const since = askedTurnSince()
  // This wait is not the provider's, so its patience begins so much later.
  if (since !== null) Context.current().heartbeat(since + afterMs)
  throw comeBack('the worker has no share for this attempt now', afterMs)
}

/**
 * The provider has no room: the slow attempt comes back by the activity's own retry, which an operator sees as pending. Returns
 * when the provider's patience is over. `stepMs`: how often its account gives one more turn.
 */
export function waitForSlot({ shares }: Pick<ActivityDeps, 'shares'>, accountId: string, stepMs: number): void {
  // Both times are the server's: workers' clocks differ, and tests skip time.
  const { currentAttemptScheduledTimestampMs: now } = Context.current().info
  const since = askedTurnSince() ?? now
  const waitedMs = now - since
  if (waitedMs >= TURN_PATIENCE_MS) return
  Context.current().heartbeat(since)
  const place = shares.wait(`turn at ${accountId}`, { stepMs, waitMsMax: TURN_LINE_MS_MAX })
  const again = Math.min(TURN_RETRY_MS_MAX, Math.max(TURN_RETRY_MS_MIN, waitedMs / 10))
  throw comeBack('the provider has no room now', Math.max(again, place))
}
