-- A name of a person whom a send reaches. `position`: its place among the recipients; null: the send does not name it.
create type person_v1 as (kind text, value text, position integer);

-- The people that a send names: its recipients, and who takes part in its chat.
create function addressed_people_v1(send_id text) returns setof person_v1 language sql stable as $$
  select e.one ->> 'kind', e.one ->> 'value', e.position::integer
    from run r cross join jsonb_array_elements(r.send -> 'recipients') with ordinality e(one, position)
    where r.id = send_id
  union all
  select c.kind, c.value, null from run r join chat_participant c on c.workspace_id = r.workspace_id
      and c.environment = r.environment and c.channel = r.send ->> 'channel' and c.chat_id = r.send ->> 'chat_id'
    where r.id = send_id
$$;

-- Every name of the people whom a send reaches (Spec 4.8): those of `addressed`, and all names of the rows that carry
-- one of them or are linked to the run. There is only one hop: the rows that are reached lead to no further rows. A
-- name that is no person's (a domain, a company's page) belongs to its row and leads to none, and neither does a phone
-- that several people share: it counts only where it is addressed. Where `addressed` leaves out all, so is the row.
create function related_people_v1(send_id text, addressed person_v1[]) returns setof person_v1
language plpgsql stable as $$
declare
  r record;
  row_ids bigint[];
begin
  select workspace_id, environment, case when send -> 'recipients' = '[]' or cardinality(addressed) > 0
      then (record ->> 'row_id')::bigint end as linked_row
    into strict r from run where id = send_id;
  row_ids := array(
    select r.linked_row where r.linked_row is not null
    union
    select i.row_id from (
      select kind, value from unnest(addressed)
      union
      select i.kind, i.value from row_identity i where i.row_id = r.linked_row and names_person_v1(i.kind, i.value)
    ) n cross join lateral (
      select i.row_id from row_identity i where i.workspace_id = r.workspace_id and i.environment = r.environment
        and i.kind = n.kind and i.value = n.value offset 0
    ) i
    where n.kind <> 'phone' or not is_shared_phone_v1(r.workspace_id, r.environment, n.value));
  return query
    select n.kind, n.value, min(n.position) from (
      select kind, value, position from unnest(addressed)
      union all
      select i.kind, i.value, null from row_identity i where i.row_id = any (row_ids) and i.kind <> 'field'
        and (i.kind <> 'phone' or not is_shared_phone_v1(r.workspace_id, r.environment, i.value))
    ) n group by 1, 2;
end $$;

-- One suppression that applies to a send, or none. While tables are off, only a person's own request to unsubscribe
-- applies. A suppressed domain covers every address at it and below it; a public suffix is never stored as a subject. A
-- derived suppression of a phone applies only where the phone is addressed, while it is one person's: the next who has
-- the number is another one perhaps.
create function suppressed_v1(send_id text) returns table (reason text, "position" integer)
language plpgsql stable as $$
declare
  r record;
begin
  select run.workspace_id, run.environment, w.tables_enabled_at is not null as has_tables
    into r from run join workspace w on w.id = run.workspace_id where run.id = send_id and run.send is not null;
  if not found then return; end if;
  return query
    select s.reason, n.position
    from related_people_v1(send_id, array(select a from addressed_people_v1(send_id) a)) n cross join lateral (
      select s.reason from suppression s
      where s.workspace_id = r.workspace_id and s.environment = r.environment and s.kind = n.kind
        and s.value = any (stored_names_v1(r.workspace_id, n.kind, n.value))
        and (s.of_kind is null or n.kind <> 'phone' or (n.position is not null
          and not is_shared_phone_v1(r.workspace_id, r.environment, n.value)))
        and (r.has_tables or s.reason = 'unsubscribe')
      union all
      select s.reason from suppression s
      where s.workspace_id = r.workspace_id and s.environment = r.environment and s.kind = 'email'
        and n.kind = 'email' and mailbox_of(s.value) = mailbox_of(n.value)
        and (r.has_tables or s.reason = 'unsubscribe')
      union all
      select s.reason from suppression s
      where s.workspace_id = r.workspace_id and s.environment = r.environment and s.kind = 'domain'
        and s.value = any (host_labels_v1(n.kind, n.value))
        and (r.has_tables or s.reason = 'unsubscribe')
      limit 1
    ) s
    order by n.position nulls last limit 1;
end $$;
