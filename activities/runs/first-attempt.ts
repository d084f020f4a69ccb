import { attemptRequestOf, type AttemptedRun } from '../../domain/routing/attempt-request.ts'
import { waterfallOf } from '../../domain/routing/fallback.ts'
import type { RunToReserve } from '../../db/runs/to-reserve.ts'
import type { Reservation, ReservedAndBegun } from '../../db/attempts/reserve-runs.ts'
import type { ActivityDeps } from '../deps.ts'
import { underShare } from '../shares.ts'
import { callAndRecord, type CallDeps, type Recorded } from './call-and-record.ts'
import { callOf, isTooSlow, prepareAttempt, type PreparedAttempt, slotOf } from './prepare-attempt.ts'

export type FirstAttemptDeps = CallDeps & Pick<ActivityDeps, 'findManifest' | 'leases' | 'shares'>

/** A quick first attempt, with the run as the reservation read it. */
export interface FirstAttempt {
  readonly prepared: PreparedAttempt
  readonly run: RunToReserve
  readonly reservation: Reservation
}

export type FirstAttempted =
  | Exclude<ReservedAndBegun, { kind: 'begun' }>
  | Recorded
  /** Nothing was done: this worker has no slot now, or the provider answers slowly. */
  | { readonly kind: 'noTurn' }

/**
 * The first attempt, if it may begin in the statement that makes the hold. null: it belongs in the slow lane, a
 * deployment has removed its provider, or the run is a send, whose guards are judged in a transaction first.
 */
export function firstAttemptOf(
  deps: Pick<FirstAttemptDeps, 'findManifest' | 'leases'>,
  { request, run, reservation }: { request: AttemptedRun; run: RunToReserve; reservation: Reservation },
): FirstAttempt | null {
  const [candidate] = reservation.plan.candidates
  if (candidate?.lane !== 'quick' || run.send !== null) return null
  const prepared = prepareAttempt(deps, {
    ...attemptRequestOf(request, { number: 1, candidate }),
    lane: 'quick',
    soFar: { waterfall: waterfallOf(reservation.plan), answers: [] },
  })
  return prepared.manifest === undefined ? null : { prepared, run, reservation }
}

/** Takes a slot of the worker, makes the hold and begins the attempt in one statement, and calls the provider. */
export async function reserveAndAttempt(deps: FirstAttemptDeps, first: FirstAttempt): Promise<FirstAttempted> {
  const { prepared } = first
  if (isTooSlow(deps, prepared)) return { kind: 'noTurn' }
  return underShare<FirstAttempted>(deps.shares, slotOf(prepared), {
    work: () => attemptWithShare(deps, first),
    refused: () => ({ kind: 'noTurn' }),
  })
}

async function attemptWithShare(
  deps: FirstAttemptDeps,
  { prepared, run, reservation }: FirstAttempt,
): Promise<FirstAttempted> {
  const begun = await deps.walletBatches.reserveAndBegin(run, { reservation, attempt: prepared.attempt })
  if (begun.kind !== 'begun') return begun
  const { workspaceId, capability, rawRequest, environment, input, plain } = run
  const price = reservation.plan.candidates[0]?.price ?? null
  return callAndRecord(
    deps,
    callOf(deps, prepared, {
      run: { workspaceId, capability, rawRequest, environment, input, plain, price },
      externalId: null,
    }),
  )
}
