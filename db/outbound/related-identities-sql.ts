import { IS_OF_MAILBOX, storedNames } from './hashed-name.ts'

/** The host of an e-mail address or a domain. */
export const HOST_SQL = (value: string): string => `substring(${value} from '[^@]*$')`

/** The host of an email address or a domain and all its parents, as `any(…)`. */
export const HOST_LABELS_SQL = (kind: string, value: string): string => `any (array(
          select array_to_string(h.labels[n:], '.')
          from (select string_to_array(${HOST_SQL(value)}, '.') as labels where ${kind} in ('email', 'domain')) h,
            generate_series(1, cardinality(h.labels)) n
        ))`

/** Whether the identity `i` of a row names a person: a domain, a page of a company and a table's own key name none. */
export const OF_PERSON = 'names_person_v1(i.kind, i.value)'

/** Whether the identity `i` is a phone that several people share: it ties no row to another, and blocks only itself. */
export const IS_SHARED_PHONE = (i: string): string => `(${i}.kind = 'phone' and exists (
        select from shared_phone of_many where of_many.workspace_id = ${i}.workspace_id
          and of_many.environment = ${i}.environment and of_many.value = ${i}.value and of_many.is_shared
      ))`

/**
 * CTEs that end in `related`: every person that a send reaches, with all their known identities (Spec 4.8). `run` is a
 * relation of sends with `workspace_id, environment, send, record`. `named` holds the recipients, with their
 * `position`, and the participants of the chat. `related` adds all identities of the rows that carry one of these, and
 * of the row that the run is linked to. There is only one hop: the rows that are reached do not lead to further rows.
 * An identity that names no person (a domain, a company's page, the value of a table's own key) belongs to its row and
 * leads to no other row. Neither does a phone that several people share: it counts only where it is addressed.
 *
 * A few names look up a few rows, whatever the planner estimates: `offset 0` keeps each lookup on its index. A person
 * who meets `without` (over `r` and the named `n`) is left out; when none is left, the linked row is left out as well.
 */
export const relatedIdentitiesSql = (run: string, without = 'false'): string => `named as materialized (
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
      select i.* from linked_row l cross join lateral (
        select i.workspace_id, i.environment, i.kind, i.value from row_identity i where i.row_id = l.row_id offset 0
      ) i
      where ${OF_PERSON} and not ${IS_SHARED_PHONE('i')}
    ), tied_row as materialized (
      select row_id from linked_row
      union
      select i.row_id from person p cross join lateral (
        select i.row_id from row_identity i
        where i.workspace_id = p.workspace_id and i.environment = p.environment and i.kind = p.kind
          and i.value = p.value offset 0
      ) i
      where not ${IS_SHARED_PHONE('p')}
    ), related as materialized (
      select workspace_id, environment, kind, value, min(position) as position from (
        select workspace_id, environment, kind, value, position from named
        union all
        select i.*, null from tied_row t cross join lateral (
          select i.workspace_id, i.environment, i.kind, i.value from row_identity i
          where i.row_id = t.row_id and i.kind <> 'field' offset 0
        ) i
        where not ${IS_SHARED_PHONE('i')}
      ) known
      group by workspace_id, environment, kind, value
    )`

/**
 * The CTE `suppressed` over `related` and `sending`: one suppression that applies to the send, or no row. While tables
 * are off (`tables_on` of `sending`), only a person's own request to unsubscribe applies. A suppressed domain covers
 * every address at it and below it, so the host of each address is looked up with all its parents. A public suffix is
 * never stored as a subject, so looking it up finds nothing. A derived suppression of a phone applies only where the
 * phone is addressed, while it is one person's: the next who has the number is another one perhaps.
 */
export const SUPPRESSED_SQL = `suppressed as materialized (
      select s.reason, t.position from related t cross join (select tables_on from sending) w cross join lateral (
        select s.reason from suppression s
        where (w.tables_on or s.reason = 'unsubscribe')
          and s.workspace_id = t.workspace_id and s.environment = t.environment and s.kind = t.kind
          and s.value = ${storedNames('t.workspace_id', { kind: 't.kind', value: 't.value' })}
          and (s.of_kind is null or t.kind <> 'phone' or (t.position is not null and not ${IS_SHARED_PHONE('t')}))
        union all
        select s.reason from suppression s
        where (w.tables_on or s.reason = 'unsubscribe')
          and s.workspace_id = t.workspace_id and s.environment = t.environment
          and ${IS_OF_MAILBOX({ kind: 't.kind', value: 't.value' })}
        union all
        select s.reason from suppression s
        where (w.tables_on or s.reason = 'unsubscribe')
          and s.workspace_id = t.workspace_id and s.environment = t.environment and s.kind = 'domain'
          and s.value = ${HOST_LABELS_SQL('t.kind', 't.value')}
        limit 1
      ) s
      order by t.position nulls last limit 1
    )`
