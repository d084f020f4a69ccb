import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { idArray, type IdArray } from './id-array.ts'

/**
 * Counts the sends that reached the people of rows, by any of their identities (Spec 2.7, `touches`, `last_touch_*`).
 * An earlier statement locked the rows that other transactions can see, so this one reads every touch that was written
 * before.
 */
export const RECOUNT_TOUCHES = statement<{ ids: IdArray }>({
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
