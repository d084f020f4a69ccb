import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { idArray } from './id-array.ts'

/**
 * Counts the sends that reached the people of rows, by any of their identities (Spec 2.7, `touches`, `last_touch_*`).
 * An earlier statement locked the rows that other transactions can see, so this one reads every touch that was written
 * before.
 */
const RECOUNT_TOUCHES = statement<{ ids: string }>({
  name: 'recount_touches',
  effect: 'within',
  text: `with sends as (
      select r.id, count(distinct t.run_id)::integer as touches, max(t.at) as at,
        (array_agg(t.channel order by t.at desc, t.run_id desc)
        filter (where t.run_id is not null))[1] as channel
      from unnest(:ids::bigint[]) r (id)
      left join row_identity i on i.row_id = r.id
      left join touch t on t.workspace_id = i.workspace_id and t.environment = i.environment and t.kind = i.kind
        and t.value = i.value
      group by r.id
    )
    update table_row r set touches = s.touches, last_touch_at = s.at, last_touch_channel = s.channel
    from sends s where r.id = s.id
      and (r.touches, r.last_touch_at, r.last_touch_channel) is distinct from (s.touches, s.at, s.channel)`,
})

/** Called after rows have gained or lost identities. */
export async function recountTouches(tx: Queries, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await tx.query(RECOUNT_TOUCHES, { ids: idArray(ids) })
}

/**
 * CTEs that add one send to the rows that it reached, and end in `touched_row`. `rows` is a relation of distinct
 * `row_id`, `sent` the send with its `at` and `channel`. The count is added to the row as it was locked, in order of
 * ids (decisions, "Lock order"): when sends end at the same time, each one counts.
 */
export const addTouchSql = (rows: string, sent: string): string => `row_to_touch as materialized (
      select w.id, w.touches, w.last_touch_at, w.last_touch_channel from table_row w
      where w.id in (select row_id from ${rows}) order by w.id for no key update of w
    ), touched_row as (
      update table_row w set touches = r.touches + 1, last_touch_at = greatest(r.last_touch_at, n.at),
        last_touch_channel = case when r.last_touch_at > n.at then r.last_touch_channel else n.channel end
      from row_to_touch r, ${sent} n
      where w.id = r.id
      returning w.id
    )`
