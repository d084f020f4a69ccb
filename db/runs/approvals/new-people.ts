import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/**
 * A person of a send counts as known after a message of the workspace and environment was delivered to them, on any
 * channel and however long ago. A touch alone does not suffice: a send that names another row also touches the person
 * of that row (decisions, "A linked row"). A chat whose people are unknown may reach anyone, whatever else is named.
 */
export const READ_REACHES_NEW_PEOPLE = statement<{ runId: string }, { reaches: boolean }>({
  name: 'read_reaches_new_people',
  effect: false,
  text: `with judged as materialized (
      select workspace_id, environment, send, send ->> 'channel' as channel, send ->> 'chat_id' as chat_id
      from run where id = :runId
    ), in_chat as materialized (
      select c.kind, c.value from judged r join chat_participant c on c.workspace_id = r.workspace_id
        and c.environment = r.environment and c.channel = r.channel and c.chat_id = r.chat_id
    ), reached as materialized (
      select e ->> 'kind' as kind, e ->> 'value' as value from judged r, jsonb_array_elements(r.send -> 'recipients') e
      union
      select kind, value from in_chat
    )
    select not exists (select from reached)
      or exists (select from judged where chat_id is not null and not exists (select from in_chat))
      or exists (
        select from reached n cross join judged r where not exists (
          select from touch t join run e on e.id = t.run_id
          where t.workspace_id = r.workspace_id and t.environment = r.environment
            and t.kind = n.kind and t.value = n.value and e.status = 'succeeded' and (
              e.send -> 'recipients' @> jsonb_build_array(jsonb_build_object('kind', n.kind, 'value', n.value))
              or exists (
                select from chat_participant c
                where c.workspace_id = t.workspace_id and c.environment = t.environment and c.channel = t.channel
                  and c.chat_id = e.send ->> 'chat_id' and c.kind = n.kind and c.value = n.value))
        )
      ) as reaches`,
})

/** Whether a send reaches a person that no run of its workspace has contacted before. */
export async function reachesNewPeople(db: Database, runId: string): Promise<boolean> {
  const [row] = await db.query(READ_REACHES_NEW_PEOPLE, { runId })
  return row?.reaches ?? true
}
