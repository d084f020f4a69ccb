-- Takes capacity of the providers' accounts for the attempts that may begin, and writes them under their executors'
-- tokens; answers which have begun. One without capacity, or that exists already, has not. `may_begin`: one of each
-- run.
create function begin_attempts_v1(
  run_ids text[], numbers integer[], providers text[], account_ids text[], tokens uuid[], leases_ms integer[],
  concurrencies integer[], rates double precision[], bursts double precision[], connection_ids text[],
  may_begin boolean[]
) returns boolean[] language plpgsql as $$
declare
  have_slots boolean[] := take_slots_v1(run_ids, numbers, account_ids, leases_ms, concurrencies, rates, bursts,
    may_begin);
  has_begun boolean[] := array_fill(false, array[cardinality(run_ids)]);
  begun record;
begin
  for begun in
    insert into attempt (run_id, number, provider, capability, endpoint, environment, connection_id, token, lease_until)
    select run.id, i.number, i.provider, capability, attempt_endpoint_v1(raw_request), environment, i.connection_id,
      i.token, clock_timestamp() + make_interval(secs => i.lease_ms / 1000.0)
    from unnest(run_ids, numbers, providers, connection_ids, tokens, leases_ms, have_slots)
      i(run_id, number, provider, connection_id, token, lease_ms, has_slot) join run on run.id = i.run_id
    where i.has_slot
    on conflict do nothing
    returning run_id, number
  loop
    has_begun[array_position(run_ids, begun.run_id)] := true;
  end loop;
  return has_begun;
end $$;
