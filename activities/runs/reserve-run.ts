import { ApplicationFailure } from '@temporalio/common'
import { formatUsd, parseUsd } from '../../domain/money/microdollars.ts'
import type { RoutePlan } from '../../domain/routing/plan.ts'
import type { AttemptedRun } from '../../domain/routing/attempt-request.ts'
import { plannedReason, savedReason } from '../../domain/routing/reason.ts'
import { type Waterfall, waterfallOf } from '../../domain/routing/fallback.ts'
import { NO_ROUTING_POLICY, rulesOf } from '../../domain/routing/policy.ts'
import { servedAnswer } from '../../domain/routing/served-answer.ts'
import { type HoldRefusal, refusedReservation } from '../../domain/routing/refusal.ts'
import type { AttemptAnswer } from '../../domain/runs/attempt-answer.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import { isEnded, type RunStatus } from '../../domain/runs/states.ts'
import { type QuotaReached, sentenceOf } from '../../domain/plans/quotas.ts'
import { blockedSend } from '../../domain/outbound/guard.ts'
import { type RunToReserve, readRunToReserve } from '../../db/runs/to-reserve.ts'
import { expireApproval } from '../../db/approvals/decide.ts'
import { planFor } from '../../db/offers/plan.ts'
import { endRun } from '../../db/runs/settle.ts'
import { readWalletState } from '../../db/wallets/read.ts'
import type { SavedResult } from '../../db/tables/saved-answer.ts'
import { errorStatus } from '../../domain/errors/codes.ts'
import type { ActivityDeps } from '../deps.ts'
import { type ApprovalDeps, awaitApproval, neededApproval } from './approval.ts'
import { endWithoutAttempt, type EndWithoutAttempt } from './end-without-attempt.ts'
import type { RunSettledByAttempt } from './call-and-record.ts'
import { type FirstAttemptDeps, firstAttemptOf, reserveAndAttempt } from './first-attempt.ts'
import { holdMaximum } from './hold-maximum.ts'

/** `waterfall`: the part of the route plan that the workflow needs; the plan itself stays in the database. */
export type ReserveAnswer =
  /**
   * No attempt has begun. `first`: how the first one goes on in the slow lane: `moved` there by this worker, or
   * `queued` for a slot of the provider.
   */
  | { readonly kind: 'reserved'; readonly waterfall: Waterfall; readonly first?: 'moved' | 'queued' }
  /** The first attempt is made, and the run goes on. `held`: USD, shown to operators. */
  | { readonly kind: 'attempted'; readonly held: string; readonly waterfall: Waterfall; readonly answer: AttemptAnswer }
  | (RunSettledByAttempt & { readonly held: string })
  /** Nothing is held: a person decides within this time, or the run ends. */
  | { readonly kind: 'awaiting_approval'; readonly expires_in_ms: number }
  /** `final_bill_ms`: its provider's final bill is due after this time. */
  | { readonly kind: 'ended'; readonly status: RunStatus; readonly final_bill_ms?: number }

type Deps = FirstAttemptDeps & ApprovalDeps & Pick<ActivityDeps, 'offers' | 'findCapability' | 'singleRunSeen'>

/**
 * Chooses the candidates and holds the price of the most expensive one (Spec 3.1, 4.1, 4.10), or answers from a saved
 * row (Spec 4.6). A quick first attempt is made at once: the hold and its begin are one statement, and so are its
 * outcome and the settlement when it ends the run. Repeated, it returns the plan that was stored the first time.
 */
export const reserveRun =
  (deps: Deps) =>
  async (request: AttemptedRun): Promise<ReserveAnswer> => {
    const { runId } = request
    const run = await mustRead(deps, runId)
    if (run.jobId === null) deps.singleRunSeen(run.environment)
    const stored = answerOf(run)
    if (stored !== null) return stored
    if (run.status === 'awaiting_approval') return endExpired(deps, runId)

    const saved = servedAnswer(
      run.saved ?? [],
      { routing: run.routing, policy: rulesOf(run.routingPolicy ?? NO_ROUTING_POLICY, run.capability) },
      (provider) => deps.findManifest(provider)?.facts,
    )
    if (saved !== null) return answerFromRow(deps, runId, saved)
    const answer = await planFor(deps, { ...run, exploringRun: runId })
    if (answer.kind === 'refused')
      return refuse(deps, runId, { status: 'failed', error: await withBalance(deps, run, answer.error) })
    const { plan } = answer
    const reason = await neededApproval(deps, { runId, run, plan })
    if (reason !== null) {
      const full = await awaitApproval(deps, { runId, run, plan }, reason)
      return full === null ? storedMeanwhile(deps, runId) : refuse(deps, runId, withoutPlace(full))
    }
    return holdAndAttempt(deps, { request, run }, plan)
  }

interface RunOfRequest {
  readonly request: AttemptedRun
  readonly run: RunToReserve
}

