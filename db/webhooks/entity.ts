import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { ownerIn } from '../workspaces/entity.ts'

/** A webhook endpoint that receives a workspace's events (Spec 2.9). */
const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    id: p.text().primary(),
    workspaceId: ownerIn('webhook_endpoint'),
    environment: p.enum(ENVIRONMENTS),
    url: p.text().check(`url <> '' and length(url) <= 2048`),
    /** Empty: every type but those that have to be named. */
    events: p.array().default([]),
    description: p.text().nullable(),
    enabled: p.boolean().default(true),
    disabledReason: p.text().nullable(),
    /** Counts how often it was enabled: deliveries of an earlier time stop. */
    generation: p.integer().default(1).check('generation > 0'),
    /** The auto-disable timer: the first failed attempt since the last success, and the last one. */
    failingSince: p.datetime().nullable(),
    lastFailedAt: p.datetime().nullable(),
    /** The endpoint of the workspace's callbacks, which no list has: its deliveries have URLs of their runs. */
    callbacks: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    updatedAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  checks: [
    { name: 'webhook_endpoint_check', expression: 'not enabled or disabled_reason is null' },
    { name: 'webhook_endpoint_check1', expression: '(failing_since is null) = (last_failed_at is null)' },
    { name: 'webhook_endpoint_check2', expression: 'failing_since <= last_failed_at' },
  ],
  uniques: [{ name: 'webhook_endpoint_of_callbacks', properties: ['workspaceId', 'environment'], where: 'callbacks' }],
  indexes: [
    { name: 'webhook_endpoint_of_workspace', properties: ['workspaceId', 'environment', 'id'] },
    {
      name: 'webhook_endpoint_failing',
      properties: ['failingSince'],
      where: 'enabled and failing_since is not null',
    },
  ],
})
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint)
