import Type, { type Static } from 'typebox'
import { EVENT_TYPES } from '../../domain/events/types.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { DELIVERY_STATUSES } from '../../domain/webhooks/delivery.ts'
import { closed, dateOrTime, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

export const WEBHOOK_URL_LENGTH_MAX = 2_048
const DESCRIPTION_LENGTH_MAX = 500

export const WebhookId = Type.String({ pattern: idPattern('wh'), examples: ['wh_01j9zq3v6n4k8w2x5y7a9b1c3d'] })
const DeliveryId = Type.String({ pattern: idPattern('whd'), examples: ['whd_01j9zq3v6n4k8w2x5y7a9b1c3d'] })

const webhookMembers = {
  id: WebhookId,
  url: Type.String(),
  events: Type.Array(Type.String(), {
    description: 'The event types that are sent to the endpoint; empty: all types but `run.finished`.',
  }),
  description: nullable(Type.String()),
  enabled: Type.Boolean(),
  disabled_reason: nullable(Type.String(), {
    description: 'Why the service disabled the endpoint; null if it is enabled or a user disabled it.',
  }),
  failing_since: nullable(Timestamp, {
    description: 'The first failed attempt since the last success. The endpoint is disabled three days later.',
  }),
  created_at: Timestamp,
}

/** Where events are sent (Spec 2.9); the secret is shown once and is no part of it. */
export const Webhook = named('Webhook', closed(webhookMembers))
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = named(
  'WebhookWithSecret',
  closed({
    ...webhookMembers,
    secret: Type.String({
      description:
        'Shown only once. The entire string is the key of the signatures of this endpoint. Callbacks (`callback_url`) have another one: `GET /v1/callbacks/secret`.',
      examples: ['whsec_…'],
    }),
  }),
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

/** The delivery of one event to one endpoint (decisions, "delivery"). */
export const Delivery = named(
  'WebhookDelivery',
  closed({
    id: DeliveryId,
    event_id: Type.String(),
    type: Type.String(),
    url: Type.String({ description: 'Where it is sent: the URL of a callback, or that of the endpoint.' }),
    status: oneOf(DELIVERY_STATUSES),
    attempts: Type.Array(
      closed({
        at: Timestamp,
        status_code: nullable(Type.Integer(), { description: 'null: there was no response.' }),
        error: nullable(Type.String(), { description: 'Why it failed.' }),
        latency_ms: Type.Integer(),
        response: nullable(Type.String(), { description: 'The beginning of the response.' }),
      }),
    ),
    next_attempt_at: nullable(Timestamp, { description: 'null: there is no further attempt.' }),
    created_at: Timestamp,
  }),
)
export type Delivery = Static<typeof Delivery>

export const WebhookWithDeliveries = named(
  'WebhookWithDeliveries',
  closed({
    ...webhookMembers,
    deliveries: Type.Array(Delivery, { description: 'The last 20, newest first, or the last 20 of the `status`.' }),
  }),
)

export const DeliveriesQuery = closed({
  status: Type.Optional(
    oneOf(DELIVERY_STATUSES, {
      description: 'Only deliveries with this status, among the newest 10,000 of the endpoint.',
      examples: ['failed'],
    }),
  ),
})

export const WebhookList = named(
  'WebhookList',
  closed({
    items: Type.Array(Webhook, { description: 'Oldest first.' }),
    event_types: Type.Array(closed({ type: Type.String(), description: Type.String() })),
  }),
)

const Url = Type.String({
  minLength: 1,
  maxLength: WEBHOOK_URL_LENGTH_MAX,
  description: 'An https URL that is publicly reachable.',
  examples: ['https://example.com/hooks'],
})
const Events = Type.Array(oneOf(EVENT_TYPES), {
  uniqueItems: true,
  maxItems: EVENT_TYPES.length,
  description: 'The event types to send; empty: all types but `run.finished`, which has to be named.',
})
const Description = nullable(Type.String({ maxLength: DESCRIPTION_LENGTH_MAX }))

/** The body of `POST /v1/webhooks`. */
export const WebhookCreate = named(
  'WebhookCreate',
  closed({
    url: Url,
    events: Type.Optional(Events),
    description: Type.Optional(Description),
  }),
)

/** The body of `PATCH /v1/webhooks/{webhook_id}`: members that are left out stay as they are. */
export const WebhookEdit = named(
  'WebhookEdit',
  closed({
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    description: Type.Optional(Description),
    enabled: Type.Optional(
      Type.Boolean({ description: 'false drops pending deliveries; true resets the failure count.' }),
    ),
  }),
)

export const WebhookTested = named(
  'WebhookTested',
  closed({
    delivered: Type.Boolean(),
    status_code: nullable(Type.Integer(), { description: 'The response of the endpoint; null: no response.' }),
    latency_ms: nullable(Type.Integer()),
    error: nullable(Type.String(), { description: 'Why the delivery failed.' }),
    delivery_id: DeliveryId,
  }),
)

/** The body of `POST /v1/webhooks/{webhook_id}/recover`. */
export const WebhookRecovery = named(
  'WebhookRecovery',
  closed({
    since: dateOrTime('Deliveries made from then on; a date is midnight UTC. Deliveries are kept for 30 days.'),
    until: Type.Optional(dateOrTime('Deliveries made before; the time of the request by default.')),
  }),
)

export const WebhookRecovered = named(
  'WebhookRecovered',
  closed({
    webhook_id: WebhookId,
    deliveries: Type.Integer({ minimum: 0, description: 'How many are sent again.' }),
    since: Timestamp,
    until: Timestamp,
    next_since: nullable(Timestamp, {
      description: 'The `since` with which the next request continues; null: nothing of the window is left.',
    }),
  }),
)

const anyId = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: [example] })
export const WebhookParams = closed({
  webhook_id: anyId('The id of the endpoint, `wh_…`.', 'wh_01j9zq3v6n4k8w2x5y7a9b1c3d'),
})
export const DeliveryParams = closed({
  ...WebhookParams.properties,
  delivery_id: anyId('The id of the delivery, `whd_…`.', 'whd_01j9zq3v6n4k8w2x5y7a9b1c3d'),
})
