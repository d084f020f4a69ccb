import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { SLOT_WAIT_MS_MAX } from '../../domain/runs/time-limits.ts'
import { type EndedStatus, isEnded } from '../../domain/runs/states.ts'
import { recordWaitForShare } from '../../db/runs/attempts/wait-for-share.ts'
import type { NoSlot } from '../../domain/routing/waterfall.ts'
import type { ActivityDeps } from '../deps.ts'
import { type ShareWanted, underShare } from '../shares.ts'
import type { PreparedAttempt } from './prepare-attempt.ts'

/** No provider has refused it: this worker is busy, or the offer answers slowly now. */
const NO_SLOT_OF_WORKER: NoSlot = { kind: 'noSlot', of: 'worker' }

/** Does the work of a quick attempt in a slot of this worker. */
export async function inQuickSlot<T>(
  { observedLatency, shares }: Pick<ActivityDeps, 'observedLatency' | 'shares'>,
  prepared: PreparedAttempt,
  work: () => Promise<T>,
): Promise<T | NoSlot> {
  const { environment, latencyKey } = prepared
  if (environment === 'live' && observedLatency.isSlow(latencyKey)) {
    shares.noteSlow(environment)
    return NO_SLOT_OF_WORKER
  }
  return underShare<T | NoSlot>(shares, slotOf(prepared), { work, refused: () => NO_SLOT_OF_WORKER })
}

/** The same for the slow lane, which waits for a slot: it answers without the work only for a run that has ended. */
export const inSlowSlot = <T>(
  deps: Pick<ActivityDeps, 'db' | 'shares'>,
  prepared: PreparedAttempt,
  work: () => Promise<T>,
): Promise<T | { readonly kind: 'ended'; readonly status: EndedStatus }> =>
  underShare<T | { readonly kind: 'ended'; readonly status: EndedStatus }>(deps.shares, slotOf(prepared), {
    work,
    refused: async (afterMs) => ({ kind: 'ended', status: await waitForShare(deps, prepared.request.runId, afterMs) }),
  })

const slotOf = ({ request, environment, attempt }: PreparedAttempt): ShareWanted => ({
  lane: request.lane,
  environment,
  workspaceId: request.workspaceId,
  accountId: attempt.accountId,
})

/** How soon a run tries again to get a slot at its provider: at first, after a long wait, and behind a long queue. */
const SLOT_RETRY_MS_MIN = 500
const SLOT_RETRY_MS_MAX = 5_000
const SLOT_QUEUE_MS_MAX = 30_000

/**
 * The time since which the attempt waits for a slot at its provider. Temporal keeps it between the tries of one
 * activity.
 */
function waitingSince(): number | null {
  const details: unknown = Context.current().info.heartbeatDetails
  return typeof details === 'number' ? details : null
}

const comeBack = (message: string, afterMs: number): ApplicationFailure =>
  ApplicationFailure.create({ type: 'NoSlot', message, nextRetryDelay: afterMs })

/**
 * The worker has no slot for a slow attempt now: the activity's own retry brings it back when its place in the queue is
 * due. That may take long: a full worker is no refusal of the provider, so the run skips no provider, stays `queued`
 * and can be cancelled. Returns only for a run that has ended meanwhile.
 */
async function waitForShare({ db }: Pick<ActivityDeps, 'db'>, runId: string, afterMs: number): Promise<EndedStatus> {
  const status = await recordWaitForShare(db, runId, afterMs)
  if (isEnded(status)) return status
  const since = waitingSince()
  // This wait is not the provider's, so the start of the provider's wait moves by the same time.
  if (since !== null) Context.current().heartbeat(since + afterMs)
  throw comeBack('the worker has no slot for this attempt now', afterMs)
}

/**
 * The provider has no slot: the activity's own retry brings the slow attempt back, and an operator sees it as pending.
 * Returns when the wait has reached its limit. `stepMs`: the interval between two slots of the provider's account.
 */
export function waitForSlot({ shares }: Pick<ActivityDeps, 'shares'>, accountId: string, stepMs: number): void {
  // Both times are the server's: workers' clocks differ, and tests skip time.
  const { currentAttemptScheduledTimestampMs: now } = Context.current().info
  const since = waitingSince() ?? now
  const waitedMs = now - since
  if (waitedMs >= SLOT_WAIT_MS_MAX) return
  Context.current().heartbeat(since)
  const queueMs = shares.wait(`slot at ${accountId}`, { stepMs, waitMsMax: SLOT_QUEUE_MS_MAX })
  const again = Math.min(SLOT_RETRY_MS_MAX, Math.max(SLOT_RETRY_MS_MIN, waitedMs / 10))
  throw comeBack('the provider has no slot now', Math.max(again, queueMs))
}
