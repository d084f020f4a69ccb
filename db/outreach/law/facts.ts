/** Whether the send of run `r` addresses a person that the guard of its workspace `w` counts as contacted. */
const CONTACTED = `w.outreach_policy ->> 'notice_link' = 'first_message' and w.repeat_touch_days > 0 and exists (
        select from addressed_people_v1(r.id) n join touch t on t.workspace_id = r.workspace_id
          and t.environment = r.environment and t.kind = n.kind and t.value = compared_value_v1(n.kind, n.value)
          and t.channel = r.send ->> 'channel' and t.at > now() - make_interval(days => w.repeat_touch_days))`

/**
 * `LawFacts` of a run `r` of a workspace `w`, as an expression: it is read with the run. null: the workspace has set no
 * policy, or the run writes to no one.
 */
export const LAW_SQL = `case when w.outreach_policy is not null and (r.send is not null or r.raw_request is not null)
      then law_facts_v1(r.id) || jsonb_build_object('contacted', ${CONTACTED}) end`
