import { SWEEP_DELIVERY_AFTER_SECONDS } from '../../../domain/webhooks/schedule.ts'
import type { EventEnvelope } from '../../../domain/events/types.ts'
import type { DeliveryAttempt, DeliveryStatus, DeliveryToStart } from '../../../domain/webhooks/delivery.ts'
import type { Database } from '../../database.ts'
import { type OuterJoined, statement } from '../../statement.ts'
import { newId } from '../../ids.ts'
import { ANSWERS_KEPT } from '../idempotency/answers.ts'
import type { WebhookRef } from './endpoints.ts'

/** A delivery as its endpoint's owner sees it (decisions, "delivery"). */
export interface StoredDelivery {
  readonly id: string
  readonly eventId: string
  readonly eventType: string
  /** Where it is sent: the URL of a callback, or that of its endpoint. */
  readonly url: string
  readonly status: DeliveryStatus
  readonly attempts: readonly DeliveryAttempt[]
  readonly nextAttemptAt: Date | null
  readonly createdAt: Date
}

/** Of a delivery `d`; `endpoint` is a part of the statement with the `url` of its endpoint. */
const columns = (endpoint: string): string => `d.id, d.event_id as "eventId", d.event_type as "eventType",
  coalesce(d.url, ${endpoint}.url) as url, d.status, d.attempts, d.next_attempt_at as "nextAttemptAt",
  d.created_at as "createdAt"`
const TO_START = `d.webhook_id as "webhookId", d.workspace_id as "workspaceId", d.environment`
const SWEEP_AT = `clock_timestamp() + interval '${SWEEP_DELIVERY_AFTER_SECONDS} seconds'`

/** A rare status is searched for no further back: their rows are read one by one. */
const SEARCHED_MAX = 10_000

export const LAST_DELIVERIES = statement<
  { webhookId: string; status: DeliveryStatus | null; limit: number },
  StoredDelivery
>({
  name: 'last_webhook_deliveries',
  effect: false,
  text: `select ${columns('w')} from (
      select * from webhook_delivery where webhook_id = :webhookId order by id desc limit ${SEARCHED_MAX}
    ) d join webhook_endpoint w on w.id = d.webhook_id
    where :status::text is null or d.status = :status order by d.id desc limit :limit`,
})

export interface DeliveriesWanted {
  readonly webhookId: string
  /** null: whatever their status. */
  readonly status: DeliveryStatus | null
  readonly limit: number
}

/** Newest first, among the newest 10,000. The caller has checked that the endpoint belongs to the workspace. */
export const lastDeliveries = (db: Database, wanted: DeliveriesWanted): Promise<StoredDelivery[]> =>
  db.query(LAST_DELIVERIES, { ...wanted })

/** A repeated request's delivery is among the newest of its endpoint: it is looked for no further back. */
const REPEATED_AMONG = 100
/** The random part of an event's id, which a repeated request has in common with the first. */
const SAME_EVENT = 'right(d.event_id, 16) = right(:eventId, 16)'

/** Waits for an endpoint that is being deleted; then there is no delivery. */
export const ADD_TEST_DELIVERY = statement<
  {
    webhookId: string
    workspaceId: string
    environment: string
    deliveryId: string
    eventId: string
    eventType: string
    testEvent: string
  },
  DeliveryToStart
>({
  name: 'add_test_delivery',
  effect: true,
  text: `with endpoint as materialized (
      select w.* from webhook_endpoint w where w.id = :webhookId and w.workspace_id = :workspaceId
        and w.environment = :environment and not w.callbacks for key share of w
    ), repeated as materialized (
      select d.* from (select d.* from endpoint w join webhook_delivery d on d.webhook_id = w.id order by d.id desc
        limit ${REPEATED_AMONG}) d
      where d.test_event is not null and ${SAME_EVENT} and d.created_at > clock_timestamp() - ${ANSWERS_KEPT}
    ), added as (
      insert into webhook_delivery as d (id, webhook_id, workspace_id, environment, event_id, event_type, test_event,
        generation, attempts_max, next_attempt_at, sweep_at)
      select :deliveryId, w.id, w.workspace_id, w.environment, :eventId, :eventType, :testEvent, w.generation, 1,
        clock_timestamp(), ${SWEEP_AT}
      from endpoint w where not exists (select from repeated)
      returning d.id, d.event_type as "eventType", ${TO_START}
    )
    select * from added union all select d.id, d.event_type, ${TO_START} from repeated d`,
})

/**
 * The delivery of a test event, which is on no stream; it is tried once. An event whose id has the same random part was
 * added by an earlier try of the same request: its delivery is returned. null: there is no such endpoint.
 */
export async function addTestDelivery(
  db: Database,
  { id, workspaceId, environment }: WebhookRef,
  event: EventEnvelope,
): Promise<DeliveryToStart | null> {
  const [delivery] = await db.query(ADD_TEST_DELIVERY, {
    webhookId: id,
    workspaceId,
    environment,
    deliveryId: newId('whd'),
    eventId: event.id,
    eventType: event.type,
    testEvent: JSON.stringify(event),
  })
  return delivery ?? null
}

/** The most attempts of one delivery, including those of its schedule: each one is stored. */
export const ATTEMPTS_KEPT_MAX = 100

/** In the order of locks: the endpoint, so that it cannot be disabled in the meantime, then the delivery. */
export const MAKE_DUE = statement<
  { webhookId: string; workspaceId: string; environment: string; deliveryId: string },
  RetriedRow
>({
  name: 'make_delivery_due',
  effect: 'within',
  text: `with endpoint as materialized (
      select id, enabled, generation, url from webhook_endpoint where id = :webhookId and workspace_id = :workspaceId
        and environment = :environment for no key update
    ), found as materialized (
      select d.id, w.enabled, w.generation, w.url, d.test_event is not null as test,
        d.attempts_made >= ${ATTEMPTS_KEPT_MAX} as spent,
        exists (select from event e where e.id = d.event_id) as kept
      from endpoint w join webhook_delivery d on d.webhook_id = w.id and d.id = :deliveryId
      for no key update of d
    ), retried as (
      update webhook_delivery d set status = 'pending', generation = f.generation, next_attempt_at = clock_timestamp(),
        sweep_at = ${SWEEP_AT},
        attempts_max = case when d.status = 'pending' then d.attempts_max else d.attempts_made + 1 end
      from found f where d.id = f.id and f.enabled and f.kept and not f.spent and not f.test
      returning ${columns('f')}, ${TO_START}
    )
    select f.enabled, f.test, f.spent, f.kept, r.* from found f left join retried r on true`,
})

type RetriedRow = {
  readonly enabled: boolean
  readonly test: boolean
  readonly spent: boolean
  readonly kept: boolean
} & OuterJoined<StoredDelivery & DeliveryToStart>
