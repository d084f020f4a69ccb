-- Takes capacity of the providers' accounts, and answers which attempts have it. An account gives its slots in the
-- order of arrival: a token and a lease each. Accounts are locked in the order of their ids, and last of all that a run
-- locks, because other workspaces' runs use them too. All attempts at one account have its limits; without limits no
-- slot is needed.
create function take_slots_v1(
  run_ids text[], numbers integer[], account_ids text[], leases_ms integer[],
  concurrencies integer[], rates double precision[], bursts double precision[], wanted boolean[]
) returns boolean[] language plpgsql as $$
declare
  granted boolean[] := wanted;
  p provider_account;
  account text;
  now_at timestamptz;
  taken integer;
begin
  foreach account in array array(
    select distinct a.id from unnest(account_ids, concurrencies, rates, wanted) a(id, concurrency, rate, wanted)
    where a.wanted and (a.concurrency is not null or a.rate is not null) order by a.id
  ) loop
    select * into p from provider_account where id = account for update;
    now_at := clock_timestamp();
    p.leases := leases_alive_v1(p.leases, now_at);
    taken := 0;
    for i in 1 .. cardinality(account_ids) loop
      continue when not wanted[i] or account_ids[i] <> account or coalesce(concurrencies[i], rates[i]) is null;
      if rates[i] is not null and taken = 0 then
        p.tokens := least(bursts[i], p.tokens + extract(epoch from now_at - p.refilled_at) * rates[i]);
        p.refilled_at := now_at;
      end if;
      granted[i] := p.id is not null and (rates[i] is null or p.tokens >= 1) and (concurrencies[i] is null
        or (select count(*) from jsonb_object_keys(p.leases)) < concurrencies[i]);
      continue when not granted[i];
      taken := taken + 1;
      p.tokens := p.tokens - case when rates[i] is null then 0 else 1 end;
      p.leases := p.leases || jsonb_build_object(run_ids[i] || ':' || numbers[i],
        extract(epoch from now_at) * 1000 + leases_ms[i]);
    end loop;
    if taken > 0 then
      update provider_account set tokens = p.tokens, refilled_at = p.refilled_at, leases = p.leases where id = account;
    end if;
  end loop;
  return granted;
end $$;

-- The leases that have not run out; a lease is the time at which it does, in milliseconds.
create function leases_alive_v1(leases jsonb, at timestamptz) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(leases)
  where value::text::numeric > extract(epoch from at) * 1000
$$;
