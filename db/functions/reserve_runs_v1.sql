-- What a hold needs of a run. `holders`: who may have a budget that the hold counts against, in the order in which
-- `judge_hold_v1` takes the budgets. A run that has no id is in another state, or in another wallet.
create type run_to_reserve_v1 as (id text, holders text[], raw boolean, created_at timestamptz);

-- Locks runs in the order of their ids, and claims the recipients of sends. A run that is there twice has one place,
-- the first. A send never begins with its hold: a recipient may be suppressed in between. The caller gives the claims
-- of a refused send back.
create function lock_runs_to_reserve_v1(
  of_workspace text, of_environment text, run_ids text[], numbers integer[]
) returns run_to_reserve_v1[] language plpgsql as $$
declare
  runs run_to_reserve_v1[] := array_fill(null::run_to_reserve_v1, array[cardinality(run_ids)]);
  r record;
  place integer;
begin
  for r in
    select id, send, array[coalesce(api_key_id, connected_app_id), job_id] as holders, capability is null as raw,
      created_at,
      workspace_id = of_workspace and environment = of_environment and status = 'created' as waits
    from run where id = any (run_ids) order by id for update
  loop
    place := array_position(run_ids, r.id);
    continue when not r.waits or (r.send is not null and numbers[place] is not null);
    if r.send is not null then perform claim_recipients_v1(r.id); end if;
    runs[place] := (r.id, r.holders, r.raw, r.created_at);
  end loop;
  return runs;
end $$;

-- Whose budgets the holds of runs count against: the requesters and the jobs.
create function holders_of_v1(runs run_to_reserve_v1[]) returns text[] language plpgsql as $$
declare
  holders text[] := '{}';
begin
  for i in 1 .. cardinality(runs) loop
    holders := holders || runs[i].holders;
  end loop;
  return holders;
end $$;

-- Writes the holds that nothing refused: the wallet and each budget once, with their new amounts, and a transfer for
-- each.
create function hold_v1(w wallet, budgets budget[], answers reserved_run_v1[]) returns void language plpgsql as $$
begin
  update wallet set available = w.available, held = w.held
    where workspace_id = w.workspace_id and environment = w.environment;
  for i in 1 .. cardinality(budgets) loop
    update budget set held = budgets[i].held where id = budgets[i].id;
  end loop;
  insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
    select wallet_account_v1(w, 'available'), wallet_account_v1(w, 'held'), a.hold, 'hold', a.run_id,
      a.run_id || ':hold'
    from unnest(answers) a where a.refusal is null and a.hold > 0;
end $$;

-- Holds the maximum of each run's plan in one wallet, in the order of arrival, and begins the first attempts; a run
-- whose number is null waits in `reserved`. It locks the runs in the order of their ids, the wallet, the budgets of
-- requesters and jobs, and then the accounts. A refused hold changes nothing. Without capacity of the account the hold
-- is made and the run is `queued`. It answers for each run that was in `created`; of a run that is there twice, the
-- first counts.
create function reserve_runs_v1(
  of_workspace text, of_environment text, run_ids text[], holds bigint[], plans jsonb[], reasons text[],
  numbers integer[], providers text[], account_ids text[], tokens uuid[], leases_ms integer[],
  concurrencies integer[], rates double precision[], bursts double precision[], connection_ids text[]
) returns setof reserved_run_v1 language plpgsql
-- Every lookup is by a key: a plan is made once, and by indexes whatever the tables' sizes were at that time.
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  runs run_to_reserve_v1[] := lock_runs_to_reserve_v1(of_workspace, of_environment, run_ids, numbers);
  w wallet;
  held_before bigint;
  budgets budget[];
  places integer[];
  place integer;
  judged reserved_run_v1;
  answers reserved_run_v1[] := '{}';
  may_begin boolean[] := array_fill(false, array[cardinality(run_ids)]);
  has_begun boolean[];
begin
  select * into w from wallet where workspace_id = of_workspace and environment = of_environment for update;
  if not found then return; end if;
  held_before := w.held;
  budgets := lock_budgets_v1(holders_of_v1(runs));
  for i in 1 .. cardinality(run_ids) loop
    continue when runs[i].id is null;
    places := budget_places_v1(budgets, runs[i].holders);
    judged := judge_hold_v1(holds[i], w, budgets[places[1]], budgets[places[2]]);
    judged.position := i;
    judged.run_id := run_ids[i];
    judged.raw := runs[i].raw;
    judged.seconds := extract(epoch from clock_timestamp() - runs[i].created_at);
    foreach place in array places loop
      continue when place is null;
      judged.budget_ids := judged.budget_ids || budgets[place].id;
      if judged.refusal is null then budgets[place].held := budgets[place].held + holds[i]; end if;
    end loop;
    answers := answers || judged;
    continue when judged.refusal is not null;
    may_begin[i] := numbers[i] is not null;
    w.available := w.available - holds[i];
    w.held := w.held + holds[i];
  end loop;
  if w.held > held_before then perform hold_v1(w, budgets, answers); end if;
  has_begun := begin_attempts_v1(run_ids, numbers, providers, account_ids, tokens, leases_ms, concurrencies, rates,
    bursts, connection_ids, may_begin);
  update run set plan = plans[a.position], quoted = a.hold, held = a.hold, routing_reason = reasons[a.position],
      budget_ids = a.budget_ids,
      status = case when numbers[a.position] is null then 'reserved' when has_begun[a.position] then 'running'
        else 'queued' end,
      last_attempt = case when has_begun[a.position] then numbers[a.position] else last_attempt end,
      started_at = case when has_begun[a.position] then coalesce(started_at, clock_timestamp()) else started_at end,
      sweep_at = case when numbers[a.position] is null then sweep_at
        else clock_timestamp() + make_interval(secs => 30 + leases_ms[a.position] / 1000.0) end
    from unnest(answers) a where run.id = a.run_id and a.refusal is null;
  for i in 1 .. cardinality(answers) loop
    answers[i].begun := has_begun[answers[i].position];
  end loop;
  return query select * from unnest(answers);
end $$;
