import { ApplicationFailure } from '@temporalio/common'
import { parseUsd } from '../../domain/money/microdollars.ts'
import type { RoutePlan } from '../../domain/routing/plan.ts'
import { plannedReason, savedReason } from '../../domain/routing/reason.ts'
import type { Waterfall } from '../../domain/routing/fallback.ts'
import { refusedReservation } from '../../domain/routing/refusal.ts'
import { isEnded, type RunStatus } from '../../domain/runs/states.ts'
import { blockedSend } from '../../domain/outbound/guard.ts'
import { type RunToReserve, readRunToReserve } from '../../db/runs/reserve.ts'
import { planFor } from '../../db/offers/plan.ts'
import { endRun } from '../../db/runs/settle.ts'
import type { SavedResult } from '../../db/tables/saved-answer.ts'
import type { ActivityDeps } from '../deps.ts'
import { endWithoutAttempt, type EndWithoutAttempt } from './end-without-attempt.ts'
import { holdMaximum } from './hold-maximum.ts'

/** The part of the route plan that the workflow needs; the plan itself stays in the database. */
export type ReserveAnswer =
  | { readonly kind: 'reserved'; readonly waterfall: Waterfall }
  /** `final_bill_ms`: its provider's final bill is due after this time. */
  | { readonly kind: 'ended'; readonly status: RunStatus; readonly final_bill_ms?: number }

/**
 * Chooses the candidates and holds the price of the dearest one (Spec 3.1, 4.1, 4.10), or answers from a saved row
 * (Spec 4.6). Repeated, it returns the plan that was stored the first time.
 */
export const reserveRun =
  (deps: Pick<ActivityDeps, 'db' | 'offers' | 'findCapability' | 'findManifest' | 'catalog' | 'notifyEnded'>) =>
  async ({ runId }: { runId: string }): Promise<ReserveAnswer> => {
    const run = await mustRead(deps, runId)
    const stored = answerOf(run)
    if (stored !== null) return stored

    if (run.saved !== null) return answerFromRow(deps, runId, run.saved)
    const answer = await planFor(deps, run)
    if (answer.kind === 'refused') return refuse(deps, runId, { status: 'failed', error: answer.error })
    const reserved = await holdMaximum(deps.db, run, {
      runId,
      plan: answer.plan,
      hold: parseUsd(answer.plan.hold),
      routingReason: plannedReason(answer.plan),
    })
    if (reserved.kind === 'blocked') return ended(deps, runId, { ...blockedSend(reserved.block), releasesKey: false })
    if (reserved.kind === 'reserved') return { kind: 'reserved', waterfall: waterfallOf(answer.plan) }
    if (reserved.kind === 'refused') return refuse(deps, runId, refusedReservation(answer.plan, reserved.refusal))
    // The run changed between the two statements: the change has stored the answer.
    const moved = answerOf(await mustRead(deps, runId))
    if (moved === null) throw new Error('the run was neither reserved nor ended')
    return moved
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
  return run.plan === null ? null : { kind: 'reserved', waterfall: waterfallOf(run.plan) }
}

const waterfallOf = ({ candidates, billing, sends }: RoutePlan): Waterfall => ({ candidates, billing, sends })

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
