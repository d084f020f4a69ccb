import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { claimFairly } from '../fair-claim.ts'

/** The facts of a run that the start of its workflow needs besides its id. */
export interface RunToStart {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly capability: string
}

export interface OverdueRun extends RunToStart {
  /** Its workflow may wait for an approval or a slot that it has meanwhile: the signal may be lost. */
  readonly waits: boolean
}

/** A claimed run is left alone for this long; a new run is first overdue at this age. */
export const SWEEP_AFTER_SECONDS = 30

export const CLAIM_OVERDUE_RUNS = statement<{ limit: number; againAfterSeconds: number }, OverdueRun>({
  name: 'claim_overdue_runs',
  effect: true,
  neverNull: { 'a run has a capability or an endpoint (check)': ['capability'] },
  text: `with ${claimFairly({ table: 'run', open: 'finished_at is null or final_bill_due_at is not null' })}
    update run set sweep_at = clock_timestamp() + make_interval(secs => :againAfterSeconds)
      where id = any(array(select id from claimed))
    returning id, workspace_id as "workspaceId", environment, coalesce(capability, endpoint) as capability,
      status = 'scheduled' or (status = 'created' and exists (select from approval a where a.run_id = run.id))
        as waits`,
})

/**
 * Claims up to `limit` runs that should have moved by now, from all workspaces in turn and including runs whose final
 * bill is overdue. Each run goes to only one sweeper.
 */
export const claimOverdueRuns = (db: Database, limit: number, againAfterSeconds: number): Promise<OverdueRun[]> =>
  db.query(CLAIM_OVERDUE_RUNS, { limit, againAfterSeconds })
