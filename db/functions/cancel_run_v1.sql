-- Cancels a run that can be stopped (`stoppable`) and releases its hold. A workspace and an environment: only a run of
-- theirs. It answers with the status that the run had; no answer: there is no such run.
create function cancel_run_v1(
  of_run text, of_workspace text, of_environment text, stoppable text[], why jsonb
) returns table (was text, ended ended_run_v1) language plpgsql
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  r run;
begin
  select * into r from run where id = of_run
    and (of_workspace is null or (workspace_id = of_workspace and environment = of_environment)) for update;
  if not found then return; end if;
  was := r.status;
  if r.status = any (stoppable) then
    if r.send is not null then perform release_claims_v1(of_run); end if;
    perform close_holds_v1(r.workspace_id, r.environment, array[
      (of_run, r.held, 0, r.budget_ids, clock_timestamp())::closing_run_v1]);
    perform index_subjects_v1(array[of_run], array[of_run], array[null::integer], array[true]);
    update run set status = 'cancelled', finished_at = clock_timestamp(), held = 0, error = why
      where id = of_run returning * into r;
    ended := ended_run_v1(r);
  end if;
  return next;
end $$;
