import type { JsonObject } from '../../../domain/json/json.ts'
import type { ReplyClass } from '../../../domain/replies/classes.ts'
import type { Queries } from '../../database.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import { statement } from '../../statement.ts'

/** One message may have reached several inboxes; more than that has no workspace. */
const EVENTS_MAX = 100

export interface ClassifiedEvent {
  readonly id: string
  readonly data: JsonObject
}

export const LOCK_MESSAGE_EVENTS = statement<
  { workspaceId: string; environment: string; messageIds: readonly string[] },
  ClassifiedEvent
>({
  name: 'lock_message_events',
  effect: false,
  text: `select e.id, e.data from event e
    where e.data ->> 'message_id' = any (:messageIds::text[]) and e.data ->> 'class' is not null
      and e.workspace_id = :workspaceId and e.environment = :environment
    order by e.id limit ${EVENTS_MAX} for no key update of e`,
})

/** The events of a received message, locked, by any of the spellings of its id; none: it is not on the stream. */
export const lockMessageEvents = (
  tx: Queries,
  { workspaceId, environment }: StreamOwner,
  messageIds: readonly string[],
): Promise<ClassifiedEvent[]> => tx.query(LOCK_MESSAGE_EVENTS, { workspaceId, environment, messageIds })

export const CORRECT_EVENT = statement<{ eventId: string; data: string; class: string }>({
  name: 'correct_event',
  effect: 'within',
  text: `with corrected as (
      update event set data = :data::json where id = :eventId
    )
    update message_sender set class = :class where event_id = :eventId`,
})

/** Replaces what an event states of its message. Deliveries that are attempted later send it as it is then. */
export async function correctEvent(tx: Queries, { id, data }: ClassifiedEvent, kind: ReplyClass): Promise<void> {
  await tx.query(CORRECT_EVENT, { eventId: id, data: JSON.stringify(data), class: kind })
}

export interface SenderName {
  readonly kind: 'email' | 'linkedin' | 'handle' | 'phone'
  readonly value: string
}

export const READ_SENDERS = statement<{ eventIds: readonly string[] }, SenderName>({
  name: 'read_message_senders',
  effect: false,
  text: `select distinct kind, value from message_sender where event_id = any (:eventIds::text[]) order by kind, value`,
})

/** The names of the sender of a message. */
export const readSenders = (tx: Queries, eventIds: readonly string[]): Promise<SenderName[]> =>
  tx.query(READ_SENDERS, { eventIds })

export const LIFT_OBJECTIONS = statement<
  {
    workspaceId: string
    environment: string
    eventIds: readonly string[]
    kinds: readonly string[]
    values: readonly string[]
    lift: boolean
  },
  { objections: number }
>({
  name: 'lift_objections',
  effect: 'within',
  text: `with made as materialized (
      select s.kind, s.value from suppression s
      join unnest(:kinds::text[], :values::text[]) as n (kind, value) on s.kind = n.kind and s.value = n.value
      where s.workspace_id = :workspaceId and s.environment = :environment
        and s.reason in ('unsubscribe', 'not_interested') and s.source = any (:eventIds::text[])
      order by s.kind, s.value for update of s
    ), lifted as (
      delete from suppression s using made m
      where :lift::boolean and s.workspace_id = :workspaceId and s.environment = :environment and s.kind = m.kind
        and s.value = m.value
    )
    select count(*)::integer as objections from made`,
})

/** How many suppressions these messages have made; `lift` removes them, and those of no other message. */
export async function liftObjections(
  tx: Queries,
  { workspaceId, environment }: StreamOwner,
  { eventIds, people, lift }: { eventIds: readonly string[]; people: readonly SenderName[]; lift: boolean },
): Promise<number> {
  const [made] = await tx.query(LIFT_OBJECTIONS, {
    workspaceId,
    environment,
    eventIds,
    kinds: people.map(({ kind }) => kind),
    values: people.map(({ value }) => value),
    lift,
  })
  return made?.objections ?? 0
}
