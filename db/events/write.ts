import type { NewEvent } from '../../domain/events/types.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { DELIVERY_ATTEMPTS_MAX, WEBHOOK_ENDPOINTS_MAX } from '../../domain/webhooks/schedule.ts'
import type { Queries, Statement } from '../database.ts'
import { newId } from '../ids.ts'
import { SWEEP_DELIVERY_AFTER_SECONDS } from '../webhooks/sweep.ts'

export interface StreamOwner {
  readonly workspaceId: string
  readonly environment: Environment
}

/**
 * The counter is locked until the writer commits. Sequences therefore become visible in their order, and a reader that
 * has read up to one has missed none (decisions, "Events"). It is the last lock of its transaction. The statement also
 * creates the delivery for every endpoint that wants the event. It waits for an endpoint that is being deleted, so that
 * the deletion does not fail the transaction.
 */
const WRITE_EVENTS: Statement = {
  name: 'write_events',
  effect: 'within',
  text: `with counted as (
      insert into event_counter as c (workspace_id, environment, last_sequence, last_at)
      values ($1, $2, cardinality($3::text[]), clock_timestamp())
      on conflict (workspace_id, environment) do update
        set last_sequence = c.last_sequence + cardinality($3::text[]), last_at = greatest(c.last_at, clock_timestamp())
      returning last_sequence, last_at
    ), written as (
      insert into event (id, workspace_id, environment, sequence, type, created_at, data)
      select n.id, $1, $2, c.last_sequence - cardinality($3::text[]) + n.position, n.type, c.last_at, n.data
      from counted c cross join unnest($3::text[], $4::text[], $5::json[]) with ordinality as n (id, type, data, position)
      returning id, sequence, type, created_at
    ), listening as materialized (
      select w.id, w.generation, w.events from webhook_endpoint w
      where w.workspace_id = $1 and w.environment = $2 and w.enabled and (select count(*) from written) > 0
      for key share of w
    ), wanted as (
      select w.id as webhook_id, w.generation, e.id as event_id, e.type as event_type,
        row_number() over (order by e.sequence, w.id) as position
      from written e join listening w on (w.events = '{}' or e.type = any (w.events)) and e.id <> all ($7::text[])
    )
    insert into webhook_delivery (id, webhook_id, workspace_id, environment, event_id, event_type, generation, attempts_max, next_attempt_at, sweep_at)
    select ($6::text[])[w.position], w.webhook_id, $1, $2, w.event_id, w.event_type, w.generation, ${DELIVERY_ATTEMPTS_MAX},
      clock_timestamp(), clock_timestamp() + interval '${SWEEP_DELIVERY_AFTER_SECONDS} seconds'
    from wanted w
    returning id, webhook_id as "webhookId", workspace_id as "workspaceId", environment, event_type as "eventType"`,
}

export interface WrittenEvents {
  /** In the order of the events given. */
  readonly eventIds: readonly string[]
  /** Pass them to `startDeliveries` after the commit; the sweeper finds those that were not started. */
  readonly deliveries: readonly DeliveryToStart[]
}

/**
 * `id`: given where an earlier row already names the event; otherwise it is generated here. `streamOnly`: the event is
 * on the stream and has no deliveries.
 */
export type EventToWrite = NewEvent & { readonly id?: string; readonly streamOnly?: true }

/**
 * Writes events and their deliveries in the transaction of the fact that they report (decisions, "Events"): both are
 * stored, or neither. The events have the given order on the stream.
 */
export async function writeEvents(
  tx: Queries,
  owner: StreamOwner,
  events: readonly EventToWrite[],
): Promise<WrittenEvents> {
  if (events.length === 0) return { eventIds: [], deliveries: [] }
  const eventIds = events.map(({ id }) => id ?? newId('evt'))
  const deliveries = await tx.query<DeliveryToStart>(WRITE_EVENTS, [
    owner.workspaceId,
    owner.environment,
    eventIds,
    events.map(({ type }) => type),
    events.map((event) => JSON.stringify(event.data)),
    Array.from({ length: events.length * WEBHOOK_ENDPOINTS_MAX }, () => newId('whd')),
    eventIds.filter((_, index) => events[index]?.streamOnly === true),
  ])
  tx.emit({ kind: 'events_written', environment: owner.environment, types: events.map(({ type }) => type) })
  return { eventIds, deliveries }
}
