import type { RunStatus } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { SWEEP_AFTER_SECONDS } from '../sweep.ts'

/**
 * A run whose first attempt waits for a slot of its worker is `queued`, like a run that waits for its provider. The
 * sweeper looks at it after the wait, not in the middle of it.
 */
export const WAIT_FOR_SHARE = statement<{ runId: string; afterMs: number }, { readonly status: RunStatus }>({
  name: 'wait_for_share',
  effect: true,
  text: `with waiting as (
      update run set status = case status when 'reserved' then 'queued' else status end,
        sweep_at = clock_timestamp() + make_interval(secs => ${SWEEP_AFTER_SECONDS} + :afterMs::integer / 1000.0)
      where id = :runId and status in ('reserved', 'queued', 'running')
      returning status
    )
    select coalesce((select status from waiting), status) as status from run where id = :runId`,
})

/**
 * Records that the run's next attempt is made in `afterMs` at the earliest. Returns the run's status: it may have ended
 * in the meantime.
 */
export async function recordWaitForShare(db: Database, runId: string, afterMs: number): Promise<RunStatus> {
  const [row] = await db.query(WAIT_FOR_SHARE, { runId, afterMs: Math.ceil(afterMs) })
  if (row === undefined) throw new Error('the run of this attempt does not exist')
  return row.status
}
