-- Takes capacity of the providers' accounts, and answers which attempts have it. An account gives its slots in the
-- order of arrival: a token and a lease each. Accounts are locked in the order of their ids, and last of all that a run
-- locks, because other workspaces' runs use them too; one without capacity is not locked, because its queued runs ask
-- again and again. All attempts at one account have its limits; without limits no slot is needed.
create function take_slots_v1(
  run_ids text[], numbers integer[], account_ids text[], leases_ms integer[],
  concurrencies integer[], rates double precision[], bursts double precision[], wanted boolean[]
) returns boolean[] language plpgsql as $$
declare
  granted boolean[] := wanted;
  account record;
  p provider_account;
  taken integer;
  is_limited boolean := false;
begin
  for i in 1 .. cardinality(account_ids) loop
    is_limited := is_limited or wanted[i] and coalesce(concurrencies[i], rates[i]) is not null;
  end loop;
  if not is_limited then return wanted; end if;
  for account in
    select distinct on (a.id) a.id, a.concurrency, a.rate, a.burst
    from unnest(account_ids, concurrencies, rates, bursts, wanted) a(id, concurrency, rate, burst, wanted)
    where a.wanted and (a.concurrency is not null or a.rate is not null) order by a.id
  loop
    select * into p from provider_account a where a.id = account.id and has_slot_v1(
      account_now_v1(a, account.rate, account.burst), account.concurrency, account.rate) for update;
    p := account_now_v1(p, account.rate, account.burst);
    taken := 0;
    for i in 1 .. cardinality(account_ids) loop
      continue when not wanted[i] or account_ids[i] <> account.id or coalesce(concurrencies[i], rates[i]) is null;
      granted[i] := p.id is not null and has_slot_v1(p, account.concurrency, account.rate);
      continue when not granted[i];
      taken := taken + 1;
      p.tokens := p.tokens - case when account.rate is null then 0 else 1 end;
      p.leases := p.leases || jsonb_build_object(run_ids[i] || ':' || numbers[i],
        extract(epoch from clock_timestamp()) * 1000 + leases_ms[i]);
    end loop;
    if taken > 0 then
      update provider_account set tokens = p.tokens, refilled_at = p.refilled_at, leases = p.leases where id = p.id;
    end if;
  end loop;
  return granted;
end $$;

-- An account with the tokens and the leases that it has at this moment. A lease is the time at which it runs out, in
-- milliseconds.
create function account_now_v1(p provider_account, rate double precision, burst double precision)
returns provider_account language plpgsql as $$
declare
  now_at timestamptz := clock_timestamp();
begin
  p.leases := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p.leases)
    where value::text::numeric > extract(epoch from now_at) * 1000);
  if rate is not null then
    p.tokens := least(burst, p.tokens + extract(epoch from now_at - p.refilled_at) * rate);
    p.refilled_at := now_at;
  end if;
  return p;
end $$;

-- Whether an account, as it is at this moment, has a slot left.
create function has_slot_v1(p provider_account, concurrency integer, rate double precision) returns boolean
language plpgsql as $$
begin
  return (rate is null or p.tokens >= 1)
    and (concurrency is null or (select count(*) from jsonb_object_keys(p.leases)) < concurrency);
end $$;
