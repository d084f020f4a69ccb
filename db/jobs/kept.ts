import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import type { NewJob } from './new-job.ts'
import type { RowColumns } from './row-columns.ts'

/** What the jobs of a workspace keep, over both environments. */
export interface KeptOfJobs {
  readonly open_jobs: number
  readonly job_rows: number
  readonly job_bytes: number
}

/** By the index `job_kept`. A job whose payloads were deleted has rows without content. */
export const READ_KEPT = statement<
  { workspaceId: string; besides: string | null },
  { open_jobs: number; job_rows: string; job_bytes: string }
>({
  name: 'read_kept_of_jobs',
  effect: false,
  text: `select (count(*) filter (where finished_at is null))::integer as open_jobs,
      coalesce(sum(coalesce(kept_rows, row_count)), 0)::text as job_rows,
      coalesce(sum(kept_bytes), 0)::text as job_bytes
    from job where workspace_id = :workspaceId and purged_at is null and id is distinct from :besides::text`,
})

/** `besides`: a job that is not counted. */
export async function readKeptOfJobs(
  queries: Queries,
  workspaceId: string,
  besides: string | null,
): Promise<KeptOfJobs> {
  const [kept] = await queries.query(READ_KEPT, { workspaceId, besides })
  if (kept === undefined) throw new Error('a row of aggregates is always there')
  return { open_jobs: kept.open_jobs, job_rows: Number(kept.job_rows), job_bytes: Number(kept.job_bytes) }
}

/** A row's own columns, its index entries and the overhead of its page. */
const ROW_BYTES = 100

/** What the job and its rows take in the database, about. */
export const bytesOf = ({ request, routing, metadata, estimate }: NewJob, rows: readonly RowColumns[]): number =>
  [
    JSON.stringify([request, routing, metadata, estimate]),
    ...rows.flatMap(({ key, ...row }) => [key, row.request, row.error, row.cells]),
  ]
    .map((text) => (text === null ? 0 : Buffer.byteLength(text)))
    .reduce((sum, length) => sum + length, rows.length * ROW_BYTES)
