import { errorStatus } from '../../../domain/errors/codes.ts'
import { isEnded } from '../../../domain/runs/states.ts'
import type { Database, Queries } from '../../../db/database.ts'
import { isDatabaseUnavailable } from '../../../db/database-errors.ts'
import { readRun, type StoredRun } from '../../../db/runs/read.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'
import type { RunWaiter } from '../../waiters/run-waiters.ts'

/** A run that is missing or of another workspace or environment does not exist for the caller (Spec 4.4). */
export async function mustReadRun(db: Queries, runId: string, principal: Principal): Promise<StoredRun> {
  const run = await readRun(db, runId, principal)
  if (run === null)
    throw new Problem('invalid_request', 'There is no run with this id.', { httpStatus: 404, param: '/run_id' })
  return run
}

/** How long a request waits for a run. */
export interface WaitLimit {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface RunWait extends WaitLimit {
  readonly waiter: RunWaiter
}

/** Waits for the run's end up to the requested time, and reads the run once: at its end, or as it then is. */
export async function awaitRun(db: Database, runId: string, principal: Principal, wait: RunWait): Promise<StoredRun> {
  await wait.waiter.wait(wait.timeoutMs, wait.signal)
  try {
    return await mustReadRun(db, runId, principal)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    throw new Problem('unavailable', 'The run was accepted and continues, but it cannot be read now.', {
      cause: error,
      run_id: runId,
      retry_after: 2,
    })
  }
}

/** The status that POST /v1/run answers a run with (decisions, "failed or blocked run"). */
export function statusOfRun(run: Pick<StoredRun, 'status' | 'error'>) {
  if (!isEnded(run.status)) return 202
  return run.error === null ? 200 : errorStatus(run.error.code)
}
