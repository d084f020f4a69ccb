-- How a run has ended, for the metrics; `status` is null where it has not. `linked`: it writes into a table.
create type ended_run_v1 as (
  linked boolean, status text, environment text, raw boolean, code text, seconds double precision, charged bigint,
  provider text
);

-- The facts of an ended run.
create function ended_run_v1(r run) returns ended_run_v1 language plpgsql immutable parallel safe as $$
begin
  return (r.record is not null or r.landing is not null, r.status, r.environment, r.capability is null,
    r.error ->> 'code', extract(epoch from r.finished_at - r.created_at), coalesce(r.charged, 0),
    r.provider)::ended_run_v1;
end $$;

-- Ends a run: claims and touches of a send, ledger, wallet, budgets, history and the run's row. It locks the run, the
-- claims, the rows, the wallet and then the budgets. A run that has ended has no answer. One whose charge does not fit
-- its hold or its attempt, or whose rows are not written yet, stays as it is. A saved answer (`source`) has the result
-- of another run's attempt.
create function settle_run_v1(
  of_run text, charge bigint, ends_as text, attempt integer, by_provider text, outcome_reason text, why jsonb,
  own_key boolean, releases_key boolean, rows_written boolean, rows_result jsonb, saved jsonb, saved_run_id text,
  saved_attempt integer
) returns setof ended_run_v1 language plpgsql
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  r run;
  is_linked boolean;
begin
  select * into r from run where id = of_run for update;
  if not found or r.finished_at is not null then return; end if;
  is_linked := r.record is not null or r.landing is not null;
  if charge not between 0 and r.held or (attempt is null and charge > 0) or (is_linked and not rows_written) then
    return next (is_linked, null, null, null, null, null, null, null)::ended_run_v1;
    return;
  end if;
  if r.send is not null then
    perform release_claims_v1(of_run);
    perform touch_recipients_v1(of_run, ends_as = 'succeeded');
    if ends_as = 'succeeded' then perform learn_participant_v1(of_run, attempt); end if;
  end if;
  perform close_holds_v1(r.workspace_id, r.environment, array[
    (of_run, r.held, charge, r.budget_ids, clock_timestamp())::closing_run_v1]);
  perform index_subjects_v1(array[of_run], array[coalesce(saved_run_id, of_run)],
    array[coalesce(saved_attempt, attempt)], array[true]);
  if saved_run_id is not null then perform copy_blocks_v1(of_run, saved_run_id); end if;
  update run set status = ends_as, finished_at = clock_timestamp(), held = 0, delivered_attempt = attempt,
      provider = coalesce(by_provider, run.provider), error = why,
      routing_reason = nullif(concat_ws(' ', run.routing_reason, outcome_reason), ''),
      charged = case when attempt is not null or saved is not null then charge end,
      quoted = case when saved is null then run.quoted else 0 end, table_result = rows_result, source = saved,
      source_run_id = saved_run_id, source_attempt = saved_attempt,
      platform_funded = case when attempt is not null or saved is not null then not own_key end,
      idempotency_key = case when not releases_key then run.idempotency_key end
    where id = of_run returning * into r;
  return next ended_run_v1(r);
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