/** Holds the maximum of the plan; where a control refuses that, of the plan that fits in what the control leaves. */
async function holdAndAttempt(deps: Deps, { request, run }: RunOfRequest, plan: RoutePlan): Promise<ReserveAnswer> {
  const { runId } = request
  const reservation = { runId, plan, hold: parseUsd(plan.hold), routingReason: plannedReason(plan) }
  const waterfall = waterfallOf(plan)

  const first = firstAttemptOf(deps, { request, run, reservation })
  const attempted = first === null ? null : await reserveAndAttempt(deps, first)
  const reserved =
    attempted === null || attempted.kind === 'noTurn'
      ? await deps.walletBatches.inTurn(run, () => holdMaximum(deps.db, run, reservation))
      : attempted
  switch (reserved.kind) {
    case 'reserved':
      return { kind: 'reserved', waterfall, ...(attempted === null ? {} : { first: 'moved' }) }
    case 'queued':
      return { kind: 'reserved', waterfall, first: 'queued' }
    case 'answered':
      return { kind: 'attempted', held: plan.hold, waterfall, answer: reserved.answer }
    case 'settled':
      return { held: plan.hold, ...reserved }
    case 'blocked':
      return ended(deps, runId, { ...blockedSend(reserved.block), releasesKey: false })
    case 'refused':
      return holdLess(deps, { request, run }, { plan, refusal: reserved.refusal })
    case 'moved':
      return storedMeanwhile(deps, runId)
  }
}

/**
 * The expensive offers are left out, and the run is executed with those that fit; it is refused where none does. Each
 * plan holds less than the one before, so there are no more plans than offers.
 */
async function holdLess(
  deps: Deps,
  of: RunOfRequest,
  { plan, refusal }: { readonly plan: RoutePlan; readonly refusal: HoldRefusal },
): Promise<ReserveAnswer> {
  const { runId } = of.request
  if (of.run.rawRequest !== null) return refuse(deps, runId, refusedReservation(plan, refusal))
  const answer = await planFor(deps, { ...of.run, exploringRun: runId, refusal })
  if (answer.kind === 'plan' && parseUsd(answer.plan.hold) < parseUsd(plan.hold))
    return holdAndAttempt(deps, of, answer.plan)
  const required = answer.kind === 'refused' ? answer.error.required : undefined
  return refuse(deps, runId, refusedReservation(plan, refusal, required))
}

/** It may be sent again when others have been decided: with the same idempotency key it is a new run. */
const withoutPlace = (full: QuotaReached): Pick<EndWithoutAttempt, 'status' | 'error'> => ({
  status: 'failed',
  error: { code: 'limit_reached', message: `${sentenceOf(full)} Nothing was charged.` },
})

/** The time for its decision is over; a decision that came first counts, and the workflow reads it. */
async function endExpired(deps: Deps, runId: string): Promise<ReserveAnswer> {
  const status = await expireApproval(deps.db, runId)
  if (!isEnded(status)) return { kind: 'awaiting_approval', expires_in_ms: 0 }
  deps.notifyEnded(runId)
  return { kind: 'ended', status }
}

/** The run changed between two statements: the change has stored the answer. */
async function storedMeanwhile(deps: Pick<ActivityDeps, 'db'>, runId: string): Promise<ReserveAnswer> {
  const stored = answerOf(await mustRead(deps, runId))
  if (stored === null) throw new Error('the run was neither reserved nor ended')
  return stored
}

async function mustRead(deps: Pick<ActivityDeps, 'db'>, runId: string): Promise<RunToReserve> {
  const run = await readRunToReserve(deps.db, runId)
  if (run === null) throw ApplicationFailure.nonRetryable('the run does not exist', 'UnknownRun')
  return run
}

function answerOf(run: RunToReserve): ReserveAnswer | null {
  if (isEnded(run.status))
    return {
      kind: 'ended',
      status: run.status,
      ...(run.finalBillMs === null ? {} : { final_bill_ms: run.finalBillMs }),
    }
  if (run.status === 'awaiting_approval' && run.approval !== null && run.approval.expiresInMs > 0)
    return { kind: 'awaiting_approval', expires_in_ms: run.approval.expiresInMs }
  return run.plan === null ? null : { kind: 'reserved', waterfall: waterfallOf(run.plan) }
}

/** A refusal for money names the balance; that of a hold has it already. */
const withBalance = async (
  { db }: Pick<ActivityDeps, 'db'>,
  { workspaceId, environment }: RunToReserve,
  error: RunError,
): Promise<RunError> =>
  errorStatus(error.code) === 402
    ? { ...error, available: formatUsd((await readWalletState(db, workspaceId, environment)).available) }
    : error

/**
 * Ends the run before its first attempt. If money or offers were missing, the next request with its idempotency key
 * starts a new run.
 */
const refuse = (
  deps: Pick<ActivityDeps, 'db' | 'notifyEnded'>,
  runId: string,
  refused: Pick<EndWithoutAttempt, 'status' | 'error'>,
): Promise<ReserveAnswer> => ended(deps, runId, { ...refused, releasesKey: true })

const ended = async (
  deps: Pick<ActivityDeps, 'db' | 'notifyEnded'>,
  runId: string,
  how: EndWithoutAttempt,
): Promise<ReserveAnswer> => ({ kind: 'ended', status: await endWithoutAttempt(deps, runId, how) })

/** A saved answer in a row is free and needs no provider. */
async function answerFromRow(
  deps: Pick<ActivityDeps, 'db' | 'notifyEnded'>,
  runId: string,
  saved: SavedResult,
): Promise<ReserveAnswer> {
  const status = await endRun(deps.db, {
    runId,
    status: 'succeeded',
    error: null,
    charge: 0n,
    attempt: null,
    provider: null,
    outcomeReason: savedReason(saved.source),
    ownKey: true,
    releasesKey: false,
    saved,
  })
  deps.notifyEnded(runId)
  return { kind: 'ended', status }
}
