-- The spellings under which a mail's id may be stored: an earlier version kept an id without angle brackets as it came.
create function spellings_v1(message_id text) returns text[] language sql immutable parallel safe as $$
  select array[message_id, btrim(message_id, '<>'), '<' || btrim(message_id, '<>') || '>']
$$;

-- The message that a send answers, under each of its spellings; null: it is no reply. A run that an earlier version
-- accepted has it in its input, or in the path of a raw reply.
create function answered_v1(r run) returns text[] language sql immutable parallel safe as $$
  select case when r.send ->> 'reply' = 'true' then spellings_v1(coalesce(r.send ->> 'answers',
    case when r.raw_request is null then r.input ->> 'in_reply_to'
      else r.raw_request -> 'path' ->> 'message_id' end)) end
$$;

-- The mailboxes of the recipients of a reply that belong to its thread (decisions, "a send's replies"). The workspace
-- knows a thread by the messages that it sent and received in it: those with the thread's id, or the answered message
-- alone where the provider names no thread. Of a message that the workspace does not know there is no thread. The
-- newest thousand messages name everyone who still takes part.
create function correspondents_v1(r run) returns text[] language sql stable as $$
  with thread as materialized (
    select m.thread_id from received_message m
    where m.message_id = any (answered_v1(r)) and m.workspace_id = r.workspace_id and m.environment = r.environment
    union
    select a.output ->> 'thread_id' from attempt a join run o on o.id = a.run_id
    where a.output ->> 'message_id' = any (answered_v1(r)) and a.capability = 'email.send'
      and a.outcome = 'succeeded' and o.workspace_id = r.workspace_id and o.environment = r.environment
  ), taking_part as (
    select unnest(m.participants) as value from thread k cross join received_message m
    where m.message_id = any (answered_v1(r)) and m.workspace_id = r.workspace_id and m.environment = r.environment
    union
    select unnest(m.participants) from thread k cross join lateral (
      select m.participants from received_message m
      where m.workspace_id = r.workspace_id and m.environment = r.environment and m.thread_id = k.thread_id
      order by m.received_at desc limit 1000
    ) m
    union
    select n.value from thread k cross join addressed_people_v1(r.id) n
    where n.position is not null and exists (
      select from touch t join attempt a on a.run_id = t.run_id and a.capability = 'email.send'
          and a.outcome = 'succeeded'
        join run o on o.id = t.run_id
      where t.workspace_id = r.workspace_id and t.environment = r.environment and t.kind = 'email'
        and t.value = n.value and t.channel = 'email'
        and (a.output ->> 'message_id' = any (answered_v1(r)) or a.output ->> 'thread_id' = k.thread_id)
        and o.send -> 'recipients' @> jsonb_build_array(jsonb_build_object('kind', t.kind, 'value', t.value)))
  )
  select array(select mailbox_of(value) from taking_part)
$$;

-- Whether an address is the workspace's own (Spec 4.8): one of its inboxes, or at one of their domains where the domain
-- is its own. A domain is not its own when any person can have an inbox there: it is in the list, or another workspace
-- has an inbox at it.
create function is_own_address_v1(
  of_workspace text, of_environment text, address text, own_addresses text[], shared_domains text[]
) returns boolean language sql stable as $$
  select address = any (own_addresses) or exists (
    select from inbox i where i.workspace_id = of_workspace and i.environment = of_environment
      and i.status <> 'removed' and (i.address = is_own_address_v1.address or (
        i.domain = host_of_v1(is_own_address_v1.address) and i.domain <> all (shared_domains)
        and not exists (select from inbox o where o.domain = i.domain and o.workspace_id <> i.workspace_id))))
$$;

-- Every person whom a send reaches over its channel, except for the workspace's own addresses and, of a reply, the
-- people in its thread. An address stands for its mailbox too.
create function strangers_v1(send_id text, own_addresses text[], shared_domains text[])
returns table (channel text, kind text, value text) language plpgsql stable as $$
declare
  r run;
  correspondents text[];
  addressed person_v1[];
begin
  select * into strict r from run where id = send_id;
  correspondents := correspondents_v1(r);
  addressed := array(
    select n from addressed_people_v1(send_id) n
    where n.kind <> 'email' or not (mailbox_of(n.value) = any (correspondents)
      or is_own_address_v1(r.workspace_id, r.environment, n.value, own_addresses, shared_domains)));
  return query
    select distinct r.send ->> 'channel', n.kind, m.value
    from related_people_v1(send_id, addressed) n
      cross join lateral (values (n.value), (compared_value_v1(n.kind, n.value))) m(value)
    where case r.send ->> 'channel'
      when 'email' then n.kind = 'email' and mailbox_of(n.value) <> all (correspondents)
      when 'linkedin' then n.kind = 'linkedin'
      when 'instagram' then n.kind = 'handle' and n.value like 'instagram:%'
      when 'whatsapp' then n.kind = 'phone'
    end;
end $$;

-- Locks a run that is to be reserved and, where its send is guarded, its claims in one order for all transactions
-- (decisions, "Lock order"). A claim that another run holds stays with that run and is locked all the same: that run
-- can neither end nor fail before this one has judged. False: another worker has judged the run already.
create function claim_touches_v1(send_id text, own_addresses text[], shared_domains text[], guarded boolean)
returns boolean language plpgsql as $$
declare
  r run;
begin
  select * into r from run where id = send_id and status = 'created' for update;
  if not found then return false; end if;
  if guarded then
    insert into touch_claim (workspace_id, environment, channel, kind, value, run_id)
      select r.workspace_id, r.environment, s.channel, s.kind, s.value, send_id
      from strangers_v1(send_id, own_addresses, shared_domains) s
      order by s.channel, s.kind, s.value
      on conflict (workspace_id, environment, channel, kind, value) do update set run_id = touch_claim.run_id;
  end if;
  return true;
end $$;
