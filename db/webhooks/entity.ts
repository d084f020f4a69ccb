import { defineEntity, p } from '@mikro-orm/core'
import type { JsonObject } from '../../domain/json/json.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { DELIVERY_STATUSES, type DeliveryAttempt } from '../../domain/webhooks/delivery.ts'

/** A webhook endpoint that receives a workspace's events (Spec 2.9). */
const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    url: p.text(),
    /** Empty: every type. */
    events: p.array(),
    description: p.text().nullable(),
    enabled: p.boolean(),
    disabledReason: p.text().nullable(),
    /** The number of times it was enabled. */
    generation: p.integer(),
    failingSince: p.datetime().nullable(),
    lastFailedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint)

/** A secret that signs an endpoint's deliveries, sealed (see domain/connections/credential.ts). */
const WebhookSecretSchema = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secret',
  properties: {
    id: p.text().primary(),
    webhookId: p.text(),
    workspaceId: p.text(),
    ciphertext: p.blob(),
    wrappedKey: p.blob(),
    keyVersion: p.integer(),
    createdAt: p.datetime(),
    /** null: the current secret. */
    expiresAt: p.datetime().nullable(),
  },
})
export class WebhookSecret extends WebhookSecretSchema.class {}
WebhookSecretSchema.setClass(WebhookSecret)

/** The delivery of one event to one endpoint. */
const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.text().primary(),
    webhookId: p.text(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    eventId: p.text(),
    eventType: p.text(),
    /** The envelope of an event that is not on the stream. */
    testEvent: p.json<JsonObject>().columnType('json').nullable(),
    generation: p.integer(),
    status: p.enum(DELIVERY_STATUSES),
    attempts: p.json<DeliveryAttempt[]>(),
    attemptsMade: p.integer(),
    attemptsMax: p.integer(),
    nextAttemptAt: p.datetime().nullable(),
    sweepAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery)
