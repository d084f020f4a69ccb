import { lastDeliveries } from '../../../db/delivery/webhooks/deliveries.ts'
import { defineRoute } from '../../route/route.ts'
import { CallbackList } from '../../schemas/callback.ts'
import { DeliveriesQuery } from '../../schemas/webhook.ts'
import { presentDelivery } from '../webhooks/present.ts'
import { type CallbackDeps, callbacksOf } from './endpoint.ts'

const DELIVERIES_SHOWN = 20

/** The deliveries of callbacks, as those of an endpoint. */
export const listCallbacks = (deps: CallbackDeps) =>
  defineRoute({
    operationId: 'listCallbacks',
    method: 'GET',
    path: '/v1/callbacks',
    summary: 'List callbacks',
    description:
      'Returns the last deliveries to `callback_url`, with their attempts. With `webhook_id` they can be retried and recovered as those of an endpoint.',
    tags: ['Callbacks'],
    spec: '4.13',
    access: 'owner',
    query: DeliveriesQuery,
    responses: { 200: { description: 'The last deliveries.', schema: CallbackList } },
    errors: [],
    async handler({ query, principal, reply }) {
      const { id } = await callbacksOf(deps, principal)
      const deliveries = await lastDeliveries(deps.db, {
        webhookId: id,
        status: query.status ?? null,
        limit: DELIVERIES_SHOWN,
      })
      return reply(200, { webhook_id: id, deliveries: deliveries.map(presentDelivery) })
    },
  })
