import type { RowOutcome } from '../../domain/jobs/states.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'

/** A row of a job as the API lists it. */
export interface StoredJobRow {
  readonly number: number
  readonly key: string | null
  readonly runId: string | null
  readonly outcome: RowOutcome | null
  /** Microdollars. */
  readonly charged: bigint | null
  readonly error: RunError | null
}

type RowsOfJob = { readonly outcome: RowOutcome | null; readonly after: number; readonly limit: number }

const LIST_ROWS = statement<RowsOfJob & { jobId: string }, StoredJobRow>({
  name: 'list_job_rows',
  effect: false,
  text: `select w.number, w.key, w.run_id as "runId", w.outcome, r.charged, coalesce(w.error, r.error) as error
    from job_row w left join run r on r.id = w.run_id
    where w.job_id = :jobId and w.number > :after::integer
      and (:outcome::text is null or w.outcome = :outcome::text)
    order by w.number limit :limit`,
})

/** In the order of the rows, after the row `after`. The caller has checked that the job is the workspace's. */
export const listJobRows = (queries: Queries, jobId: string, of: RowsOfJob): Promise<StoredJobRow[]> =>
  queries.query(LIST_ROWS, { jobId, ...of })
