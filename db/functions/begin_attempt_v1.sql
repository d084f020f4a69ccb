-- What an executor finds of an attempt that it is to make. `status`: the run's before; `is_due`: it may begin.
create type attempt_to_begin_v1 as (
  status text, workspace_id text, capability text, raw_request jsonb, environment text, input jsonb, price jsonb,
  plain boolean, taken boolean, begun boolean, is_due boolean, suppressed jsonb
);

-- Begins attempt `number` of a run for one executor: it locks the run, takes capacity of the provider's account, writes
-- the attempt and moves the run to `running`, or to `queued` where the account has no capacity now. A send to a person
-- who has been suppressed since the hold changes nothing (Spec 3.1); a run that is no send pays nothing for that check.
create function begin_attempt_v1(
  of_run text, number integer, provider text, account_id text, token uuid, lease_ms integer, concurrency integer,
  rate double precision, burst double precision, connection_id text
) returns setof attempt_to_begin_v1 language plpgsql
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  r run;
  found_run attempt_to_begin_v1;
begin
  select * into r from run where id = of_run for update;
  if not found then return; end if;
  found_run := (r.status, r.workspace_id, r.capability, r.raw_request, r.environment, r.input,
    r.plan -> 'candidates' -> (number - 1) -> 'price', is_plain_v1(r), r.last_attempt >= number, false,
    r.status in ('reserved', 'queued', 'running') and r.last_attempt < number, null);
  if found_run.is_due and r.send is not null then
    found_run.suppressed := (select to_jsonb(s) from suppressed_v1(of_run) s);
  end if;
  if found_run.is_due and found_run.suppressed is null then
    found_run.begun := begin_attempts_v1(array[of_run], array[number], array[provider], array[account_id],
      array[token], array[lease_ms], array[concurrency], array[rate], array[burst], array[connection_id],
      array[true]) = '{t}';
    update run set status = case when found_run.begun then 'running' else 'queued' end,
        last_attempt = case when found_run.begun then number else last_attempt end,
        started_at = case when found_run.begun then coalesce(started_at, clock_timestamp()) else started_at end,
        sweep_at = clock_timestamp() + make_interval(secs => 30 + lease_ms / 1000.0)
      where id = of_run and (found_run.begun or status = 'reserved');
  end if;
  return next found_run;
end $$;
