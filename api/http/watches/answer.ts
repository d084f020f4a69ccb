import { errorStatus } from '../../../domain/errors/codes.ts'
import type { Database } from '../../../db/database.ts'
import { isDatabaseUnavailable } from '../../../db/database-errors.ts'
import { type RefreshWithRecords, readRefresh } from '../../../db/tables/watches/refreshes.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'
import type { RunWaiter } from '../../waiters/run-waiters.ts'

export interface RefreshOfPath {
  readonly watchId: string
  readonly refreshId: string
}

/** A refresh that was deleted with its watch, or is of another workspace, does not exist for the caller. */
export async function mustReadRefresh(
  db: Database,
  principal: Principal,
  { watchId, refreshId }: RefreshOfPath,
): Promise<RefreshWithRecords> {
  const refresh = await readRefresh(db, { ...principal, watchId, refreshId })
  if (refresh === null) throw new Problem('not_found', 'There is no refresh with this id.', { param: '/refresh_id' })
  return refresh
}

/** Waits until the refresh is done, up to the requested time, and reads it as it then is. */
export async function awaitRefresh(
  db: Database,
  principal: Principal,
  { wait, ...name }: RefreshOfPath & { readonly wait: { waiter: RunWaiter; timeoutMs: number; signal: AbortSignal } },
): Promise<RefreshWithRecords> {
  await wait.waiter.wait(wait.timeoutMs, wait.signal)
  try {
    return await mustReadRefresh(db, principal, name)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    throw new Problem('unavailable', 'The refresh continues, but it cannot be read now.', {
      cause: error,
      retry_after: 2,
    })
  }
}

/**
 * The status that `POST …/refresh` answers: that of its error, as for runs; a run without a match answers 200 with
 * nothing new.
 */
export function statusOf({ state, status, error }: Pick<RefreshWithRecords, 'state' | 'status' | 'error'>) {
  if (state !== 'done') return 202
  return error === null || status === 'no_match' ? 200 : errorStatus(error.code)
}
