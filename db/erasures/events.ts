import { ERASED_TEXT, KEPT_OF_EVENTS } from '../../domain/erasures/stages.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { type Batch, type BatchValues, type ErasedBatch, mentions, onlyRow, SIZED_BATCH } from './batch.ts'

type BatchRow = { readonly after: string | null; readonly erased: number }

const KEPT = `array[${KEPT_OF_EVENTS.map((name) => `'${name}'`).join(', ')}]`

/** An event keeps its place on the stream, its type, and what names things of this service. */
const ERASE_EVENTS = statement<BatchValues & { bytes: number }, BatchRow>({
  name: 'erase_events',
  effect: 'within',
  text: `with candidates as materialized (
      select id, sequence as place, pg_column_size(data) as size from event
      where workspace_id = :workspaceId and environment = :environment
        and sequence > coalesce(nullif(:after, ''), '0')::bigint
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

/** What endpoints answered is all that a delivery holds beside its event. A place is an endpoint and a delivery. */
const ERASE_DELIVERIES = statement<BatchValues, BatchRow>({
  name: 'erase_deliveries',
  effect: 'within',
  text: `with batch as materialized (
      select d.webhook_id, d.id, d.attempts, row_number() over (order by d.webhook_id, d.id) as place
      from webhook_endpoint e cross join lateral (
        select webhook_id, id, attempts from webhook_delivery d
        where d.webhook_id = e.id and (e.id > split_part(:after, ' ', 1) or d.id > split_part(:after, ' ', 2))
        order by d.id limit :limit
      ) d
      where e.workspace_id = :workspaceId and e.environment = :environment and e.id >= split_part(:after, ' ', 1)
      order by d.webhook_id, d.id limit :limit
    ), erased as (
      update webhook_delivery d set attempts = (
        select jsonb_agg(one || '{"response": null}' order by place)
        from jsonb_array_elements(d.attempts) with ordinality as a (one, place))
      from batch b where d.id = b.id and ${mentions('b.attempts::text')}
      returning 1
    )
    select (select webhook_id || ' ' || id from batch where place = :limit) as after,
      (select count(*)::integer from erased) as erased`,
})

/** The key is free again: what is repeated under it within a day is a new request. */
const ERASE_ANSWERS = statement<BatchValues & { names: readonly string[] }, BatchRow>({
  name: 'erase_stored_answers',
  effect: 'within',
  text: `with batch as materialized (
      select key, answer is not null as answered, ${mentions('answer::text')}
        or exists (select from unnest(:names::text[]) as n (name) where position(name in lower(key)) > 0) as meant
      from idempotent_answer
      where workspace_id = :workspaceId and environment = :environment and key > :after
      order by key limit :limit
    ), erased as (
      delete from idempotent_answer a using batch b
      where a.workspace_id = :workspaceId and a.environment = :environment and a.key = b.key and b.meant and b.answered
      returning 1
    )
    select (select case when count(*) = :limit then max(key) end from batch) as after,
      (select count(*)::integer from erased) as erased`,
})

/** The ids of messages have no owner in their index, so a batch may have messages of others. */
const ERASE_MESSAGES = statement<BatchValues & { names: readonly string[] }, BatchRow>({
  name: 'erase_received_messages',
  effect: 'within',
  text: `with batch as materialized (
      select message_id, inbox_id, account_id, workspace_id, environment, participants
      from received_message where message_id > :after order by message_id fetch first (:limit::integer) rows with ties
    ), erased as (
      update received_message m set participants = array(
        select one from unnest(m.participants) with ordinality as p (one, place)
        where one <> all(:names::text[]) and not ${mentions('one')} order by place)
      from batch b
      where b.workspace_id = :workspaceId and b.environment = :environment and m.message_id = b.message_id
        and m.inbox_id is not distinct from b.inbox_id and m.account_id is not distinct from b.account_id
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

export async function eraseDeliveries(tx: Queries, { values }: Batch): Promise<ErasedBatch> {
  const { after, erased } = onlyRow(await tx.query(ERASE_DELIVERIES, values))
  return { after, erased: { deliveries: erased } }
}

export async function eraseStoredAnswers(tx: Queries, { values, names }: Batch): Promise<ErasedBatch> {
  const { after, erased } = onlyRow(await tx.query(ERASE_ANSWERS, { ...values, names }))
  return { after, erased: { stored_answers: erased } }
}

export async function eraseMessages(tx: Queries, { values, names }: Batch): Promise<ErasedBatch> {
  const { after, erased } = onlyRow(await tx.query(ERASE_MESSAGES, { ...values, names }))
  return { after, erased: { messages: erased } }
}
