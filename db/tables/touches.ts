/**
 * CTEs that count the touches of rows anew (Spec 2.7) and end in `touched_row`, one for each row that was counted. `rows` is a relation
 * with their `row_id`; `fresh` one of touches that the same statement writes, which it cannot read in `touch` yet.
 * A run that reached a person by two identities is one touch. Rows are locked by id, as everywhere (design: "Lock order").
 */
export const countTouchesSql = (rows: string, fresh?: string): string => `counted_row as materialized (
      select w.id from table_row w where w.id in (select row_id from ${rows}) order by w.id for update
    ), touched_row as (
      update table_row w set touches = n.touches, last_touch_at = n.at, last_touch_channel = n.channel
      from (
        select c.id, count(distinct t.run_id)::integer as touches, max(t.at) as at, (array_agg(t.channel order by t.at desc) filter (where t.at is not null))[1] as channel
        from counted_row c
        left join (
          select i.row_id, t.run_id, t.channel, t.at from row_identity i
          join touch t on t.workspace_id = i.workspace_id and t.environment = i.environment and t.kind = i.kind and t.value = i.value
          where i.row_id in (select row_id from ${rows})${fresh === undefined ? '' : `
          union all
          select i.row_id, t.run_id, t.channel, t.at from row_identity i
          join ${fresh} t on t.workspace_id = i.workspace_id and t.environment = i.environment and t.kind = i.kind and t.value = i.value
          where i.row_id in (select row_id from ${rows})`}
        ) t on t.row_id = c.id
        group by c.id
      ) n
      where w.id = n.id
      returning w.id
    )`
