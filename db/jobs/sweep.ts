import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { SWEEP_LATER_SQL } from '../sweep-job.ts'

/** The facts that the start of a job's workflow needs. */
export interface JobToStart {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  /** The capability, or the endpoint of a raw job. */
  readonly name: string
}

export const CLAIM_OVERDUE_JOBS = statement<{ limit: number }, JobToStart>({
  name: 'claim_overdue_jobs',
  effect: true,
  neverNull: { 'a job has a capability or a raw request (check)': ['name'] },
  text: `update job j set sweep_at = ${SWEEP_LATER_SQL}
    where j.id in (
      select id from job where sweep_at < now() order by sweep_at limit :limit for update skip locked
    )
    returning j.id, j.workspace_id as "workspaceId", j.environment,
      coalesce(j.capability, j.raw_request ->> 'endpoint') as name`,
})

/** Claims jobs that have something to do and have done nothing for a while; each becomes due again by itself. */
export const claimOverdueJobs = (db: Database, limit: number): Promise<JobToStart[]> =>
  db.query(CLAIM_OVERDUE_JOBS, { limit })
