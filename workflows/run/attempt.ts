import {
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { AttemptReply } from '../../activities/runs/attempt-provider.ts'
import { type AttemptedRun, attemptRequestOf } from '../../domain/routing/attempt-request.ts'
import type { AttemptPlan } from '../../domain/routing/waterfall.ts'
import { attemptTimeoutMs, RETRY_UNTIL_DATABASE_ANSWERS } from '../policies.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { CANCEL_REQUESTED, cancelIfRequested, type CancelRequests } from './cancel.ts'
import { replyOf } from './earlier-answers.ts'

/**
 * One attempt in its lane. `noSlot`: the quick lane has none for it, and it is planned again in the slow one. `ended`:
 * the run was cancelled, or it ended before the call.
 */
export function attempt(run: AttemptedRun, plan: AttemptPlan, cancels: CancelRequests): Promise<AttemptReply> {
  setCurrentDetails(summaryOf(plan, 'Attempt'))
  return plan.lane === 'quick' ? quickAttempt(run, plan) : slowAttempt(run, plan, cancels)
}

/** Runs inside the workflow task: no round trip to Temporal before the provider call. */
async function quickAttempt(run: AttemptedRun, plan: AttemptPlan): Promise<AttemptReply> {
  const { attemptProvider } = proxyLocalActivities<Activities>({
    startToCloseTimeout: attemptTimeoutMs(plan.candidate.deadline_ms),
    retry: RETRY_UNTIL_DATABASE_ANSWERS,
    summary: summaryOf(plan, 'attempt'),
  })
  return replyOf(await attemptProvider(attemptRequestOf(run, plan)))
}

/** Runs as a separate activity: pending and heartbeating in the Web UI. Its own retry waits for a slot. */
async function slowAttempt(run: AttemptedRun, plan: AttemptPlan, cancels: CancelRequests): Promise<AttemptReply> {
  showWaiting(plan)
  const { attemptProvider } = proxyActivities<Activities>({
    startToCloseTimeout: attemptTimeoutMs(plan.candidate.deadline_ms),
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '500 milliseconds', backoffCoefficient: 1.5, maximumInterval: '5 seconds' },
    summary: summaryOf(plan, 'attempt'),
  })
  const scope = new CancellationScope({ cancellable: true })
  const pending = scope.run(() => attemptProvider(attemptRequestOf(run, plan)))
  const first = await Promise.race([pending, cancels.whenOpen()])
  if (first !== CANCEL_REQUESTED) return first
  if (await cancelIfRequested(run.runId, cancels)) {
    scope.cancel()
    await pending.catch(onlyCancellation)
    return { kind: 'ended', status: 'cancelled' }
  }
  // Too late to cancel: the provider is already working on it, and its answer counts.
  return pending
}

/**
 * Only in the slow lane may a run wait for long, so that operators search for it: in the quick lane the event would
 * cost more than the short wait is worth. The attributes are set once, as the activity begins.
 */
function showWaiting({ candidate, shownStatus }: AttemptPlan): void {
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.provider, value: candidate.provider },
    { key: SEARCH_ATTRIBUTES.runStatus, value: shownStatus },
  ])
}

const summaryOf = ({ number, candidate, state }: AttemptPlan, word: string): string =>
  `${word} ${number} of ${state.waterfall.candidates.length}: ${candidate.provider}`

function onlyCancellation(error: unknown): void {
  if (!isCancellation(error)) throw error
}
