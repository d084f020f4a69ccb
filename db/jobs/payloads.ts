import type { Database } from '../database.ts'
import { statement } from '../statement.ts'

export const READ_JOBS_TO_PURGE = statement<{ after: string; at: Date; limit: number }, { id: string }>({
  name: 'read_jobs_to_purge',
  effect: false,
  text: `select j.id from workspace w join job j on j.workspace_id = w.id and j.purged_at is null
      and j.created_at < :at::timestamptz - make_interval(days => w.payload_days)
    where j.id > :after order by j.id limit :limit`,
})

/** Ids of jobs with rows that are too old, sorted, after `after`; null: from the first one on. */
export const jobsToPurge = async (
  db: Database,
  { after, at, limit }: { after: string | null; at: Date; limit: number },
): Promise<string[]> => (await db.query(READ_JOBS_TO_PURGE, { after: after ?? '', at, limit })).map(({ id }) => id)

/** Rows of its last round are seen by a statement that begins after the lock. */
export const LOCK_JOB = statement<{ jobId: string }>({
  name: 'lock_job_to_purge',
  effect: false,
  text: `select id from job where id = :jobId for update`,
})

/** The request of `job j` without the values of its input, whose names the results have, and without its filter. */
const EMPTIED_REQUEST = `(select coalesce(jsonb_object_agg(m.name, case
          when jsonb_typeof(m.value) <> 'object' then m.value
          when m.name = 'rows' then m.value - 'where'
          when m.name not in ('input', 'path', 'query') then m.value
          else (select coalesce(jsonb_object_agg(i.name, null), '{}') from jsonb_object_keys(m.value) i (name))
        end), '{}') from jsonb_each(j.request) m (name, value))`

/**
 * A row that waits is cancelled, and its job is woken. One under way loses what it was made of, and is cancelled should
 * it wait again. A row that has ended keeps its outcome and its run, whose payloads go by the time of the run. Once a
 * job has ended and its last rows are purged, its request and its callback go too.
 */
export const PURGE_ROWS = statement<{ jobId: string; limit: number }, { purged: number }>({
  name: 'purge_rows_of_job',
  effect: 'within',
  text: `with batch as materialized (
      select number, outcome is null and run_id is null as waits from job_row
      where job_id = :jobId and (key is not null or request <> '{"erased": true}') order by number limit :limit
    ), gone as (
      update job_row w set outcome = case when b.waits then 'cancelled' else w.outcome end, key = null,
        request = case when w.outcome is null and not b.waits then '{"erased": true}'::jsonb end
      from batch b where w.job_id = :jobId and w.number = b.number
      returning b.waits
    ), n as materialized (
      select count(*) filter (where waits)::integer as cancelled, count(*)::integer as purged from gone
    ), counted as (
      update job j set cancelled = j.cancelled + n.cancelled,
        sweep_at = case when n.cancelled > 0 and j.finished_at is null then clock_timestamp() else j.sweep_at end
      from n where j.id = :jobId and n.cancelled > 0
    )
    select purged from n`,
})

export const NOTE_PURGED = statement<{ jobId: string }>({
  name: 'note_purged_job',
  effect: 'within',
  text: `update job j set purged_at = clock_timestamp(), callback_url = null, file = null,
      request = ${EMPTIED_REQUEST}
    where id = :jobId and finished_at is not null`,
})

/** Rows without a run: what is left of them states nothing that the counts of the job do not state. */
export const DELETE_EMPTY_ROWS = statement<{ jobId: string }>({
  name: 'delete_empty_job_rows',
  effect: 'within',
  text: `delete from job_row w using job j
    where j.id = :jobId and j.purged_at is not null and w.job_id = j.id and w.run_id is null`,
})
