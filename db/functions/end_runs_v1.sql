-- How a run is to end. `stoppable`: only from one of these statuses. A run that writes into a table ends when its rows
-- are written. A saved answer (`source`) has the result of another run's attempt. With `bill_due_seconds` the charge is
-- the first one (Spec 4.3.4): the rest stays held until the final bill.
create type run_end_v1 as (
  run_id text, status text, charge bigint, attempt integer, provider text, outcome_reason text, error jsonb,
  own_key boolean, releases_key boolean, stoppable text[], rows_written boolean, table_result jsonb, source jsonb,
  source_run_id text, source_attempt integer, bill_due_seconds double precision, bill_within_seconds double precision,
  bill_sweep_seconds double precision
);

-- A locked run that is to end.
create type ending_run_v1 as (
  id text, workspace_id text, environment text, status text, is_open boolean, linked boolean, has_send boolean,
  names_subjects boolean, held bigint, budget_ids bigint[]
);

-- What became of an end, for its step and the metrics: what the run was before, what an outcome decided of its attempt,
-- and how the run has ended. `status` is null where it has not, and `linked` where it writes into a table.
create type ended_run_v1 as (
  position integer, was text, linked boolean, decided jsonb, status text, environment text, raw boolean, code text,
  seconds double precision, charged bigint, provider text
);

-- Locks the runs of some ends in the order of their ids. Of a wallet: null stands for a run that is not of the wallet.
create function lock_ending_runs_v1(ends run_end_v1[], of_workspace text, of_environment text) returns ending_run_v1[]
language plpgsql as $$
declare
  run_ids text[] := array(select run_id from unnest(ends));
  runs ending_run_v1[] := array_fill(null::ending_run_v1, array[cardinality(ends)]);
  one ending_run_v1;
  i integer;
begin
  for one in
    select id, workspace_id, environment, status, finished_at is null,
      record is not null or landing is not null, send is not null, subjects <> '[]', held, budget_ids
    from run where id = any (run_ids)
      and (of_workspace is null or (workspace_id = of_workspace and environment = of_environment))
    order by id for update
  loop
    foreach i in array array_positions(run_ids, one.id) loop runs[i] := one; end loop;
  end loop;
  return runs;
end $$;

-- Ends locked runs of one wallet: claims and touches of sends, ledger, wallet, budgets, history and the runs' rows, in
-- this order. One that has ended, or whose end does not fit it, stays as it is. `decided`: what outcomes decided, null
-- where one counts no more; null itself where the ends have no outcomes.
create function end_locked_runs_v1(
  runs ending_run_v1[], ends run_end_v1[], decided jsonb[], has_subjects boolean
) returns setof ended_run_v1 language plpgsql as $$
declare
  r ending_run_v1;
  e run_end_v1;
  fits boolean[] := array_fill(false, array[cardinality(ends)]);
  closing closing_run_v1[] := '{}';
begin
  for i in 1 .. cardinality(ends) loop
    r := runs[i];
    e := ends[i];
    continue when r.id is null or not r.is_open or (decided is not null and decided[i] is null)
      or e.charge not between 0 and r.held or (e.attempt is null and e.charge > 0)
      or (r.linked and e.rows_written is not true) or r.status <> all (e.stoppable);
    fits[i] := true;
    has_subjects := has_subjects or r.names_subjects;
    if r.has_send then perform end_send_v1(r.id, e.status = 'succeeded', e.attempt); end if;
    closing := closing || (r.id, case when e.bill_due_seconds is null then r.held else e.charge end, e.charge,
      case when e.bill_due_seconds is null then 'close' else 'charge' end, r.budget_ids, clock_timestamp()
      )::closing_run_v1;
  end loop;
  if closing <> '{}' then
    select * into r from unnest(runs) where id is not null limit 1;
    perform close_holds_v1(r.workspace_id, r.environment, closing);
  end if;
  if has_subjects then
    perform index_subjects_v1(array_agg(run_id), array_agg(coalesce(source_run_id, run_id)),
      array_agg(coalesce(source_attempt, attempt)), fits) from unnest(ends);
    perform copy_blocks_v1(run_id, source_run_id) from unnest(ends) with ordinality
      where source_run_id is not null and fits[ordinality];
  end if;
  return query select * from write_ends_v1(runs, ends, fits, decided);
end $$;

-- Writes the ends that fit into their runs, and answers for every run that is there.
create function write_ends_v1(runs ending_run_v1[], ends run_end_v1[], fits boolean[], decided jsonb[])
returns setof ended_run_v1 language plpgsql as $$
begin
  return query with ended as (
      update run r set status = e.status, finished_at = clock_timestamp(), delivered_attempt = e.attempt,
        provider = coalesce(e.provider, r.provider), error = e.error, table_result = e.table_result,
        held = case when e.bill_due_seconds is null then 0 else r.held - e.charge end,
        charged = case when e.attempt is not null or e.source is not null then e.charge end,
        platform_funded = case when e.attempt is not null or e.source is not null then e.own_key is not true end,
        routing_reason = nullif(concat_ws(' ', r.routing_reason, e.outcome_reason), ''), source = e.source,
        source_run_id = e.source_run_id, source_attempt = e.source_attempt,
        quoted = case when e.source is null then r.quoted else 0 end,
        idempotency_key = case when e.releases_key is not true then r.idempotency_key end,
        final_bill_due_at = clock_timestamp() + make_interval(secs => e.bill_due_seconds),
        final_bill_until = clock_timestamp() + make_interval(secs => e.bill_within_seconds),
        sweep_at = coalesce(clock_timestamp() + make_interval(secs => e.bill_sweep_seconds), r.sweep_at)
      from unnest(ends) with ordinality e where r.id = e.run_id and fits[e.ordinality]
      returning e.ordinality, r.status, r.environment, r.capability is null, r.error ->> 'code',
        extract(epoch from r.finished_at - r.created_at)::double precision, coalesce(r.charged, 0), r.provider
    )
    select o.ordinality::integer, o.status, o.linked, decided[o.ordinality], e.status, e.environment, e.is_raw, e.code,
      e.seconds, e.charged, e.provider
    from unnest(runs) with ordinality o left join ended e(ord, status, environment, is_raw, code, seconds, charged,
      provider) on e.ord = o.ordinality
    where o.id is not null;
end $$;

-- Ends runs of one wallet without an outcome. A workspace and an environment: only runs of theirs; one that is not has
-- no answer.
create function end_runs_v1(ends_of jsonb, of_workspace text, of_environment text) returns setof ended_run_v1
language plpgsql
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  ends run_end_v1[] := array(select e from jsonb_populate_recordset(null::run_end_v1, ends_of) e);
begin
  return query select * from end_locked_runs_v1(lock_ending_runs_v1(ends, of_workspace, of_environment), ends, null,
    true);
end $$;

-- A run that is answered with the result of another run has the blocks of its subjects too.
create function copy_blocks_v1(of_run text, from_run text) returns void language plpgsql as $$
begin
  insert into run_subject_block (run_id, place, number, workspace_id, environment, keys, found, paths, exact, words)
    select r.id, b.place, b.number, r.workspace_id, r.environment, b.keys, b.found, b.paths, b.exact, b.words
    from run r cross join run_subject_block b
    where r.id = of_run and b.run_id = from_run and b.place = 'result'
    on conflict do nothing;
end $$;
