import { type JobPayer, type JobWork, refusalOfJobPayer } from '../../domain/jobs/payer.ts'
import type { JobReason } from '../../domain/jobs/states.ts'
import type { RunThatMaySend } from '../../domain/outbound/is-send.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'

/** What may begin in a round, or again; what was erased never does. */
export const READ_NEXT_REQUESTS = statement<{ jobId: string; most: number }, { request: RunThatMaySend }>({
  name: 'read_next_job_requests',
  effect: false,
  text: `select request from (
      select number, request from job_row where job_id = :jobId and outcome is null order by number limit :most
    ) n where not request @> '{"erased": true}'`,
})

interface JobOfPayer extends JobWork, JobPayer {
  readonly concurrency: number
  readonly begun: readonly unknown[] | null
}

/**
 * Why the key or app that made a job pays for no further row, under the lock of the job; null: it pays. Only a key that
 * may not send needs the rows to be read.
 */
export async function readPayerRefusal(tx: Queries, jobId: string, job: JobOfPayer): Promise<JobReason | null> {
  const most = job.concurrency + (job.begun?.length ?? 0)
  const next = job.limits?.sends === false ? await tx.query(READ_NEXT_REQUESTS, { jobId, most }) : []
  const rows = next.map(({ request }) => request)
  return refusalOfJobPayer(job, job, rows)
}
