import type { RowOutcome } from '../../domain/jobs/states.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'

/** A row of a job as the API lists it. */
export interface StoredJobRow {
  readonly number: number
  readonly key: string | null
  readonly runId: string | null
  readonly outcome: RowOutcome | null
  /** The number of the earlier row whose run it has; null: none. */
  readonly sameAs: number | null
  /** Microdollars. */
  readonly charged: bigint | null
  readonly error: RunError | null
}

/** The columns of a row `w`. One that is the same as an earlier row has the run of that row, and costs nothing. */
const ROW_COLUMNS = `w.number, w.key, coalesce(w.run_id, f.run_id) as "runId", w.outcome, w.same_as as "sameAs",
      case when w.same_as is null then r.charged when f.outcome is not null then 0::bigint end as charged,
      coalesce(w.error, r.error) as error`
const WITH_RUN = `left join job_row f on f.job_id = w.job_id and f.number = w.same_as
    left join run r on r.id = coalesce(w.run_id, f.run_id)`

type RowsOfJob = { readonly outcome: RowOutcome | null; readonly after: number; readonly limit: number }

export const LIST_ROWS = statement<RowsOfJob & { jobId: string }, StoredJobRow>({
  name: 'list_job_rows',
  effect: false,
  text: `select ${ROW_COLUMNS}
    from job_row w ${WITH_RUN}
    where w.job_id = :jobId and w.number > :after::integer
      and (:outcome::text is null or w.outcome = :outcome::text)
    order by w.number limit :limit`,
})

/** In the order of the rows, after the row `after`. The caller has checked that the job is the workspace's. */
export const listJobRows = (queries: Queries, jobId: string, of: RowsOfJob): Promise<StoredJobRow[]> =>
  queries.query(LIST_ROWS, { jobId, ...of })

/** A row that has ended, with what its run was given and has found; both null where its payload was deleted. */
export interface JobResultRow extends StoredJobRow {
  readonly provider: string | null
  readonly input: Json
  readonly result: Json
  /** What the uploaded file has in the row; null for rows of other sources, and where it was deleted. */
  readonly cells: JsonObject | null
}

export const READ_RESULTS = statement<{ jobId: string; ended: boolean; after: number; limit: number }, JobResultRow>({
  name: 'read_job_results',
  effect: false,
  text: `select ${ROW_COLUMNS}, r.provider, case when r.purged_at is null then r.input end as input,
      case when r.purged_at is null then coalesce(d.payload, d.output::json) end as result, c.cells
    from job_row w ${WITH_RUN}
    left join job_row_cells c on c.job_id = w.job_id and c.number = w.number
    left join attempt d on d.run_id = coalesce(r.source_run_id, r.id)
      and d.number = coalesce(r.source_attempt, r.delivered_attempt)
    where w.job_id = :jobId and w.number > :after::integer and (not :ended::boolean
        or (w.outcome is not null and (f.number is null or f.outcome is not null)))
    order by w.number limit :limit`,
})

/** Rows of one statement: results have some kilobytes. */
const RESULTS_AT_ONCE = 200

/** Every row that has ended, or with `ended: false` every row, page by page as the caller reads. */
export async function* jobResults(
  queries: Queries,
  jobId: string,
  { ended }: { readonly ended: boolean },
): AsyncGenerator<readonly JobResultRow[]> {
  for (let after = 0; ;) {
    const rows = await queries.query(READ_RESULTS, { jobId, ended, after, limit: RESULTS_AT_ONCE })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last.number
  }
}
