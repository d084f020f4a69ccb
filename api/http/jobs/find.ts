import type { JobRef } from '../../../db/jobs/jobs.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'

/** The job that a path names, scoped to the caller's workspace and environment. */
export const jobRef = ({ workspaceId, environment }: Principal, id: string): JobRef => ({
  id,
  workspaceId,
  environment,
})

/** Another workspace's jobs do not exist for the caller. `param`: where the request names the job. */
export function existingJob<T>(job: T | null, param: '/job_id' | '/of' = '/job_id'): T {
  if (job === null) throw missingJob(param)
  return job
}

export const missingJob = (param: '/job_id' | '/of' = '/job_id'): Problem =>
  new Problem('not_found', 'There is no job with this id.', { param })
