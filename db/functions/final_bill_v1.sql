-- Books the final bill once: the total price of the run, within its hold. The rest of the hold is released, and one
-- usage charge records the change. No answer: the bill was closed before.
create function close_final_bill_v1(of_run text, total bigint) returns table (environment text, change bigint)
language plpgsql
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  r run;
begin
  select * into r from run where id = of_run for update;
  if not found or r.final_bill_due_at is null or total not between 0 and r.charged + r.held then return; end if;
  environment := r.environment;
  change := total - r.charged;
  perform close_holds_v1(r.workspace_id, r.environment, array[
    (of_run, r.held, change, 'final_bill', r.budget_ids, r.finished_at)::closing_run_v1]);
  if change <> 0 then
    insert into usage_charge (run_id, reason, amount) values (of_run, 'provider_final_bill', change);
  end if;
  update run x set held = 0, charged = total, final_bill_due_at = null, final_bill_until = null,
      final_bill_readings = x.final_bill_readings + 1
    where x.id = of_run;
  return next;
end $$;
