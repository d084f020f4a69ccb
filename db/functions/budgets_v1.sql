-- The begin of the current period of a budget, in UTC.
create function budget_starts_v1(b budget) returns timestamptz strict language plpgsql as $$
begin
  return case when b.period = 'total' then b.period_start else date_trunc(b.period, clock_timestamp(), 'UTC') end;
end $$;

-- What was charged to a budget in its current period.
create function budget_spent_v1(b budget) returns bigint strict language plpgsql as $$
begin
  return case when b.period_start >= budget_starts_v1(b) then b.spent else 0 end;
end $$;

-- What a budget has left in its current period; null without a budget.
create function budget_left_v1(b budget) returns bigint strict language plpgsql as $$
begin
  return b.amount - b.held - budget_spent_v1(b);
end $$;

-- When the next period of a budget begins; null for a budget without periods.
create function budget_resets_v1(b budget) returns timestamptz strict language plpgsql as $$
begin
  return case when b.period <> 'total' then
    ((budget_starts_v1(b) at time zone 'utc') + ('1 ' || b.period)::interval) at time zone 'utc' end;
end $$;

-- The budgets of some holders (keys, apps and jobs), locked in the order of their ids. Only the second reading finds a
-- budget that replaced another one while the first waited for it.
create function lock_budgets_v1(holders text[]) returns budget[] language plpgsql as $$
begin
  if not exists (select from budget where holder_id = any (holders)) then return '{}'; end if;
  perform from budget where holder_id = any (holders) order by id for update;
  return array(select b from budget b where holder_id = any (holders) order by id for update);
end $$;

-- The place of each holder's budget; null where it has none.
create function budget_places_v1(budgets budget[], holders text[]) returns integer[] language plpgsql as $$
declare
  places integer[] := array_fill(null::integer, array[cardinality(holders)]);
begin
  for i in 1 .. cardinality(budgets) loop
    for j in 1 .. cardinality(holders) loop
      if budgets[i].holder_id = holders[j] then places[j] := i; end if;
    end loop;
  end loop;
  return places;
end $$;
