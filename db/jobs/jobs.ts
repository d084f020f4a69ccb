import type { JobReason, JobStatus, OutcomeCounts } from '../../domain/jobs/states.ts'
import type { JobEstimate } from '../../domain/jobs/estimate.ts'
import type { JobFile } from '../../domain/jobs/file.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import type { Metadata } from '../../domain/runs/metadata.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { COUNTS_SQL, OPEN_ROWS_READ } from './round.ts'

/** Names a job of a workspace's environment. */
export interface JobRef {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
}

/** A job as the API shows it. Amounts in microdollars. */
export interface StoredJob extends JobRef {
  /** The capability, or the endpoint of a raw job. */
  readonly name: string
  readonly request: JsonObject
  readonly status: JobStatus
  readonly reason: JobReason | null
  readonly approve: 'auto' | 'manual'
  readonly concurrency: number
  readonly estimate: JobEstimate
  readonly rows: number
  readonly counts: OutcomeCounts
  readonly ceiling: bigint
  readonly spent: bigint
  readonly held: bigint
  /** What of `spent` is for rows whose ends the job's next round counts. */
  readonly uncounted: bigint
  readonly metadata: Metadata | null
  readonly callbackUrl: string | null
  readonly retryOf: string | null
  /** null: its rows are of no file. */
  readonly file: JobFile | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  /** Since when its rows run without a rest, and how many had ended by then. */
  readonly paceSince: Date
  readonly paceDone: number
  /** The moment of the answer. */
  readonly readAt: Date
}

/** What the open rows of `job j` have cost whose runs have ended. */
const UNCOUNTED_SQL = `case when j.finished_at is not null then 0 else coalesce((
    select sum(r.charged) from (
      select run_id from job_row where job_id = j.id and outcome is null order by number limit ${OPEN_ROWS_READ}
    ) w join run r on r.id = w.run_id where r.finished_at is not null
  ), 0) end::bigint`

/** The columns of a StoredJob, of a `job j` with its `budget b`. */
export const JOB_COLUMNS = `j.id, j.workspace_id as "workspaceId", j.environment,
  coalesce(j.capability, j.raw_request ->> 'endpoint') as name, j.request, j.status, j.reason, j.approve, j.concurrency,
  j.estimate, j.row_count as rows, ${COUNTS_SQL} as counts, b.amount as ceiling, b.spent, b.held,
  ${UNCOUNTED_SQL} as uncounted, coalesce(j.pace_since, j.created_at) as "paceSince", j.pace_done as "paceDone",
  j.metadata, j.callback_url as "callbackUrl", j.retry_of as "retryOf", j.file,
  j.created_at as "createdAt", j.finished_at as "finishedAt", clock_timestamp() as "readAt"`

export const READ_JOB = statement<{ id: string; workspaceId: string; environment: string }, StoredJob>({
  name: 'read_job',
  effect: false,
  neverNull: { 'a job has a capability or a raw request (check)': ['name'] },
  text: `select ${JOB_COLUMNS} from job j join budget b on b.holder_id = j.id
    where j.id = :id and j.workspace_id = :workspaceId and j.environment = :environment`,
})

/** null: the workspace has no job with this id in this environment. */
export async function readJob(queries: Queries, { id, workspaceId, environment }: JobRef): Promise<StoredJob | null> {
  const [job] = await queries.query(READ_JOB, { id, workspaceId, environment })
  return job ?? null
}

export const LIST_JOBS = statement<
  {
    workspaceId: string
    environment: string
    status: string | null
    metadata: string | null
    before: string | null
    limit: number
  },
  StoredJob
>({
  name: 'list_jobs',
  effect: false,
  neverNull: { 'a job has a capability or a raw request (check)': ['name'] },
  text: `select ${JOB_COLUMNS} from job j join budget b on b.holder_id = j.id
    where j.workspace_id = :workspaceId and j.environment = :environment
      and (:status::text is null or j.status = :status) and (:metadata::jsonb is null or j.metadata @> :metadata::jsonb)
      and (:before::text is null or j.id < :before)
    order by j.id desc limit :limit`,
})

interface JobFilter {
  readonly status: JobStatus | null
  /** Jobs that have all of these pairs. */
  readonly metadata: Metadata | null
  readonly before: string | null
  readonly limit: number
}

/** The newest first, from before the id `before` on. */
export const listJobs = (
  queries: Queries,
  { workspaceId, environment }: Omit<JobRef, 'id'>,
  { status, metadata, before, limit }: JobFilter,
): Promise<StoredJob[]> =>
  queries.query(LIST_JOBS, {
    workspaceId,
    environment,
    status,
    metadata: metadata === null ? null : JSON.stringify(metadata),
    before,
    limit,
  })
