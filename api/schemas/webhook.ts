import Type from 'typebox'
import type { Static } from 'typebox'
import { EVENT_TYPES } from '../../domain/events/types.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { DELIVERY_STATUSES } from '../../domain/webhooks/delivery.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

const WEBHOOK_URL_LENGTH_MAX = 2_048
const DESCRIPTION_LENGTH_MAX = 500

const WebhookId = Type.String({ pattern: idPattern('wh'), examples: ['wh_01j9zq3v6n4k8w2x5y7a9b1c3d'] })
const DeliveryId = Type.String({ pattern: idPattern('whd'), examples: ['whd_01j9zq3v6n4k8w2x5y7a9b1c3d'] })

const webhookMembers = {
  id: WebhookId,
  url: Type.String(),
  events: Type.Array(Type.String(), { description: 'The types that are sent to it; empty: every type.' }),
  description: nullable(Type.String()),
  enabled: Type.Boolean(),
  disabled_reason: nullable(Type.String(), {
    description: 'Why it was switched off by the service; null when it was not, or when somebody did it.',
  }),
  failing_since: nullable(Timestamp, {
    description: 'The first failed attempt since the last success: three days after it the endpoint is switched off.',
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
      description: 'Shown once. The key of the signatures is this whole string.',
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
    status: oneOf(DELIVERY_STATUSES),
    attempts: Type.Array(
      closed({
        at: Timestamp,
        status_code: nullable(Type.Integer(), { description: 'null: there was no answer.' }),
        error: nullable(Type.String(), { description: 'Why it failed.' }),
        latency_ms: Type.Integer(),
        response: nullable(Type.String(), { description: 'The beginning of the answer.' }),
      }),
    ),
    next_attempt_at: nullable(Timestamp, { description: 'null: there is none.' }),
    created_at: Timestamp,
  }),
)
export type Delivery = Static<typeof Delivery>

export const WebhookWithDeliveries = named(
  'WebhookWithDeliveries',
  closed({
    ...webhookMembers,
    deliveries: Type.Array(Delivery, { description: 'The last 20, newest first.' }),
  }),
)

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
  description: 'https, and publicly reachable.',
  examples: ['https://example.com/hooks'],
})
const Events = Type.Array(oneOf(EVENT_TYPES), {
  uniqueItems: true,
  maxItems: EVENT_TYPES.length,
  description: 'The types to send; empty: every type.',
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
    enabled: Type.Optional(Type.Boolean({ description: 'false stops what is pending; true starts clean.' })),
  }),
)

export const WebhookTested = named(
  'WebhookTested',
  closed({
    delivered: Type.Boolean(),
    status_code: nullable(Type.Integer(), { description: 'What the endpoint answered; null: nothing.' }),
    latency_ms: nullable(Type.Integer()),
    error: nullable(Type.String(), { description: 'Why it was not delivered.' }),
    delivery_id: DeliveryId,
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
