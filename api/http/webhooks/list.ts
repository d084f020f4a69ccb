import { EVENT_TYPES, EVENTS } from '../../../domain/events/types.ts'
import type { Database } from '../../../db/database.ts'
import { listWebhooks as list } from '../../../db/delivery/webhooks/endpoints.ts'
import { defineRoute } from '../../route/route.ts'
import { WebhookList } from '../../schemas/webhook.ts'
import { presentWebhook } from './present.ts'

/** Spec 4.11: the endpoints of the key's environment, and the event types. */
export const listWebhooks = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'listWebhooks',
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'List webhook endpoints and event types',
    description: 'Returns the endpoints of this environment without their secrets, and all event types.',
    tags: ['Webhooks'],
    spec: '4.11',
    access: 'owner',
    responses: {
      200: { description: 'All endpoints, and all event types with their descriptions.', schema: WebhookList },
    },
    errors: [],
    async handler({ principal, reply }) {
      const webhooks = await list(deps.db, principal)
      return reply(200, {
        items: webhooks.map(presentWebhook),
        event_types: EVENT_TYPES.map((type) => ({ type, description: EVENTS[type].description })),
      })
    },
  })
