/**
 * `LawFacts` of a run `r` of a workspace `w`, as an expression: it is read with the run. null: the workspace has set no
 * policy, or the run writes to no one.
 */
export const LAW_SQL = `case when w.outreach_policy is not null and (r.send is not null or r.raw_request is not null)
      then law_facts_v1(r.id) end`
