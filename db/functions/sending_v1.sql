-- The sender of a send: the one that its request names, or the inbox of a raw call. Null: only the provider knows it.
create function sender_of_v1(r run) returns text language sql stable as $$
  select coalesce(r.send ->> 'sender', case when r.raw_request is not null then (
    select i.id from inbox i
    where i.workspace_id = r.workspace_id and i.environment = r.environment and i.status <> 'removed'
      and i.provider = r.raw_request ->> 'provider'
      and (i.external_id = r.raw_request -> 'path' ->> 'inbox_id'
        or i.address = lower(coalesce(substring(r.input ->> 'from' from '<([^<>]+)>'), r.input ->> 'from')))
    order by i.id limit 1) end)
$$;

-- What the judge of a slot reads of a send and its sender. `ahead`: the waiting sends that come first; `waiting`: all,
-- counted up to the most that may wait, of a send that does not wait itself.
create type send_to_place_v1 as (
  locked boolean, sender_id text, address text, domain text, limits jsonb, ramps jsonb, paused boolean,
  policy jsonb, now_at timestamptz, last_at timestamptz, turn bigint, ahead integer, waiting integer
);

-- Locks a send that is to be reserved, its claims and its sender, in this order (decisions, "Lock order"), and reads
-- what its slot is judged by. A scheduled send is judged like a new one. `now_at`: null is the time of the database.
create function claim_send_v1(
  send_id text, own_addresses text[], shared_domains text[], guarded boolean, of_channel text, waiting_max integer,
  now_at timestamptz
) returns send_to_place_v1 language plpgsql as $$
declare
  r run;
  s sender;
  w waiting_send;
  placed send_to_place_v1;
begin
  update run set status = 'created' where id = send_id and status = 'scheduled';
  placed.locked := claim_touches_v1(send_id, own_addresses, shared_domains, guarded);
  if not placed.locked then return placed; end if;
  select * into r from run where id = send_id;
  placed.sender_id := sender_of_v1(r);
  if placed.sender_id is null then return placed; end if;
  s := lock_sender_v1(r.workspace_id, r.environment, placed.sender_id);
  select i.address, i.domain into placed.address, placed.domain from inbox i where i.id = s.sender_id;
  select sending_policy into placed.policy from workspace where id = r.workspace_id;
  if placed.domain is not null and placed.policy ? 'domain_caps' then
    perform lock_sender_v1(r.workspace_id, r.environment, placed.domain);
  end if;
  placed.limits := s.limits;
  placed.ramps := s.ramps;
  placed.paused := s.paused;
  placed.now_at := coalesce(claim_send_v1.now_at, clock_timestamp());
  placed.last_at := (select max(t.taken_at) from sender_slot t where t.workspace_id = s.workspace_id
    and t.environment = s.environment and t.sender_id = s.sender_id and t.channel = of_channel);
  select * into w from waiting_send where run_id = send_id;
  placed.turn := coalesce(w.turn, next_turn_v1(s, of_channel, coalesce(r.job_id, '')));
  placed.ahead := (select count(*) from waiting_send o where o.workspace_id = s.workspace_id
    and o.environment = s.environment and o.sender_id = s.sender_id and o.channel = of_channel
    and o.eligible_at <= placed.now_at
    and (o.turn, o.arrival) < (placed.turn, coalesce(w.arrival, 9223372036854775807)));
  if w.run_id is null then
    placed.waiting := (select count(*) from (select from waiting_send o where o.workspace_id = s.workspace_id
      and o.environment = s.environment and o.sender_id = s.sender_id limit waiting_max) counted);
  end if;
  return placed;
end $$;

-- Locks a sender, or a mail domain whose senders have caps together, by a row that it writes the first time.
create function lock_sender_v1(of_workspace text, of_environment text, of_sender text) returns sender
language plpgsql as $$
declare
  s sender;
begin
  insert into sender (workspace_id, environment, sender_id) values (of_workspace, of_environment, of_sender)
    on conflict do nothing;
  select * into s from sender where workspace_id = of_workspace and environment = of_environment
    and sender_id = of_sender for update;
  return s;
end $$;

-- The turn of a new waiting send: jobs and single runs take turns, and each of them keeps its order of arrival.
create function next_turn_v1(s sender, of_channel text, of_holder text) returns bigint language sql stable as $$
  select 1 + greatest(coalesce(max(w.turn) filter (where w.holder = of_holder), 0), coalesce(min(w.turn) - 1, 0))
  from waiting_send w where w.workspace_id = s.workspace_id and w.environment = s.environment
    and w.sender_id = s.sender_id and w.channel = of_channel
$$;

-- Lets the sweeper take the waiting send that comes first. One that is being judged now is left alone: its own
-- transaction waits for the sender, and no transaction waits for it.
create function wake_next_v1(of_workspace text, of_environment text, of_sender text, of_channel text) returns void
language plpgsql as $$
begin
  update run set sweep_at = clock_timestamp() where id = (
    select r.id from waiting_send w join run r on r.id = w.run_id
    where w.workspace_id = of_workspace and w.environment = of_environment and w.sender_id = of_sender
      and w.channel = of_channel and w.eligible_at <= clock_timestamp() and r.status = 'scheduled'
    order by w.turn, w.arrival limit 1 for update of r skip locked);
end $$;

-- The end of a send's wait or slot. A slot stays taken when the message was sent, or may have been; otherwise it is
-- free again, and the next send moves up.
create function free_slot_v1(send_id text) returns void language plpgsql as $$
declare
  freed record;
begin
  delete from waiting_send where run_id = send_id
    returning workspace_id, environment, sender_id, channel into freed;
  if not found then
    delete from sender_slot where run_id = send_id and not exists (
        select from attempt where run_id = send_id
          and outcome in ('succeeded', 'unknown', 'provider_error', 'provider_timeout'))
      returning workspace_id, environment, sender_id, channel into freed;
  end if;
  if found then perform wake_next_v1(freed.workspace_id, freed.environment, freed.sender_id, freed.channel); end if;
end $$;

-- The end of a send: its claims, its slot, the people whom it reached, and who a chat's participant is.
create function end_send_v1(send_id text, succeeded boolean, delivered integer) returns void language plpgsql as $$
begin
  perform release_claims_v1(send_id);
  perform free_slot_v1(send_id);
  perform touch_recipients_v1(send_id, succeeded);
  if succeeded then perform learn_participant_v1(send_id, delivered); end if;
end $$;
