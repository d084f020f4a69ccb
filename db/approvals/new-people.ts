import type { Database } from '../database.ts'
import { statement } from '../statement.ts'

/**
 * A person of a send counts as new without an earlier touch in the workspace and environment, on any channel and
 * however long ago. A chat whose people are unknown may reach anyone.
 */
const READ_REACHES_NEW_PEOPLE = statement<{ runId: string }, { reaches: boolean }>({
  name: 'read_reaches_new_people',
  effect: false,
  text: `with reached as materialized (
      select r.workspace_id, r.environment, n.kind, n.value from run r cross join lateral (
        select e ->> 'kind', e ->> 'value' from jsonb_array_elements(r.send -> 'recipients') e
        union
        select c.kind, c.value from chat_participant c
        where c.workspace_id = r.workspace_id and c.environment = r.environment
          and c.channel = r.send ->> 'channel' and c.chat_id = r.send ->> 'chat_id'
      ) n (kind, value)
      where r.id = :runId
    )
    select not exists (select from reached) or exists (
      select from reached n where not exists (
        select from touch t where t.workspace_id = n.workspace_id and t.environment = n.environment
          and t.kind = n.kind and t.value = n.value)
    ) as reaches`,
})

/** Whether a send reaches a person that no run of its workspace has contacted before. */
export async function reachesNewPeople(db: Database, runId: string): Promise<boolean> {
  const [row] = await db.query(READ_REACHES_NEW_PEOPLE, { runId })
  return row?.reaches ?? true
}
