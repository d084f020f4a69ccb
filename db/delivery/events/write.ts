import { type NewEvent, OPT_IN_TYPES } from '../../../domain/events/types.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { DeliveryToStart } from '../../../domain/webhooks/delivery.ts'
import {
  DELIVERY_ATTEMPTS_MAX,
  WEBHOOK_ENDPOINTS_MAX,
  SWEEP_DELIVERY_AFTER_SECONDS,
} from '../../../domain/webhooks/schedule.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { newId } from '../../ids.ts'

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
export const WRITE_EVENTS = statement<
  {
    workspaceId: string
    environment: Environment
    eventIds: readonly string[]
    types: readonly string[]
    data: readonly string[]
    deliveryIds: readonly string[]
    streamOnlyIds: readonly string[]
    optInTypes: readonly string[]
    callbackUrls: readonly (string | null)[]
  },
  DeliveryToStart
>({
  name: 'write_events',
  effect: 'within',
  text: `with counted as (
      insert into event_counter as c (workspace_id, environment, last_sequence, last_at)
      values (:workspaceId, :environment, cardinality(:eventIds::text[]), clock_timestamp())
      on conflict (workspace_id, environment) do update
        set last_sequence = c.last_sequence + cardinality(:eventIds::text[]),
          last_at = greatest(c.last_at, clock_timestamp())
      returning last_sequence, last_at
    ), written as (
      insert into event (id, workspace_id, environment, sequence, type, created_at, data)
      select n.id, :workspaceId, :environment, c.last_sequence - cardinality(:eventIds::text[]) + n.position, n.type,
        c.last_at, n.data
      from counted c cross join unnest(:eventIds::text[], :types::text[], :data::json[]) with ordinality as n (id, type,
        data, position)
      returning id, sequence, type, created_at
    ), listening as materialized (
      select w.id, w.generation, w.events, w.callbacks from webhook_endpoint w
      where w.workspace_id = :workspaceId and w.environment = :environment and w.enabled
        and (select count(*) from written) > 0
      for key share of w
    ), wanted as (
      select w.id as webhook_id, w.generation, e.id as event_id, e.type as event_type, w.callbacks as callback, n.url,
        row_number() over (order by e.sequence, w.id) as position
      from written e join unnest(:eventIds::text[], :callbackUrls::text[]) as n (event_id, url) on n.event_id = e.id
        join listening w on case when w.callbacks then n.url is not null else e.id <> all (:streamOnlyIds::text[])
          and (w.events = '{}' and e.type <> all (:optInTypes::text[]) or e.type = any (w.events)) end
    )
    insert into webhook_delivery (id, webhook_id, workspace_id, environment, event_id, event_type, generation,
      url, attempts_max, next_attempt_at, sweep_at)
    select (:deliveryIds::text[])[w.position], w.webhook_id, :workspaceId, :environment, w.event_id, w.event_type,
      w.generation, case when w.callback then w.url end, ${DELIVERY_ATTEMPTS_MAX},
      clock_timestamp(), clock_timestamp() + interval '${SWEEP_DELIVERY_AFTER_SECONDS} seconds'
    from wanted w
    returning id, webhook_id as "webhookId", workspace_id as "workspaceId", environment, event_type as "eventType"`,
})

/** One for each endpoint, and one for a callback. */
const DELIVERIES_PER_EVENT_MAX = WEBHOOK_ENDPOINTS_MAX + 1

export interface WrittenEvents {
  /** In the order of the events given. */
  readonly eventIds: readonly string[]
  /** Pass them to `startDeliveries` after the commit; the sweeper finds those that were not started. */
  readonly deliveries: readonly DeliveryToStart[]
}

/**
 * `id`: given where an earlier row already names the event; otherwise it is generated here. `streamOnly`: the event is
 * on the stream and has no deliveries. `callbackUrl`: it is delivered there too; the workspace's endpoint of callbacks
 * exists (`callbackEndpoint`).
 */
export type EventToWrite = NewEvent & {
  readonly id?: string
  readonly streamOnly?: true
  readonly callbackUrl?: string
}

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
  const deliveries = await tx.query(WRITE_EVENTS, {
    workspaceId: owner.workspaceId,
    environment: owner.environment,
    eventIds,
    types: events.map(({ type }) => type),
    data: events.map((event) => JSON.stringify(event.data)),
    deliveryIds: Array.from({ length: events.length * DELIVERIES_PER_EVENT_MAX }, () => newId('whd')),
    optInTypes: OPT_IN_TYPES,
    callbackUrls: events.map(({ callbackUrl }) => callbackUrl ?? null),
    streamOnlyIds: eventIds.filter((_, index) => events[index]?.streamOnly === true),
  })
  tx.emit({ kind: 'events_written', environment: owner.environment, types: events.map(({ type }) => type) })
  return { eventIds, deliveries }
}
