/** The host of an email or a domain. */
export const HOST_SQL = (value: string): string => `substring(${value} from '[^@]*$')`

/**
 * CTEs that end in `tied`: everybody whom a send reaches, with every identity by which they are known (Spec 4.8). `run` is a
 * relation of sends with `workspace_id, environment, send, record`. Named are the recipients, with their `position`, and whoever
 * is behind the chat; to them come all identities of the rows that carry one of theirs, and of the row that the run is
 * linked to. One hop: the rows that are reached say nothing of further rows. What names no person (a domain, a company's
 * page, the value of a table's own key) belongs to its row and leads to no other.
 *
 * Whoever meets `without` (over `r` and the named `n`) is left out; when nobody is left, the linked row is left out as well.
 */
export const tiesSql = (run: string, without = 'false'): string => `named as materialized (
      select r.workspace_id, r.environment, n.kind, n.value, n.position
      from ${run} r cross join lateral (
        select e.one ->> 'kind' as kind, e.one ->> 'value' as value, e.position::integer as position
        from jsonb_array_elements(r.send -> 'recipients') with ordinality as e (one, position)
        union all
        select c.kind, c.value, null from chat_participant c
        where c.workspace_id = r.workspace_id and c.environment = r.environment
          and c.channel = r.send ->> 'channel' and c.chat_id = r.send ->> 'chat_id'
      ) n
      where not (${without})
    ), linked_row as materialized (
      select (r.record ->> 'row_id')::bigint as row_id from ${run} r
      where r.record is not null and (r.send -> 'recipients' = '[]' or exists (select from named))
    ), person as materialized (
      select workspace_id, environment, kind, value from named
      union
      select i.workspace_id, i.environment, i.kind, i.value from linked_row l join row_identity i on i.row_id = l.row_id
      where i.kind in ('email', 'phone', 'handle') or (i.kind = 'linkedin' and i.value like 'in/%')
    ), tied_row as materialized (
      select row_id from linked_row
      union
      select i.row_id from person p
      join row_identity i on i.workspace_id = p.workspace_id and i.environment = p.environment and i.kind = p.kind and i.value = p.value
    ), tied as materialized (
      select workspace_id, environment, kind, value, min(position) as position from (
        select workspace_id, environment, kind, value, position from named
        union all
        select i.workspace_id, i.environment, i.kind, i.value, null from tied_row t join row_identity i on i.row_id = t.row_id
        where i.kind <> 'field'
      ) known
      group by workspace_id, environment, kind, value
    )`

/**
 * The CTE `suppressed` over `tied`: one suppression that reaches somebody, or no row. A suppressed domain reaches every
 * address at it and below it, so the host of each address is looked up with all its parents; a public suffix is never
 * stored as a subject, and is looked up for nothing. Each is looked up on its own (`limit`): joined as a set, the planner expects a
 * hundred thousand and reads the whole list of all workspaces.
 */
export const SUPPRESSED_SQL = `suppressed as materialized (
      select s.reason, t.position from tied t
      cross join lateral (
        select t.kind, t.value
        union all
        select 'domain', array_to_string(h.labels[n:], '.')
        from (select string_to_array(${HOST_SQL('t.value')}, '.') as labels where t.kind in ('email', 'domain')) h,
          generate_series(1, cardinality(h.labels)) n
      ) c (kind, value)
      cross join lateral (
        select s.reason from suppression s
        where s.workspace_id = t.workspace_id and s.environment = t.environment and s.kind = c.kind and s.value = c.value limit 1
      ) s
      order by t.position nulls last limit 1
    )`
