-- Claims the recipients of a send that skips the guard, so that the guard of another send sees it: the addressed people,
-- those of the chat, and the person of the linked row; an address stands for its mailbox too. Recipients that have a
-- claim stay as they are.
create function claim_recipients_v1(send_id text) returns void language plpgsql as $$
begin
  insert into touch_claim (workspace_id, environment, channel, kind, value, run_id)
  select r.workspace_id, r.environment, r.send ->> 'channel', n.kind, m.value, r.id
  from run r cross join lateral (
    select e ->> 'kind', e ->> 'value' from jsonb_array_elements(r.send -> 'recipients') e
    union
    select c.kind, c.value from chat_participant c
    where c.workspace_id = r.workspace_id and c.environment = r.environment
      and c.channel = r.send ->> 'channel' and c.chat_id = r.send ->> 'chat_id'
    union
    select i.kind, i.value from row_identity i
    where i.row_id = (r.record ->> 'row_id')::bigint and names_person_v1(i.kind, i.value)
  ) n(kind, value) cross join lateral (values (n.value), (compared_value_v1(n.kind, n.value))) m(value)
  where r.id = send_id and r.send is not null
  group by 1, 2, 3, 4, 5, 6
  order by 4, 5
  on conflict do nothing;
end $$;
