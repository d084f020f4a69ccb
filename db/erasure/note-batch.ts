import { statement } from '../statement.ts'

/** Rows that the receipt names: more than one person has. */
const KEPT_ROWS_MAX = 100

export const NOTE_BATCH = statement<{
  id: string
  erased: string
  kept: string
  stage: string
  after: string | null
  waiting: string | null
  endedAt: string | null
  jobsPassed: boolean
}>({
  name: 'note_erased_batch',
  effect: 'within',
  text: `update erasure e set stage = :stage, after = :after, waiting = :waiting,
      up_to = greatest(e.up_to, :endedAt::timestamptz),
      jobs_passed_at = case when :jobsPassed::boolean then clock_timestamp() else e.jobs_passed_at end,
      erased = e.erased || (
      select coalesce(jsonb_object_agg(key, coalesce((e.erased ->> key)::bigint, 0) + value::text::bigint), '{}')
      from jsonb_each(:erased::jsonb) where value <> '0'),
      kept = (select coalesce(jsonb_agg(one order by place), '[]') from (
        select one, place from jsonb_array_elements(e.kept || :kept::jsonb) with ordinality as k (one, place)
        order by place limit ${KEPT_ROWS_MAX}) first)
    where id = :id and finished_at is null`,
})
