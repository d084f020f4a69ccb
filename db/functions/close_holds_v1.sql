-- What of a run's hold is closed: how much, what of it is charged, and the budgets that it counted against. `step`:
-- the run's end (`close`), its first charge (`charge`), which leaves the rest held, or the change by its final bill
-- (`final_bill`), which is negative where money returns. `booked_at` is when its first charge was booked: what a final
-- bill returns lowers the spending of that day and period, and of no later one (Spec 4.10).
create type closing_run_v1 as (
  run_id text, held bigint, charge bigint, step text, budget_ids bigint[], booked_at timestamptz
);

-- Closes holds of runs of one wallet: each by a charge, a release, or a charge and the release of the rest. The
-- transfers' unique keys refuse a second time. It locks the wallet and then the budgets in the order of their ids. A
-- wallet's transfers get their numbers while it is locked, in the order in which they take effect.
create function close_holds_v1(of_workspace text, of_environment text, closing closing_run_v1[])
returns void language plpgsql as $$
declare
  w wallet;
  held_sum bigint := 0;
  charge_sum bigint := 0;
  spent_sum bigint := 0;
  moves boolean := false;
  has_budgets boolean := false;
  one closing_run_v1;
begin
  foreach one in array closing loop
    held_sum := held_sum + one.held;
    charge_sum := charge_sum + one.charge;
    spent_sum := spent_sum + case when utc_day_v1(one.booked_at) = utc_day_v1(clock_timestamp()) then one.charge
      else greatest(0, one.charge) end;
    moves := moves or one.held > 0 or one.charge <> 0;
    has_budgets := has_budgets or one.budget_ids is not null;
  end loop;
  if not moves then return; end if;
  select * into strict w from wallet where workspace_id = of_workspace and environment = of_environment for update;
  update wallet set held = w.held - held_sum, available = w.available + held_sum - charge_sum,
      spent = greatest(0, spent_today_v1(w) + spent_sum), spend_day = utc_day_v1(clock_timestamp())
    where workspace_id = of_workspace and environment = of_environment;
  insert into transfer (debit_account_id, credit_account_id, amount, kind, run_id, key)
    select t.debit, t.credit, t.amount, t.kind, c.run_id, c.run_id || ':' || t.key
    from unnest(closing) with ordinality c
      cross join lateral (select case c.step when 'final_bill' then 'adjustment' else 'charge' end as kind) k
      cross join lateral (values
        (wallet_account_v1(w, 'held'), revenue_account_v1(of_environment), c.charge, k.kind, c.step),
        (revenue_account_v1(of_environment), wallet_account_v1(w, 'available'), -c.charge, k.kind, c.step),
        (wallet_account_v1(w, 'held'), wallet_account_v1(w, 'available'), c.held - greatest(0, c.charge), 'release',
          case when c.step = 'close' and c.charge > 0 then 'close:rest' else 'close' end)
      ) t(debit, credit, amount, kind, key)
    where t.amount > 0 order by c.ordinality, t.kind;
  if has_budgets then perform close_budgets_v1(closing); end if;
end $$;

-- Takes what the holds were from the held amounts of their budgets, and adds what was charged to the spent ones.
create function close_budgets_v1(closing closing_run_v1[]) returns void language plpgsql as $$
declare
  part record;
  b budget;
begin
  for part in
    select p.budget_id, sum(c.held)::bigint as held, sum(c.charge)::bigint as charge, min(c.booked_at) as booked_at
    from unnest(closing) c cross join unnest(c.budget_ids) p(budget_id) group by 1 order by 1
  loop
    select * into b from budget where id = part.budget_id for update;
    continue when not found;
    update budget set held = b.held - part.held, period_start = budget_starts_v1(b),
        spent = greatest(0, budget_spent_v1(b)
          + case when part.booked_at >= budget_starts_v1(b) then part.charge else greatest(0, part.charge) end)
      where id = b.id;
  end loop;
end $$;
