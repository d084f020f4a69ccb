-- The day of a time in UTC.
create function utc_day_v1(at timestamptz) returns date language plpgsql immutable parallel safe as $$
begin
  return (at at time zone 'utc')::date;
end $$;

-- What a wallet has spent on the current day, in UTC.
create function spent_today_v1(w wallet) returns bigint language plpgsql as $$
begin
  return case when w.spend_day = utc_day_v1(clock_timestamp()) then w.spent else 0 end;
end $$;

-- What the daily cap of a wallet has left after what is held; null without a cap.
create function day_left_v1(w wallet) returns bigint language plpgsql as $$
begin
  return case when w.daily_limit is not null then w.daily_limit - w.held - spent_today_v1(w) end;
end $$;

-- An account of a wallet in the ledger.
create function wallet_account_v1(w wallet, kind text) returns text language plpgsql immutable parallel safe as $$
begin
  return w.workspace_id || ':' || w.environment || ':' || kind;
end $$;

-- The platform's account of what runs were charged.
create function revenue_account_v1(environment text) returns text language sql immutable parallel safe as $$
  select 'platform:' || environment || ':revenue'
$$;
