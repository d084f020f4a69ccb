/** The countries of the rows that carry a name `n` of a person. An only recipient has the linked row of run `r` too. */
const COUNTRIES = `array(
          select distinct t.data ->> f.name
          from table_row t cross join (values ('country'), ('country_code')) f (name)
          where t.id in (
            select i.row_id from row_identity i where i.workspace_id = r.workspace_id
              and i.environment = r.environment and i.kind = n.kind and i.value = n.value
            union all
            select (r.record ->> 'row_id')::bigint where jsonb_array_length(r.send -> 'recipients') < 2
          ) and jsonb_typeof(t.data -> f.name) = 'string' limit 20)`

const PEOPLE = `case when jsonb_array_length(w.outreach_policy -> 'require_basis_for') > 0 then (
        select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'value', n.value, 'position', n.position,
          'countries', ${COUNTRIES}) order by n.position), '[]')
        from addressed_people_v1(r.id) n) end`

/**
 * `LawFacts` of a run `r` of a workspace `w`, as an expression: it is read with the run. null: the workspace has set no
 * policy, or the run writes to no one.
 */
export const LAW_SQL = `case when w.outreach_policy is not null and (r.send is not null or r.raw_request is not null)
      then jsonb_build_object('profile', w.sender_profile, 'policy', w.outreach_policy, 'people', ${PEOPLE}) end`
