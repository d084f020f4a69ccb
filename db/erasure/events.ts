import { ERASED_TEXT, KEPT_OF_EVENTS } from '../../domain/erasures/stages.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import {
  type Batch,
  type BatchValues,
  type ErasedBatch,
  keyMentions,
  mentions,
  NEXT_CURSOR,
  oneParent,
  onlyRow,
  SIZED_BATCH,
} from './batch.ts'

type BatchRow = { readonly after: string | null; readonly erased: number }

const KEPT = `array[${KEPT_OF_EVENTS.map((name) => `'${name}'`).join(', ')}]`

/** An event keeps its place on the stream, its type, and what names things of this service. */
export const ERASE_EVENTS = statement<BatchValues & { bytes: number }, BatchRow>({
  name: 'erase_events',
  effect: 'within',
  text: `with candidates as materialized (
      select id, sequence as place, pg_column_size(data) as size from event
      where workspace_id = :workspaceId and environment = :environment
        and sequence > coalesce(nullif(:after, ''), '0')::bigint and created_at <= :upTo::timestamptz
      order by sequence limit :limit
    ), ${SIZED_BATCH}, erased as (
      update event e set data = (
        select json_object_agg(m.key, case
          when json_typeof(m.value) not in ('string', 'array', 'object') then m.value
          when m.key = any(${KEPT}) and not ${mentions('m.value::text')} then m.value
          when json_typeof(m.value) = 'string' then to_json('${ERASED_TEXT}'::text)
          when json_typeof(m.value) = 'array' then '[]' else '{}' end)
        from json_each(e.data) m)
      from batch b where e.id = b.id and ${mentions('e.data::text')}
      returning 1
    )
    select (select after from next),
      (select count(*)::integer from erased) as erased`,
})

/**
 * What endpoints answered, and the URL of a callback, are all that a delivery holds in addition to its event. A place
 * is an endpoint and a delivery.
 */
export const ERASE_DELIVERIES = statement<BatchValues & { bytes: number }, BatchRow>({
  name: 'erase_deliveries',
  effect: 'within',
  text: `with ${oneParent('webhook_endpoint')}, candidates as materialized (
      select d.id, d.id as place, pg_column_size(d.attempts) as size
      from parent p join webhook_delivery d on d.webhook_id = p.id and d.id > coalesce(p.child, '')
      order by d.id limit :limit
    ), ${SIZED_BATCH}, erased as (
      update webhook_delivery d set attempts = (
        select jsonb_agg(one || '{"response": null}' order by place)
        from jsonb_array_elements(d.attempts) with ordinality as a (one, place)),
        url = case when ${mentions('d.url')} then '${ERASED_TEXT}' else d.url end
      from batch b where d.id = b.id and d.created_at <= :upTo::timestamptz and ${mentions('d.attempts::text, d.url')}
      returning 1
    )
    select ${NEXT_CURSOR} as after, (select count(*)::integer from erased) as erased`,
})

/** The key is free again: what is repeated under it within a day is a new request. */
export const ERASE_ANSWERS = statement<BatchValues & { keyPattern: string; bytes: number }, BatchRow>({
  name: 'erase_stored_answers',
  effect: 'within',
  text: `with candidates as materialized (
      select key as id, key as place, coalesce(pg_column_size(answer), 0) as size from idempotent_answer
      where workspace_id = :workspaceId and environment = :environment and key > :after
      order by key limit :limit
    ), ${SIZED_BATCH}, erased as (
      delete from idempotent_answer a using batch b
      where a.workspace_id = :workspaceId and a.environment = :environment and a.key = b.id
        and a.answer is not null and a.created_at <= :upTo::timestamptz
        and (${mentions('a.answer::text')} or ${keyMentions('a.key')})
      returning 1
    )
    select (select after from next), (select count(*)::integer from erased) as erased`,
})

/** The ids of messages have no owner in their index, so a batch may have messages of others. */
export const ERASE_MESSAGES = statement<BatchValues & { names: readonly string[] }, BatchRow>({
  name: 'erase_received_messages',
  effect: 'within',
  text: `with batch as materialized (
      select message_id, inbox_id, account_id, workspace_id, environment, participants, received_at
      from received_message where message_id > :after order by message_id fetch first (:limit::integer) rows with ties
    ), erased as (
      update received_message m set participants = array(
        select one from unnest(m.participants) with ordinality as p (one, place)
        where one <> all(:names::text[]) and not ${mentions('one')} order by place)
      from batch b
      where b.workspace_id = :workspaceId and b.environment = :environment and m.message_id = b.message_id
        and m.inbox_id is not distinct from b.inbox_id and m.account_id is not distinct from b.account_id
        and b.received_at <= :upTo::timestamptz
        and (b.participants && :names::text[] or ${mentions("array_to_string(b.participants, ' ')")})
      returning 1
    )
    select (select case when count(*) >= :limit::integer then max(message_id) end from batch) as after,
      (select count(*)::integer from erased) as erased`,
})

export async function eraseEvents(tx: Queries, { values, bytes }: Batch): Promise<ErasedBatch> {
  const { after, erased } = onlyRow(await tx.query(ERASE_EVENTS, { ...values, bytes }))
  return { after, erased: { events: erased } }
}

export async function eraseDeliveries(tx: Queries, { values, bytes }: Batch): Promise<ErasedBatch> {
  const { after, erased } = onlyRow(await tx.query(ERASE_DELIVERIES, { ...values, bytes }))
  return { after, erased: { deliveries: erased } }
}

export async function eraseStoredAnswers(tx: Queries, { values, keyPattern, bytes }: Batch): Promise<ErasedBatch> {
  const { after, erased } = onlyRow(await tx.query(ERASE_ANSWERS, { ...values, keyPattern, bytes }))
  return { after, erased: { stored_answers: erased } }
}

export async function eraseMessages(tx: Queries, { values, names }: Batch): Promise<ErasedBatch> {
  const { after, erased } = onlyRow(await tx.query(ERASE_MESSAGES, { ...values, names }))
  return { after, erased: { messages: erased } }
}
