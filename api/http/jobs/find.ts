import { Problem } from '../../errors/problem.ts'

/** Another workspace's jobs do not exist for the caller. `param`: where the request names the job. */
export function existingJob<T>(job: T | null, param: '/job_id' | '/of' = '/job_id'): T {
  if (job === null) throw missingJob(param)
  return job
}

export const missingJob = (param: '/job_id' | '/of' = '/job_id'): Problem =>
  new Problem('not_found', 'There is no job with this id.', { param })
