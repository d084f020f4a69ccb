-- How the reservation of a run went: the control that refused its hold and the amounts that it judged, or what was
-- begun.
create type reserved_run_v1 as (
  position integer, refusal text, environment text, available bigint, receivable bigint, per_run_limit bigint,
  daily_limit bigint, day_left bigint, day_ends_at timestamptz, budget_amount bigint, budget_left bigint,
  budget_resets_at timestamptz, ceiling bigint, ceiling_left bigint, raw boolean, seconds double precision,
  begun boolean, run_id text, hold bigint, budget_ids bigint[]
);

-- Judges a hold by every control, and names the first that refuses it; null: none does. The wallet and the budgets, of
-- the requester and of the job, have the amounts after the holds that came first; a budget is null where there is none.
create function judge_hold_v1(hold bigint, w wallet, of_key budget, of_job budget)
returns reserved_run_v1 language plpgsql as $$
declare
  judged reserved_run_v1;
begin
  judged.hold := hold;
  judged.environment := w.environment;
  judged.available := w.available;
  judged.receivable := w.receivable;
  judged.per_run_limit := w.per_run_limit;
  judged.daily_limit := w.daily_limit;
  judged.day_left := day_left_v1(w);
  judged.day_ends_at := date_trunc('day', clock_timestamp(), 'utc') + interval '24 hours';
  judged.budget_amount := of_key.amount;
  judged.budget_left := budget_left_v1(of_key);
  judged.budget_resets_at := budget_resets_v1(of_key);
  judged.ceiling := of_job.amount;
  judged.ceiling_left := budget_left_v1(of_job);
  judged.refusal := case
    when w.guard_enabled and hold > w.per_run_limit then 'per_run_limit'
    when hold = 0 then null
    when w.guard_enabled and hold > judged.day_left then 'daily_limit'
    when hold > judged.budget_left then 'key_budget'
    when hold > judged.ceiling_left then 'job_ceiling'
    when w.receivable > 0 then 'receivable'
    when hold > w.available then 'balance'
  end;
  return judged;
end $$;
