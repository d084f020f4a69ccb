-- Ends a run whose provider bills later (Spec 4.3.4): the first charge is booked from the hold, and the rest stays held
-- until the final bill. A run that has ended, or whose charge does not fit its hold, has no answer.
create function settle_run_before_bill_v1(
  of_run text, charge bigint, attempt integer, by_provider text, due_seconds double precision,
  within_seconds double precision, sweep_seconds double precision, rows_written boolean, rows_result jsonb
) returns setof ended_run_v1 language plpgsql
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  r run;
  w wallet;
begin
  select * into r from run where id = of_run for update;
  if not found or r.finished_at is not null or charge not between 0 and r.held then return; end if;
  if (r.record is not null or r.landing is not null) and not rows_written then
    return next (true, null, null, null, null, null, null, null)::ended_run_v1;
    return;
  end if;
  select * into strict w from wallet where workspace_id = r.workspace_id and environment = r.environment for update;
  if charge > 0 then
    update wallet set held = w.held - charge, spent = spent_today_v1(w) + charge,
        spend_day = (clock_timestamp() at time zone 'utc')::date
      where workspace_id = w.workspace_id and environment = w.environment;
    insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key) values
      (wallet_account_v1(w, 'held'), revenue_account_v1(w.environment), charge, 'charge', of_run,
        of_run || ':charge');
  end if;
  perform close_budgets_v1(array[
    (of_run, charge, charge, r.budget_ids, clock_timestamp())::closing_run_v1]);
  perform index_subjects_v1(array[of_run], array[of_run], array[attempt], array[true]);
  update run set status = 'succeeded', finished_at = clock_timestamp(), held = r.held - charge,
      charged = charge, delivered_attempt = attempt, provider = by_provider, platform_funded = true,
      table_result = rows_result, final_bill_due_at = clock_timestamp() + make_interval(secs => due_seconds),
      final_bill_until = clock_timestamp() + make_interval(secs => within_seconds),
      sweep_at = clock_timestamp() + make_interval(secs => sweep_seconds)
    where id = of_run returning * into r;
  return next ended_run_v1(r);
end $$;

-- Books the final bill once: the total price of the run, within its hold. The rest of the hold is released, and one
-- usage charge records the change. A return lowers the spending of the day of the first charge, and no later day's
-- (Spec 4.10). No answer: the bill was closed before.
create function close_final_bill_v1(of_run text, total bigint) returns table (environment text, change bigint)
language plpgsql
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  r run;
  w wallet;
  change_today bigint;
begin
  select * into r from run where id = of_run for update;
  if not found or r.final_bill_due_at is null or total not between 0 and r.charged + r.held then return; end if;
  environment := r.environment;
  change := total - r.charged;
  select * into strict w from wallet x where x.workspace_id = r.workspace_id and x.environment = r.environment
    for update;
  change_today := case when (r.finished_at at time zone 'utc')::date = (clock_timestamp() at time zone 'utc')::date
    then change else greatest(0, change) end;
  update wallet x set held = w.held - r.held, available = w.available + r.held - change,
      spent = greatest(0, spent_today_v1(w) + change_today), spend_day = (clock_timestamp() at time zone 'utc')::date
    where x.workspace_id = w.workspace_id and x.environment = w.environment;
  perform close_budgets_v1(array[
    (of_run, r.held, change, r.budget_ids, r.finished_at)::closing_run_v1]);
  insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
    select t.debit, t.credit, t.amount, t.kind, of_run, t.key from (values
      (wallet_account_v1(w, 'held'), revenue_account_v1(w.environment), change, 'adjustment',
        of_run || ':final_bill'),
      (revenue_account_v1(w.environment), wallet_account_v1(w, 'available'), -change, 'adjustment',
        of_run || ':final_bill'),
      (wallet_account_v1(w, 'held'), wallet_account_v1(w, 'available'), r.held - greatest(change, 0), 'release',
        of_run || ':close')
    ) t(debit, credit, amount, kind, key) where t.amount > 0;
  if change <> 0 then
    insert into usage_charge (run_id, reason, amount) values (of_run, 'provider_final_bill', change);
  end if;
  update run x set held = 0, charged = total, final_bill_due_at = null, final_bill_until = null,
      final_bill_readings = x.final_bill_readings + 1
    where x.id = of_run;
  return next;
end $$;
