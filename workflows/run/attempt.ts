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
import type { NextStep, Waterfall } from '../../domain/routing/fallback.ts'
import type { AttemptAnswer } from '../../domain/runs/attempt-answer.ts'
import { attemptTimeoutMs, RETRY_UNTIL_DATABASE_ANSWERS } from '../policies.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { CANCEL_REQUESTED, cancelIfRequested, type CancelRequests } from './cancel.ts'

export interface AttemptToMake extends AttemptedRun {
  readonly waterfall: Waterfall
  /** Of the attempts before this one. */
  readonly answers: readonly AttemptAnswer[]
  readonly next: Extract<NextStep, { kind: 'attempt' }>
  readonly cancels: CancelRequests
  /** The reservation has found no slot for the first attempt: it goes on in the slow lane. */
  readonly first?: 'moved' | 'queued' | undefined
}

/** `ended`: the run was cancelled, or it ended before the call. */
export type AttemptResult = Exclude<AttemptReply, { kind: 'noTurn' }>

/** One attempt in its provider's lane. A quick attempt that finds no slot continues in the slow lane. */
export async function attempt(wanted: AttemptToMake): Promise<AttemptResult> {
  const { candidate, number } = wanted.next
  setCurrentDetails(`Attempt ${number} of ${wanted.waterfall.candidates.length}: ${candidate.provider}`)
  if (candidate.lane === 'slow' || wanted.first === 'moved') return slowAttempt(wanted, 'running')
  if (wanted.first === 'queued') return slowAttempt(wanted, 'queued')
  const reply = await quickAttempt(wanted)
  if (reply.kind !== 'noTurn') return reply
  // Only a run whose first provider has no slot is `queued`: a run that has already tried a provider stays `running`.
  return slowAttempt(wanted, number === 1 && reply.moved !== true ? 'queued' : 'running')
}

/** Runs inside the workflow task: no round trip to Temporal before the provider call. */
function quickAttempt(wanted: AttemptToMake): Promise<AttemptReply> {
  const { attemptProvider } = proxyLocalActivities<Activities>({
    startToCloseTimeout: attemptTimeoutMs(wanted.next.candidate.deadline_ms),
    retry: RETRY_UNTIL_DATABASE_ANSWERS,
    summary: summaryOf(wanted),
  })
  const { waterfall, answers } = wanted
  return attemptProvider({ ...attemptRequestOf(wanted, wanted.next), lane: 'quick', soFar: { waterfall, answers } })
}

/**
 * Runs as a separate activity: pending and heartbeating in the Web UI. Its own retry waits for a slot. `status` is the
 * run's status when the activity begins.
 */
async function slowAttempt(wanted: AttemptToMake, status: 'queued' | 'running'): Promise<AttemptResult> {
  showWaiting(wanted, status)
  const { attemptProvider } = proxyActivities<Activities>({
    startToCloseTimeout: attemptTimeoutMs(wanted.next.candidate.deadline_ms),
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '500 milliseconds', backoffCoefficient: 1.5, maximumInterval: '5 seconds' },
    summary: summaryOf(wanted),
  })
  const scope = new CancellationScope({ cancellable: true })
  const pending = scope.run(() => attemptProvider({ ...attemptRequestOf(wanted, wanted.next), lane: 'slow' }))
  const first = await Promise.race([pending, wanted.cancels.whenOpen()])
  if (first !== CANCEL_REQUESTED) return mustAnswer(first)
  if (await cancelIfRequested(wanted.runId, wanted.cancels)) {
    scope.cancel()
    await pending.catch(onlyCancellation)
    return { kind: 'ended', status: 'cancelled' }
  }
  // Too late to cancel: the provider is already working on it, and its answer counts.
  return mustAnswer(await pending)
}

/**
 * Only in the slow lane may a run wait for long, so that operators search for it: in the quick lane the event would
 * cost more than the short wait is worth. The attributes are set once, as the activity begins.
 */
function showWaiting({ next }: AttemptToMake, status: 'queued' | 'running'): void {
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.provider, value: next.candidate.provider },
    { key: SEARCH_ATTRIBUTES.runStatus, value: status },
  ])
}

const summaryOf = ({ waterfall, next }: AttemptToMake): string =>
  `attempt ${next.number} of ${waterfall.candidates.length}: ${next.candidate.provider}`

function mustAnswer(reply: AttemptReply): AttemptResult {
  if (reply.kind === 'noTurn') throw new Error('the slow lane waits for its turn and never answers without one')
  return reply
}

function onlyCancellation(error: unknown): void {
  if (!isCancellation(error)) throw error
}
