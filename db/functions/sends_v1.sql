-- Claims the recipients of a send that skips the guard, so that the guard of another send sees it: the named people and
-- the person of the linked row; an address stands for its mailbox too. Recipients that have a claim stay as they are.
create function claim_recipients_v1(send_id text) returns void language plpgsql as $$
begin
  insert into touch_claim (workspace_id, environment, channel, kind, value, run_id)
    select r.workspace_id, r.environment, r.send ->> 'channel', n.kind, m.value, r.id
    from run r cross join lateral (
      select kind, value from addressed_people_v1(r.id)
      union
      select i.kind, i.value from row_identity i
      where i.row_id = (r.record ->> 'row_id')::bigint and names_person_v1(i.kind, i.value)
    ) n cross join lateral (values (n.value), (compared_value_v1(n.kind, n.value))) m(value)
    where r.id = send_id and r.send is not null
    group by 1, 2, 3, 4, 5, 6
    order by 4, 5
    on conflict do nothing;
end $$;

-- Releases the claims of an ending send. They are locked in the order in which they are made (decisions, "Lock order").
create function release_claims_v1(send_id text) returns void language plpgsql as $$
begin
  perform from touch_claim where run_id = send_id order by channel, kind, value for update;
  delete from touch_claim where run_id = send_id;
end $$;

-- Records the people that an ended send reached (Spec 2.7, 2.8). A send counts when it succeeded, or when an attempt
-- has an unknown outcome (decisions, "unknown send"). The linked row is reached in every case: where no recipient is an
-- identity of it, the send touches the person of the row (decisions, "A linked row").
create function touch_recipients_v1(send_id text, succeeded boolean) returns void language plpgsql as $$
declare
  sent record;
  touched_at timestamptz := clock_timestamp();
begin
  if not succeeded and not exists (select from attempt where run_id = send_id and outcome = 'unknown') then
    return;
  end if;
  select r.workspace_id, r.environment, r.send ->> 'channel' as channel, (r.record ->> 'row_id')::bigint as linked_row,
      exists (select from addressed_people_v1(send_id) n join row_identity i
        on i.row_id = (r.record ->> 'row_id')::bigint and i.kind = n.kind and i.value = n.value) as names_row
    into sent from run r where r.id = send_id;
  insert into touch (run_id, kind, value, workspace_id, environment, channel, at)
    select distinct send_id, n.kind, m.value, sent.workspace_id, sent.environment, sent.channel, touched_at
    from (
      select kind, value from addressed_people_v1(send_id)
      union all
      select i.kind, i.value from row_identity i
      where i.row_id = sent.linked_row and names_person_v1(i.kind, i.value) and not sent.names_row
    ) n cross join lateral (values (n.value), (compared_value_v1(n.kind, n.value))) m(value)
    on conflict do nothing;
  perform touch_rows_v1(send_id, sent.linked_row, sent.channel, touched_at);
end $$;

-- Adds a send to the rows of the people that it names and to the linked row. The count is added to the rows as they
-- were locked, in the order of their ids (decisions, "Lock order"): when sends end at the same time, each one counts.
create function touch_rows_v1(send_id text, linked_row bigint, channel text, at timestamptz) returns void
language plpgsql as $$
declare
  row_ids bigint[] := array(
    select i.row_id from run r cross join lateral addressed_people_v1(r.id) n cross join lateral (
      select i.row_id from row_identity i where i.workspace_id = r.workspace_id and i.environment = r.environment
        and i.kind = n.kind and i.value = n.value offset 0
    ) i where r.id = send_id
    union
    select linked_row where linked_row is not null);
begin
  perform from table_row where id = any (row_ids) order by id for no key update;
  update table_row w set touches = w.touches + 1, last_touch_at = greatest(w.last_touch_at, touch_rows_v1.at),
      last_touch_channel = case when w.last_touch_at > touch_rows_v1.at then w.last_touch_channel
        else touch_rows_v1.channel end
    where w.id = any (row_ids);
end $$;

-- A delivered message in a chat that names one person also shows who the chat's participant is.
create function learn_participant_v1(send_id text, delivered integer) returns void language plpgsql as $$
begin
  insert into chat_participant (workspace_id, environment, channel, chat_id, kind, value)
    select r.workspace_id, r.environment, r.send ->> 'channel', t.chat_id, r.send -> 'recipients' -> 0 ->> 'kind',
      r.send -> 'recipients' -> 0 ->> 'value'
    from run r join attempt a on a.run_id = r.id and a.number = delivered
      cross join lateral (select coalesce(a.output ->> 'chat_id', r.send ->> 'chat_id') as chat_id) t
    where r.id = send_id and r.send ->> 'channel' <> 'email' and jsonb_array_length(r.send -> 'recipients') = 1
      and length(t.chat_id) between 1 and 500
    on conflict do nothing;
end $$;
