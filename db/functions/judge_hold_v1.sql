-- How the reservation of a run went: the control that refused its hold (null: none), with its amount, what of that is
-- left and when it is full again, or whether its attempt has begun.
create type reserved_run_v1 as (
  position integer, refusal text, limit_amount bigint, left_amount bigint, resets_at timestamptz, available bigint,
  environment text, raw boolean, seconds double precision, begun boolean, run_id text, hold bigint, budget_ids bigint[]
);

-- Judges a hold by every control, and names the first that refuses it. The wallet and the budgets, of the requester and
-- of the job, have the amounts after the holds that came first; a budget is null where there is none.
create function judge_hold_v1(hold bigint, w wallet, of_key budget, of_job budget)
returns reserved_run_v1 language plpgsql as $$
declare
  judged reserved_run_v1;
begin
  judged.hold := hold;
  judged.environment := w.environment;
  judged.available := w.available;
  if hold = 0 then
    return judged;
  elsif w.guard_enabled and hold > w.per_run_limit then
    judged.refusal := 'per_run_limit';
    judged.limit_amount := w.per_run_limit;
  elsif w.guard_enabled and hold > day_left_v1(w) then
    judged.refusal := 'daily_limit';
    judged.limit_amount := w.daily_limit;
    judged.left_amount := day_left_v1(w);
    judged.resets_at := date_trunc('day', clock_timestamp(), 'utc') + interval '24 hours';
  elsif hold > budget_left_v1(of_key) then
    judged.refusal := 'key_budget';
    judged.limit_amount := of_key.amount;
    judged.left_amount := budget_left_v1(of_key);
    judged.resets_at := budget_resets_v1(of_key);
  elsif hold > budget_left_v1(of_job) then
    judged.refusal := 'job_ceiling';
    judged.limit_amount := of_job.amount;
    judged.left_amount := budget_left_v1(of_job);
  elsif w.receivable > 0 then
    judged.refusal := 'receivable';
    judged.limit_amount := w.receivable;
  elsif hold > w.available then
    judged.refusal := 'balance';
  end if;
  return judged;
end $$;
