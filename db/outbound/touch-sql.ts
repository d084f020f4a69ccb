import { addTouchSql } from '../rows/touches.ts'
import { comparedValue } from './hashed-name.ts'
import { OF_PERSON } from './related-identities-sql.ts'

/** The value of a name `n` and, of an email address, its mailbox: who has a second address there is the same person. */
const AND_MAILBOX = `cross join lateral (
        values (n.value), (${comparedValue({ kind: 'n.kind', value: 'n.value' })})
      ) m (value)`

/**
 * CTEs that release an ending run's claims and end in `released_claim`. The claims are locked in the order in which
 * they are made (decisions, "Lock order"). `locked` is the run with its `send`; runs without one
 * lock and delete nothing.
 */
export const RELEASE_CLAIMS_SQL = `claim_to_release as materialized (
      select c.* from locked l join touch_claim c on c.run_id = l.id
      where l.send is not null
      order by c.channel, c.kind, c.value for update of c
    ), released_claim as (
      delete from touch_claim c using claim_to_release k
      where c.workspace_id = k.workspace_id and c.environment = k.environment and c.channel = k.channel
        and c.kind = k.kind and c.value = k.value
      returning c.run_id
    )`

/**
 * CTEs that record the people that an ended send reached, and end in `touched_row` (Spec 2.7, 2.8). A send counts when
 * it succeeded, or when an attempt has an unknown outcome (decisions, "unknown send"). A message in a chat that names
 * one person also shows who the chat's participant is. The linked row is reached in every case: where no
 * recipient is an identity of it, the send touches the person of the row (decisions, "A linked row"). `locked` is the
 * run with its `send` and `record`; `status` and `attempt` say how it ended.
 */
export const touchesSql = ({
  status,
  attempt,
}: {
  readonly status: string
  readonly attempt: string
}): string => `sent as materialized (
      select l.id, l.workspace_id, l.environment, l.send, l.send ->> 'channel' as channel,
        (l.record ->> 'row_id')::bigint as linked_row, clock_timestamp() as at,
        ${status} = 'succeeded' as delivered from locked l
      where l.send is not null
        and (${status} = 'succeeded' or exists (select from attempt a where a.run_id = l.id and a.outcome = 'unknown'))
    ), addressed as materialized (
      select n.kind, n.value from sent s cross join lateral (
        select e ->> 'kind', e ->> 'value' from jsonb_array_elements(s.send -> 'recipients') e
        union
        select c.kind, c.value from chat_participant c
        where c.workspace_id = s.workspace_id and c.environment = s.environment and c.channel = s.channel
          and c.chat_id = s.send ->> 'chat_id'
      ) n (kind, value)
    ), reached as materialized (
      select kind, value from addressed
      union all
      select i.kind, i.value from sent s join row_identity i on i.row_id = s.linked_row
      where ${OF_PERSON} and not exists (
        select from addressed n join row_identity k on k.row_id = s.linked_row and k.kind = n.kind and k.value = n.value
      )
    ), touched as (
      insert into touch (run_id, kind, value, workspace_id, environment, channel, at)
      select distinct s.id, n.kind, m.value, s.workspace_id, s.environment, s.channel, s.at
      from sent s cross join reached n ${AND_MAILBOX}
      on conflict do nothing
      returning run_id
    ), learned as (
      insert into chat_participant (workspace_id, environment, channel, chat_id, kind, value)
      select s.workspace_id, s.environment, s.channel, t.chat_id, s.send -> 'recipients' -> 0 ->> 'kind',
        s.send -> 'recipients' -> 0 ->> 'value'
      from sent s join attempt a on a.run_id = s.id and a.number = ${attempt}
      cross join lateral (select coalesce(a.output ->> 'chat_id', s.send ->> 'chat_id') as chat_id) t
      where s.delivered and s.channel <> 'email' and jsonb_array_length(s.send -> 'recipients') = 1
        and length(t.chat_id) between 1 and 500
      on conflict do nothing
      returning chat_id
    ), reached_row as materialized (
      select i.row_id from sent s cross join addressed n cross join lateral (
        select i.row_id from row_identity i
        where i.workspace_id = s.workspace_id and i.environment = s.environment and i.kind = n.kind
          and i.value = n.value offset 0
      ) i
      union
      select linked_row from sent where linked_row is not null
    ), ${addTouchSql('reached_row', 'sent')}`
