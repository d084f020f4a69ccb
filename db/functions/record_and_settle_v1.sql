-- What became of an outcome: what it decided of its attempt, and the end of its run. `status` is null where the charge
-- does not fit the hold: then the outcome is stored, and the run has not ended.
create type settled_run_v1 as (
  position integer, decided jsonb, status text, environment text, raw boolean, code text, seconds double precision,
  charged bigint, provider text
);

create type run_to_settle_v1 as (held bigint, budget_ids bigint[]);

-- Stores the outcomes of executors' attempts and ends their plain runs (no send, no table), all of one wallet. It locks
-- the runs in the order of their ids, the attempts, the wallet, the budgets and then the accounts. An outcome whose
-- attempt is another executor's, or whose run has ended, changes nothing and has no answer; of one that is there twice,
-- the first counts.
create function record_and_settle_v1(
  of_workspace text, of_environment text, run_ids text[], numbers integer[], tokens uuid[], outcomes text[],
  details text[], outputs jsonb[], raws jsonb[], units_of integer[], costs bigint[], rate_cards bigint[],
  payloads json[], subjects_of jsonb[], account_ids text[], exhausted_seconds double precision[],
  charges bigint[], statuses text[], attempts integer[], providers text[], outcome_reasons text[], errors jsonb[],
  own_keys boolean[]
) returns setof settled_run_v1 language plpgsql
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  r record;
  open_runs run_to_settle_v1[] := array_fill(null::run_to_settle_v1, array[cardinality(run_ids)]);
  decided jsonb[] := array_fill(null::jsonb, array[cardinality(run_ids)]);
  ends boolean[] := array_fill(false, array[cardinality(run_ids)]);
  closing closing_run_v1[] := '{}';
  has_subjects boolean := false;
begin
  for r in
    select id, held, budget_ids, subjects <> '[]' as names_subjects,
      workspace_id = of_workspace and environment = of_environment and finished_at is null
        and is_plain_v1(run) as counts
    from run where id = any (run_ids) order by id for update
  loop
    continue when not r.counts;
    has_subjects := has_subjects or r.names_subjects;
    for i in 1 .. cardinality(run_ids) loop
      if run_ids[i] = r.id then open_runs[i] := (r.held, r.budget_ids)::run_to_settle_v1; end if;
    end loop;
  end loop;
  decided := record_outcomes_v1(run_ids, numbers, tokens, outcomes, details, outputs, raws, units_of, costs, rate_cards,
    payloads, subjects_of, array(select o.held is not null from unnest(open_runs) o));
  for i in 1 .. cardinality(run_ids) loop
    continue when decided[i] is null;
    ends[i] := charges[i] between 0 and open_runs[i].held and (attempts[i] is not null or charges[i] = 0);
    has_subjects := has_subjects or subjects_of[i] is not null;
    continue when not ends[i];
    closing := closing || (run_ids[i], open_runs[i].held, charges[i], open_runs[i].budget_ids,
      clock_timestamp())::closing_run_v1;
  end loop;
  perform close_holds_v1(of_workspace, of_environment, closing);
  if has_subjects then perform index_subjects_v1(run_ids, run_ids, attempts, ends); end if;
  perform give_slots_back_v1(account_ids, run_ids, numbers, exhausted_seconds, decided);
  return query with ended as (
      update run set status = statuses[i.ord], finished_at = clock_timestamp(), held = 0,
        delivered_attempt = attempts[i.ord], provider = coalesce(providers[i.ord], run.provider), error = errors[i.ord],
        routing_reason = nullif(concat_ws(' ', run.routing_reason, outcome_reasons[i.ord]), ''),
        charged = case when attempts[i.ord] is not null then charges[i.ord] end,
        platform_funded = case when attempts[i.ord] is not null then not own_keys[i.ord] end
      from unnest(run_ids, ends) with ordinality i(run_id, ends, ord) where run.id = i.run_id and i.ends
      returning i.ord, run.status, run.environment, run.capability is null, run.error ->> 'code',
        extract(epoch from run.finished_at - run.created_at)::double precision, coalesce(run.charged, 0), run.provider
    )
    select d.ord::integer, d.decided, e.status, e.environment, e.is_raw, e.code, e.seconds, e.charged, e.provider
    from unnest(decided) with ordinality d(decided, ord)
      left join ended e(ord, status, environment, is_raw, code, seconds, charged, provider) on e.ord = d.ord
    where d.decided is not null;
end $$;
