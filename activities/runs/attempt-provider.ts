import { Context } from '@temporalio/activity'
import { slotStepMs } from '../../domain/routing/lanes.ts'
import type { AttemptRequest } from '../../domain/routing/attempt-request.ts'
import { SLOT_WAIT_MS_MAX } from '../../domain/runs/time-limits.ts'
import type { AttemptOutcome, RunStatus } from '../../domain/runs/states.ts'
import type { NoSlot } from '../../domain/routing/waterfall.ts'
import { type Block, blockedSend } from '../../domain/outbound/guard.ts'
import { beginAttempt, readAttempt, takeOverAttempt } from '../../db/runs/attempts/begin.ts'
import { recordSkippedAttempt } from '../../db/runs/attempts/skipped.ts'
import { readSuppressed } from '../../db/outreach/outbound/suppressed.ts'
import type { ActivityDeps } from '../deps.ts'
import { answerOf } from './attempt-end.ts'
import { callAndRecord, type CallDeps, type Recorded, repeatAndRecord } from './call-and-record.ts'
import { endWithoutAttempt } from './end-without-attempt.ts'
import { callOf, prepareAttempt, type PreparedAttempt } from './prepare-attempt.ts'
import { inQuickSlot, inSlowSlot, waitForSlot } from './slots.ts'

export type AttemptReply =
  | Recorded
  | NoSlot
  /** The run was cancelled or ended before the call. */
  | { readonly kind: 'ended'; readonly status: RunStatus }

/** How often a second executor checks whether the first one has an outcome. */
const OUTCOME_POLL_MS = 250

type Deps = CallDeps & Pick<ActivityDeps, 'findManifest' | 'shares' | 'leases'>

/**
 * One attempt: takes a slot of the worker, begins the attempt, calls the provider and commits the outcome, or waits for
 * the executor that already has the attempt (decisions, "A run", steps 4 and 5). Repeated, it returns the stored
 * outcome.
 */
export const attemptProvider =
  (deps: Deps) =>
  async (request: AttemptRequest): Promise<AttemptReply> => {
    const prepared = prepareAttempt(deps, request)
    const work = () => beginAndCall(deps, prepared)
    return request.lane === 'quick' ? inQuickSlot(deps, prepared, work) : inSlowSlot(deps, prepared, work)
  }

async function beginAndCall(deps: Deps, prepared: PreparedAttempt): Promise<AttemptReply> {
  const {
    request: { runId },
    attempt,
    manifest,
  } = prepared
  // A deployment has removed the provider since the run was planned.
  if (manifest === undefined)
    return skipProvider(deps, prepared, { outcome: 'provider_error', detail: 'the provider is no longer there' })
  const begun = await beginAttempt(deps.db, attempt)
  switch (begun.kind) {
    case 'begun':
      return answered(
        deps,
        runId,
        await callAndRecord(deps, callOf(deps, prepared, { run: begun.run, externalId: null })),
      )
    case 'taken':
      return awaitOutcome(deps, prepared)
    case 'ended':
      return begun
    case 'blocked':
      return endBlocked(deps, runId, begun.block)
    case 'queued':
      return withoutSlot(deps, prepared)
  }
}

/**
 * A send that was stopped at the last moment, because its recipient was suppressed, ends the run like a send that never
 * began.
 */
async function answered(deps: Deps, runId: string, recorded: Recorded): Promise<AttemptReply> {
  const isRejected = recorded.kind === 'answered' && recorded.answer.outcome === 'rejected'
  const block = isRejected ? await readSuppressed(deps.db, runId) : null
  return block === null ? recorded : endBlocked(deps, runId, block)
}

/** The person was suppressed while the send waited: no provider sends it (Spec 3.1). */
async function endBlocked(deps: Deps, runId: string, block: Block): Promise<AttemptReply> {
  return { kind: 'ended', status: await endWithoutAttempt(deps, runId, { ...blockedSend(block), releasesKey: false }) }
}

/**
 * Records why a provider was skipped, and lets the run continue with the next one. A lost executor may have called the
 * provider before: then that attempt's outcome counts, or it is unknown.
 */
async function skipProvider(
  deps: Deps,
  prepared: PreparedAttempt,
  why: { outcome: AttemptOutcome; detail: string },
): Promise<AttemptReply> {
  const { runId, number, provider } = prepared.request
  await recordSkippedAttempt(deps.db, { runId, number, provider, token: prepared.attempt.token, ...why })
  const stored = await readAttempt(deps.db, runId, number)
  return stored === null
    ? { kind: 'answered', answer: { provider, outcome: why.outcome, units: 0 } }
    : awaitOutcome(deps, prepared)
}

/** No slot now: the slow lane waits for one. */
async function withoutSlot(deps: Deps, prepared: PreparedAttempt): Promise<AttemptReply> {
  if (prepared.request.lane === 'quick') return { kind: 'noSlot', of: 'provider' }
  waitForSlot(
    deps,
    prepared.attempt.accountId,
    slotStepMs(prepared.attempt.limits, deps.observedLatency.latencyMs(prepared.latencyKey)),
  )
  return skipProvider(deps, prepared, {
    outcome: 'rate_limited',
    detail: `no room at the provider for ${SLOT_WAIT_MS_MAX / 60_000} minutes`,
  })
}

/**
 * Another executor began this attempt, and its outcome counts. If its lease expires first, the manifest states whether
 * the call may be repeated; if not, the outcome is `unknown`.
 */
async function awaitOutcome(deps: Deps, prepared: PreparedAttempt): Promise<AttemptReply> {
  const { attempt } = prepared
  for (;;) {
    const stored = await readAttempt(deps.db, attempt.runId, attempt.number)
    if (stored === null) throw new Error('an attempt that was taken does not exist')
    if (stored.outcome !== null)
      return answered(deps, attempt.runId, { kind: 'answered', answer: answerOf(stored, stored.outcome) })
    if (stored.leasePassed && (await takeOverAttempt(deps.db, attempt))) {
      return answered(deps, attempt.runId, await repeatAndRecord(deps, callOf(deps, prepared, stored)))
    }
    if (!Context.current().info.isLocal) Context.current().heartbeat()
    await Context.current().sleep(OUTCOME_POLL_MS)
  }
}
