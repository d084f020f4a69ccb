import { ownRef } from '../../../domain/access/principal.ts'
import type { Database } from '../../../db/database.ts'
import { deleteWebhook as remove } from '../../../db/delivery/webhooks/endpoints.ts'
import { defineRoute } from '../../route/route.ts'
import { Webhook, WebhookParams } from '../../schemas/webhook.ts'
import { existingWebhook } from './find.ts'
import { presentWebhook } from './present.ts'

/** Spec 4.11: deletes it with its secrets and deliveries; nothing is sent to it any more. */
export const deleteWebhook = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'deleteWebhook',
    method: 'DELETE',
    path: '/v1/webhooks/{webhook_id}',
    summary: 'Delete a webhook endpoint',
    description: 'Pending deliveries are dropped. The events stay on the stream.',
    tags: ['Webhooks'],
    spec: '4.11',
    access: 'owner',
    params: WebhookParams,
    responses: { 200: { description: 'The deleted endpoint.', schema: Webhook } },
    errors: ['not_found'],
    async handler({ params, principal, log, reply }) {
      const webhook = existingWebhook(await remove(deps.db, ownRef(principal, params.webhook_id)))
      log.info({ webhook_id: webhook.id }, 'webhook_deleted')
      return reply(200, presentWebhook(webhook))
    },
  })
