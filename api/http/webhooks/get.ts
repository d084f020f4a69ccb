import { ownRef } from '../../../domain/access/principal.ts'
import type { Database } from '../../../db/database.ts'
import { lastDeliveries } from '../../../db/delivery/webhooks/deliveries.ts'
import { readWebhook } from '../../../db/delivery/webhooks/endpoints.ts'
import { defineRoute } from '../../route/route.ts'
import { DeliveriesQuery, WebhookParams, WebhookWithDeliveries } from '../../schemas/webhook.ts'
import { existingWebhook } from './find.ts'
import { presentDelivery, presentWebhook } from './present.ts'

const DELIVERIES_SHOWN = 20

/** Spec 4.11: one endpoint with its last deliveries. */
export const getWebhook = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getWebhook',
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}',
    summary: 'Retrieve a webhook endpoint',
    description:
      'Returns the endpoint without its secret, and its last deliveries with their attempts and the time of the next attempt.',
    tags: ['Webhooks'],
    spec: '4.11',
    access: 'owner',
    params: WebhookParams,
    query: DeliveriesQuery,
    responses: { 200: { description: 'The endpoint, without its secret.', schema: WebhookWithDeliveries } },
    errors: ['not_found'],
    async handler({ params, query, principal, reply }) {
      const webhook = existingWebhook(await readWebhook(deps.db, ownRef(principal, params.webhook_id)))
      const deliveries = await lastDeliveries(deps.db, {
        webhookId: webhook.id,
        status: query.status ?? null,
        limit: DELIVERIES_SHOWN,
      })
      return reply(200, { ...presentWebhook(webhook), deliveries: deliveries.map(presentDelivery) })
    },
  })
