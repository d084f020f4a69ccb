import { ERASED_TEXT } from '../../domain/erasures/stages.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import {
  type Batch,
  type BatchValues,
  erasedError,
  type ErasedBatch,
  mentions,
  NEXT_CURSOR,
  oneParent,
  onlyRow,
  SIZED_BATCH,
} from './batch.ts'

/** The job that a batch goes through is locked first, so that the batch sees the rows that its last round began. */
export const LOCK_NEXT_JOB = statement<Pick<BatchValues, 'workspaceId' | 'environment' | 'after'>>({
  name: 'lock_job_to_erase',
  effect: false,
  text: `with ${oneParent('job')} select j.id from parent p join job j on j.id = p.id for update of j`,
})

/** A pair `p` of the metadata mentions the person. */
const PAIR = mentions('p.key, p.value')

const ERASED = `to_jsonb('${ERASED_TEXT}'::text)`

/** The request of `job j` without what mentions the person. Its input keeps its names, which the results have. */
const ERASED_REQUEST = `(select coalesce(jsonb_object_agg(m.name, case
          when not ${mentions('m.value::text')} then m.value
          when m.name <> 'input' then ${ERASED}
          else (select coalesce(jsonb_object_agg(i.name, ${ERASED}), '{}') from jsonb_each(m.value) i (name, value)
            where not ${mentions('i.name')})
        end), '{}') from jsonb_each(j.request) m (name, value))`

/**
 * Rows of jobs. One that waits and mentions the person is cancelled. One under way loses what it was made of: its run
 * is erased as any run, and the row is cancelled should it wait again. A row that has ended keeps its outcome, and
 * loses the cells of its file. A place is a job and the number of a row in it.
 */
export const ERASE_JOB_ROWS = statement<BatchValues & { bytes: number }, { after: string | null; rows: number }>({
  name: 'erase_job_rows',
  effect: 'within',
  text: `with ${oneParent('job')}, candidates as materialized (
      select w.number::text as id, w.number as place,
        coalesce(pg_column_size(w.request), 0) + coalesce(pg_column_size(w.key), 0)
          + coalesce(pg_column_size(c.cells), 0) + 1 as size
      from parent p join job_row w on w.job_id = p.id and w.number > coalesce(nullif(p.child, ''), '0')::integer
      left join job_row_cells c on c.job_id = w.job_id and c.number = w.number
      order by w.number limit :limit
    ), ${SIZED_BATCH}, meant as materialized (
      select w.job_id, w.number, w.outcome is null and w.run_id is null as waits,
        ${mentions('w.key')} as is_named, ${mentions('w.error::text')} as is_explained
      from parent p join job j on j.id = p.id and j.created_at <= :upTo::timestamptz
      join batch b on true join job_row w on w.job_id = p.id and w.number = b.place
      left join job_row_cells c on c.job_id = w.job_id and c.number = w.number
      where ${mentions('w.key, w.request::text, w.error::text, c.cells::text')}
    ), cells as (
      delete from job_row_cells c using meant m where c.job_id = m.job_id and c.number = m.number
    ), erased as (
      update job_row w set
        outcome = case when m.waits then 'cancelled' else w.outcome end,
        request = case when w.outcome is null and not m.waits then '{"erased": true}'::jsonb end,
        key = case when not (m.is_named or m.waits) then w.key end,
        error = case when w.error is not null and m.is_explained then ${erasedError('w.error')} else w.error end
      from meant m where w.job_id = m.job_id and w.number = m.number
      returning m.waits
    ), n as materialized (
      select count(*) filter (where waits)::integer as cancelled, count(*)::integer as rows from erased
    ), counted as (
      update job j set cancelled = j.cancelled + n.cancelled,
        sweep_at = case when n.cancelled > 0 and j.finished_at is null then clock_timestamp() else j.sweep_at end,
        request = ${ERASED_REQUEST},
        callback_url = case when not ${mentions('j.callback_url')} then j.callback_url end,
        metadata = (select jsonb_object_agg(p.key, p.value) from jsonb_each_text(j.metadata) p where not ${PAIR})
      from parent o, n
      where j.id = o.id and j.created_at <= :upTo::timestamptz
        and (n.cancelled > 0 or ${mentions('j.request::text, j.metadata::text, j.callback_url')})
    )
    select ${NEXT_CURSOR} as after, n.rows from n`,
})

/** What the rows, the request, the metadata and the callback of jobs state of the person. */
export async function eraseJobs(tx: Queries, { values, bytes }: Batch): Promise<ErasedBatch> {
  const { workspaceId, environment, after } = values
  await tx.query(LOCK_NEXT_JOB, { workspaceId, environment, after })
  const { after: next, rows } = onlyRow(await tx.query(ERASE_JOB_ROWS, { ...values, bytes }))
  return { after: next, erased: { job_rows: rows } }
}
