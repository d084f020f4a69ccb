-- Gives the leases of decided attempts back to the providers' accounts, which are locked in the order of their ids. An
-- account whose quota is used up does not serve for some seconds.
create function give_slots_back_v1(
  account_ids text[], run_ids text[], numbers integer[], exhausted_seconds double precision[], decided jsonb[]
) returns void language plpgsql as $$
declare
  call record;
begin
  for call in
    select c.account_id, array_agg(c.run_id || ':' || c.number) as leases, max(c.exhausted) as exhausted
    from unnest(account_ids, run_ids, numbers, exhausted_seconds, decided)
      c(account_id, run_id, number, exhausted, decided)
    where c.decided is not null group by 1 order by 1
  loop
    update provider_account p set leases = p.leases - call.leases, exhausted_until = case
        when call.exhausted is null then p.exhausted_until
        else clock_timestamp() + make_interval(secs => call.exhausted) end
      where p.id = call.account_id and (p.leases ?| call.leases or call.exhausted is not null);
  end loop;
end $$;
