-- What the outreach policy of its workspace needs of a run that may write to people: the settings and, where the policy
-- names countries, each person that the run addresses with the countries that their rows name. The only recipient of a
-- run has the linked row too.
create function law_facts_v1(of_run text) returns jsonb language sql stable as $$
  select jsonb_build_object('profile', w.sender_profile, 'policy', w.outreach_policy, 'people',
    case when jsonb_array_length(w.outreach_policy -> 'require_basis_for') > 0 then (
      select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'value', n.value, 'position', n.position,
        'countries', array(
          select distinct t.data ->> f.name
          from table_row t cross join (values ('country'), ('country_code')) f (name)
          where t.id in (
            select i.row_id from row_identity i where i.workspace_id = r.workspace_id
              and i.environment = r.environment and i.kind = n.kind and i.value = n.value
            union all
            select (r.record ->> 'row_id')::bigint where jsonb_array_length(r.send -> 'recipients') < 2
          ) and jsonb_typeof(t.data -> f.name) = 'string' limit 20)) order by n.position), '[]')
      from addressed_people_v1(r.id) n) end)
  from run r join workspace w on w.id = r.workspace_id where r.id = of_run
$$;
