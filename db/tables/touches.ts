import type { Queries, Statement } from '../database.ts'

/**
 * CTEs that count the sends that reached the people of some rows, whichever of their identities it was, write it onto the rows
 * (Spec 2.7, `touches`, `last_touch_*`), and end in `touched_row`. `rows` is a relation with their `row_id`, `fresh` one of touches that
 * the same statement writes and cannot read in `touch` yet. Rows are locked in the order of their ids.
 */
export const countTouchesSql = (rows: string, fresh?: string): string => `counted_row as materialized (
      select id from table_row where id in (select row_id from ${rows}) order by id for no key update
    ), row_touch as materialized (
      ${['touch', ...(fresh === undefined ? [] : [fresh])].map((touches) => `select i.row_id, t.run_id, t.channel, t.at from row_identity i
      join ${touches} t on t.workspace_id = i.workspace_id and t.environment = i.environment and t.kind = i.kind and t.value = i.value
      where i.row_id in (select row_id from ${rows})`).join(`
      union all
      `)}
    ), touched_row as (
      update table_row r set touches = n.touches, last_touch_at = n.at, last_touch_channel = n.channel
      from (
        select c.id, count(distinct t.run_id)::integer as touches, max(t.at) as at,
          (array_agg(t.channel order by t.at desc, t.run_id desc) filter (where t.run_id is not null))[1] as channel
        from counted_row c left join row_touch t on t.row_id = c.id
        group by c.id
      ) n
      where r.id = n.id and (r.touches, r.last_touch_at, r.last_touch_channel) is distinct from (n.touches, n.at, n.channel)
      returning r.id
    )`

const RECOUNT_ROWS: Statement = {
  name: 'recount_touches_of_rows',
  effect: 'within',
  text: `with asked (row_id) as materialized (select unnest($1::bigint[])), ${countTouchesSql('asked')} select id from touched_row`,
}

/** After rows have gained or lost identities. */
export async function recountTouchesOfRows(tx: Queries, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await tx.query(RECOUNT_ROWS, [ids.map(String)])
}
