import type { JobFile } from '../../domain/jobs/file.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import type { RoutingRequest } from '../../domain/routing/plan.ts'
import type { Metadata } from '../../domain/runs/metadata.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import type { RowRequest } from './new-job.ts'

/** What a job runs again of another one. */
export interface FailedRow {
  readonly key: string | null
  readonly request: RowRequest
  readonly cells: JsonObject | null
}

/** The parts of a job that its retry takes over. */
export interface JobToRetry {
  readonly capability: string | null
  readonly raw: { readonly provider: string; readonly endpoint: string } | null
  readonly routing: RoutingRequest
  readonly metadata: Metadata | null
  readonly callbackUrl: string | null
  readonly file: JobFile | null
  /** The job that has run its failed rows again; null: none. */
  readonly retriedBy: string | null
}

export const READ_JOB_TO_RETRY = statement<{ jobId: string }, JobToRetry>({
  name: 'read_job_to_retry',
  effect: false,
  text: `select j.capability, j.raw_request as raw, j.routing, j.metadata, j.callback_url as "callbackUrl", j.file,
      (select a.id from job a where a.retry_of = j.id) as "retriedBy"
    from job j where j.id = :jobId`,
})

export async function readJobToRetry(queries: Queries, jobId: string): Promise<JobToRetry> {
  const [job] = await queries.query(READ_JOB_TO_RETRY, { jobId })
  if (job === undefined) throw new Error('the job does not exist')
  return job
}

export const READ_FAILED_ROWS = statement<{ jobId: string }, FailedRow>({
  name: 'read_failed_job_rows',
  effect: false,
  text: `select w.key, jsonb_build_object('input', r.input, 'raw', r.raw_request, 'subjects', r.subjects,
      'send', r.send, 'enrichment', r.enrichment, 'record', r.record) as request, c.cells
    from job_row w left join job_row f on f.job_id = w.job_id and f.number = w.same_as
    join run r on r.id = coalesce(w.run_id, f.run_id)
    left join job_row_cells c on c.job_id = w.job_id and c.number = w.number
    where w.job_id = :jobId and coalesce(f.outcome, w.outcome) = 'failed' and r.purged_at is null
      and (r.error ->> 'code') is distinct from 'send_outcome_unknown' order by w.number`,
})

/**
 * The failed rows, and those that are the same, whose payloads are still there, without messages that may have been
 * sent.
 */
export const readFailedRows = (queries: Queries, jobId: string): Promise<FailedRow[]> =>
  queries.query(READ_FAILED_ROWS, { jobId })
