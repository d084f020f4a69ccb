import type { Logger } from 'pino'
import type { StoredJob } from '../../../db/jobs/jobs.ts'
import type { JobStarter } from '../../../workflows/starters/jobs.ts'
import { describeError } from '../../errors/logged-error.ts'

/** Not awaited: without Temporal the job is committed all the same, and the sweeper starts or wakes it later. */
export function wakeInBackground(starter: JobStarter, job: StoredJob, log: Logger): void {
  starter
    .wake(job)
    .catch((error: unknown) => log.warn({ job_id: job.id, error: describeError(error) }, 'job_wake_unconfirmed'))
}
