import { spelledSql } from './message-ids-sql.ts'

/** More messages of one thread are not searched: the newest ones name everyone who still takes part. */
const MESSAGES_MAX = 1_000

/**
 * The message that a send answers, under each of its spellings, as a column of `run`. Null where the send is no reply.
 * A run that an earlier version accepted has it in its input, or in the path of a raw reply.
 */
export const ANSWERED = `case when send ->> 'reply' = 'true' then ${spelledSql(`coalesce(send ->> 'answers',
        case when raw_request is null then input ->> 'in_reply_to' else raw_request -> 'path' ->> 'message_id' end)`)}
      end as answers`

/**
 * CTEs that end in `correspondent`: the recipients of a reply that belong to its thread (decisions, "a send's
 * replies"). `run` is a relation of one send with `workspace_id, environment, send, answers`. The workspace knows a
 * thread by the messages that it sent and received in it: those with the thread's id, or the answered message alone
 * where the provider names no thread. Of a message that the workspace does not know, `thread` is empty.
 */
export const threadSql = (run: string): string => `thread as materialized (
      select r.workspace_id, r.environment, r.answers, k.thread_id
      from ${run} r cross join lateral (
        select m.thread_id from received_message m
        where m.message_id = any (r.answers) and m.workspace_id = r.workspace_id and m.environment = r.environment
        union
        select a.output ->> 'thread_id' from attempt a join run o on o.id = a.run_id
        where a.output ->> 'message_id' = any (r.answers) and a.capability = 'email.send' and a.outcome = 'succeeded'
          and o.workspace_id = r.workspace_id and o.environment = r.environment
      ) k
    ), correspondent as materialized (
      select p.value from thread k cross join lateral (
        select unnest(m.participants) as value from received_message m
        where m.message_id = any (k.answers) and m.workspace_id = k.workspace_id and m.environment = k.environment
        union
        select unnest(m.participants) from (
          select m.participants from received_message m
          where m.workspace_id = k.workspace_id and m.environment = k.environment and m.thread_id = k.thread_id
          order by m.received_at desc limit ${MESSAGES_MAX}
        ) m
      ) p
      union
      select n.value from thread k join ${run} r on true cross join lateral (
        select e ->> 'value' as value from jsonb_array_elements(r.send -> 'recipients') e
      ) n
      where exists (
        select from touch t join attempt a on a.run_id = t.run_id and a.capability = 'email.send'
          and a.outcome = 'succeeded'
        join run o on o.id = t.run_id
        where t.workspace_id = k.workspace_id and t.environment = k.environment and t.kind = 'email'
          and t.value = n.value and t.channel = 'email'
          and (a.output ->> 'message_id' = any (k.answers) or a.output ->> 'thread_id' = k.thread_id)
          and o.send -> 'recipients' @> jsonb_build_array(jsonb_build_object('kind', t.kind, 'value', t.value))
      )
    )`
