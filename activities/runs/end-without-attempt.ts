import type { RunError } from '../../domain/runs/run-error.ts'
import type { RunStatus } from '../../domain/runs/states.ts'
import { endRun } from '../../usecases/runs/end-run.ts'
import type { ActivityDeps } from '../deps.ts'

export interface EndWithoutAttempt {
  readonly status: 'failed' | 'blocked'
  readonly error: RunError
  /** The next request with the run's idempotency key starts a new run. */
  readonly releasesKey: boolean
}

/**
 * Ends a run without an attempt: nothing is charged, and the waiting requests are notified. Returns the status that
 * counts.
 */
export async function endWithoutAttempt(
  { db, notifyEnded }: Pick<ActivityDeps, 'db' | 'notifyEnded'>,
  runId: string,
  how: EndWithoutAttempt,
): Promise<RunStatus> {
  const status = await endRun(db, {
    runId,
    ...how,
    charge: 0n,
    attempt: null,
    provider: null,
    outcomeReason: null,
    ownKey: false,
  })
  notifyEnded(runId)
  return status
}

/** The same, as the answer of a reservation. */
export const ended = async (
  deps: Pick<ActivityDeps, 'db' | 'notifyEnded'>,
  runId: string,
  how: EndWithoutAttempt,
): Promise<{ readonly kind: 'ended'; readonly status: RunStatus }> => ({
  kind: 'ended',
  status: await endWithoutAttempt(deps, runId, how),
})

/** Money or offers are missing: the next request with the run's idempotency key starts a new run. */
export const refuse = (
  deps: Pick<ActivityDeps, 'db' | 'notifyEnded'>,
  runId: string,
  refused: Pick<EndWithoutAttempt, 'status' | 'error'>,
): Promise<{ readonly kind: 'ended'; readonly status: RunStatus }> =>
  ended(deps, runId, { ...refused, releasesKey: true })
