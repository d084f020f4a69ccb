-- Stores the outcomes of executors' attempts and ends their plain runs (no send, no table), all of one wallet. It locks
-- the runs in the order of their ids, the attempts, the wallet, the budgets and then the accounts. An outcome whose
-- attempt is another executor's, or whose run has ended or is not plain, changes nothing; of one that is there twice,
-- the first counts.
create function record_and_settle_v1(
  of_workspace text, of_environment text, ends_of jsonb, run_ids text[], numbers integer[], tokens uuid[],
  outcomes text[], details text[], outputs jsonb[], raws jsonb[], units_of integer[], costs bigint[],
  rate_cards bigint[], payloads json[], subjects_of jsonb[], removed_of jsonb[], account_ids text[],
  exhausted_seconds double precision[]
) returns setof ended_run_v1 language plpgsql
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  ends run_end_v1[] := array(select e from jsonb_populate_recordset(null::run_end_v1, ends_of) e);
  runs ending_run_v1[] := lock_ending_runs_v1(ends, of_workspace, of_environment);
  decided jsonb[] := record_outcomes_v1(run_ids, numbers, tokens, outcomes, details, outputs, raws, units_of, costs,
    rate_cards, payloads, subjects_of, removed_of,
    array(select is_open and not linked and not has_send from unnest(runs)));
begin
  return query select * from end_locked_runs_v1(runs, ends, decided, array_remove(subjects_of, null) <> '{}');
  perform give_slots_back_v1(account_ids, run_ids, numbers, exhausted_seconds, decided);
end $$;
