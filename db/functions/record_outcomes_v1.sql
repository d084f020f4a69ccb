-- Writes outcomes by compare-and-set on the executors' tokens, and answers with what was decided: null where the
-- attempt is another executor's or has an outcome, or where `wanted` is false. Of one that is there twice, the first
-- counts.
create function record_outcomes_v1(
  run_ids text[], numbers integer[], tokens uuid[], outcomes text[], details text[], outputs jsonb[], raws jsonb[],
  units_of integer[], costs bigint[], rate_cards bigint[], payloads json[], subjects_of jsonb[], removed_of jsonb[],
  wanted boolean[]
) returns jsonb[] language plpgsql
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  decided jsonb[] := array_fill(null::jsonb, array[cardinality(run_ids)]);
  done record;
begin
  for done in
    update attempt a set outcome = outcomes[i.ord], detail = details[i.ord], output = outputs[i.ord], raw = raws[i.ord],
      units = units_of[i.ord], cost = costs[i.ord], rate_card = rate_cards[i.ord], payload = payloads[i.ord],
      subjects = subjects_of[i.ord], removed = removed_of[i.ord], finished_at = clock_timestamp(),
      duration_ms = round(extract(epoch from clock_timestamp() - a.started_at) * 1000)
    from unnest(run_ids, numbers, tokens, wanted) with ordinality i(run_id, number, token, wanted, ord)
    where a.run_id = i.run_id and a.number = i.number and a.token = i.token and a.outcome is null
      and i.wanted and i.ord = array_position(tokens, i.token)
    returning i.ord::integer, a.environment, a.provider, a.duration_ms, a.connection_id is not null as own
  loop
    decided[done.ord] := jsonb_build_object('environment', done.environment, 'provider', done.provider,
      'seconds', done.duration_ms::double precision / 1000, 'own', done.own);
  end loop;
  return decided;
end $$;
