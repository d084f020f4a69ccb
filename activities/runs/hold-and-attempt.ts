import type { Caps } from '../../domain/sending/policy.ts'
import { ceilingsOf } from '../../domain/sending/ceilings.ts'
import { waitSentence } from '../../domain/sending/wait-sentence.ts'
import { parseUsd } from '../../domain/money/microdollars.ts'
import { blockedSend } from '../../domain/outbound/guard.ts'
import type { RoutePlan } from '../../domain/routing/plan.ts'
import { plannedReason } from '../../domain/routing/reason.ts'
import { type HoldRefusal, refusedReservation } from '../../domain/routing/refusal.ts'
import { type AttemptedRun, attemptRequestOf } from '../../domain/routing/attempt-request.ts'
import { afterAnswer, beginWaterfall, nextStep, type WaterfallState } from '../../domain/routing/waterfall.ts'
import type { Reservation, ReservedAndBegun } from '../../db/runs/attempts/reserve-runs.ts'
import { planFor } from '../../usecases/runs/plan.ts'
import type { RunToReserve } from '../../db/runs/to-reserve.ts'
import type { ActivityDeps } from '../deps.ts'
import { callAndRecord, type CallDeps, type Recorded } from './call-and-record.ts'
import { ended, refuse } from './end-without-attempt.ts'
import { holdMaximum, type ScheduledRun } from '../../usecases/runs/hold-maximum.ts'
import { lawTerms } from './law.ts'
import { callOf, prepareAttempt, type PreparedAttempt } from './prepare-attempt.ts'
import { type ReserveAnswer, storedMeanwhile } from './reserve-answer.ts'
import { inQuickSlot } from './slots.ts'

export type HoldDeps = CallDeps &
  Pick<ActivityDeps, 'findCapability' | 'findManifest' | 'leases' | 'offers' | 'shares' | 'startDeliveries'>

/** A run with the request of its workflow. */
export interface RunOfRequest {
  readonly request: AttemptedRun
  readonly run: RunToReserve
}

/**
 * Holds the maximum of the plan, and makes the plan's first attempt at once if that is quick: then the hold and the
 * begin are one statement. Where a control refuses the hold, the plan that fits in what the control leaves is held.
 */
export async function holdAndAttempt(deps: HoldDeps, of: RunOfRequest, plan: RoutePlan): Promise<ReserveAnswer> {
  const { run, request } = of
  const { runId } = request
  const reservation = {
    runId,
    plan: { ...plan, ...lawTerms(run) },
    hold: parseUsd(plan.hold),
    routingReason: plannedReason(plan),
  }
  const state = beginWaterfall(plan)

  const first = quickFirst(deps, of, state)
  const attempted =
    first === null ? null : await inQuickSlot(deps, first, () => beginAndCall(deps, first, { run, reservation }))
  const made =
    attempted === null || attempted.kind === 'noSlot'
      ? await deps.walletBatches.serialize(run, () =>
          holdMaximum(deps.db, run, { reservation, ceilings: ceilings(deps, run, plan), now: null }),
        )
      : attempted
  switch (made.kind) {
    case 'reserved':
      return { kind: 'reserved', state: attempted?.kind === 'noSlot' ? afterAnswer(state, attempted) : state }
    case 'queued':
      return { kind: 'reserved', state: afterAnswer(state, { kind: 'noSlot', of: 'provider' }) }
    case 'answered':
      return { kind: 'reserved', held: plan.hold, state: afterAnswer(state, made) }
    case 'settled':
      return { held: plan.hold, ...made }
    case 'blocked':
      return ended(deps, runId, { ...blockedSend(made.block), releasesKey: false })
    case 'scheduled':
      return scheduled(deps, runId, made)
    case 'refused':
      return planAgainWithin(deps, of, { plan, refusal: made.refusal })
    case 'statusChanged':
      return storedMeanwhile(deps, runId)
  }
}

const ceilings = (
  { findManifest }: Pick<HoldDeps, 'findManifest'>,
  { capability }: RunToReserve,
  plan: RoutePlan,
): Caps =>
  ceilingsOf(
    plan.candidates.flatMap(({ provider }) => findManifest(provider)?.offers ?? []),
    capability,
  )

/** The requests that wait for the run are answered now: its slot may be days away. */
function scheduled(deps: HoldDeps, runId: string, { deliveries, at, now, ...why }: ScheduledRun): ReserveAnswer {
  deps.startDeliveries(deliveries)
  deps.notifyEnded(runId)
  return {
    kind: 'scheduled',
    in_ms: at === null ? null : Math.max(0, at.getTime() - now.getTime()),
    waits_for: waitSentence({ ...why, at }),
  }
}

/**
 * The first attempt, if it may begin in the statement that makes the hold. null: it belongs in the slow lane, a
 * deployment has removed its provider, or the run is a send: its hold is a transaction with its guards and claims.
 */
function quickFirst(
  deps: Pick<HoldDeps, 'findManifest' | 'leases'>,
  { request, run }: RunOfRequest,
  state: WaterfallState,
): PreparedAttempt | null {
  const next = nextStep(state)
  if (next.kind !== 'attempt' || next.attempt.lane !== 'quick' || run.send !== null) return null
  const prepared = prepareAttempt(deps, attemptRequestOf(request, next.attempt))
  return prepared.manifest === undefined ? null : prepared
}

async function beginAndCall(
  deps: HoldDeps,
  first: PreparedAttempt,
  { run, reservation }: { readonly run: RunToReserve; readonly reservation: Reservation },
): Promise<Exclude<ReservedAndBegun, { kind: 'begun' }> | Recorded> {
  const begun = await deps.walletBatches.reserveAndBegin(run, { reservation, attempt: first.attempt })
  if (begun.kind !== 'begun') return begun
  const { workspaceId, capability, rawRequest, environment, input, plain, hasLists, send } = run
  const price = reservation.plan.candidates[0]?.price ?? null
  const filtered = hasLists && send === null
  const facts = { workspaceId, capability, rawRequest, environment, input, plain, filtered, price, law: null }
  return callAndRecord(deps, callOf(deps, first, { run: facts, externalId: null }))
}

/**
 * The expensive offers are left out, and the run is executed with those that fit; it is refused where none does. A
 * plan that does not hold less than the one before is refused, so there are no more plans than offers.
 */
async function planAgainWithin(
  deps: HoldDeps,
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
