import { ownRef } from '../../../domain/access/principal.ts'
import type { Database } from '../../../db/database.ts'
import { changeWebhook, readWebhook } from '../../../db/delivery/webhooks/endpoints.ts'
import { defineRoute } from '../../route/route.ts'
import { Webhook, WebhookEdit, WebhookParams } from '../../schemas/webhook.ts'
import type { UrlCheck } from './url-check.ts'
import { existingWebhook, requireReachable } from './find.ts'
import { presentWebhook } from './present.ts'

/** Spec 3.2, 4.11: changes url, filter or description, and switches the endpoint off and on. */
export const updateWebhook = (deps: { db: Database; checkUrl: UrlCheck }) =>
  defineRoute({
    operationId: 'updateWebhook',
    method: 'PATCH',
    path: '/v1/webhooks/{webhook_id}',
    summary: 'Update a webhook endpoint',
    description:
      '`enabled: false` drops pending deliveries. `enabled: true` resets `disabled_reason` and the failure count; events from the time in between stay on the stream. A new `url` resets the failure count and receives pending deliveries.',
    tags: ['Webhooks'],
    spec: '4.11',
    access: 'owner',
    params: WebhookParams,
    body: WebhookEdit,
    bodyExamples: {
      on: { summary: 'Enable it again', value: { enabled: true } },
      filter: { summary: 'Only replies', value: { events: ['email.received'] } },
    },
    responses: { 200: { description: 'The updated endpoint.', schema: Webhook } },
    errors: ['not_found'],
    async handler({ params, body, principal, log, reply }) {
      const ref = ownRef(principal, params.webhook_id)
      if (body.url !== undefined) {
        existingWebhook(await readWebhook(deps.db, ref))
        await requireReachable(deps.checkUrl, body.url)
      }
      const webhook = existingWebhook(await changeWebhook(deps.db, ref, body))
      log.info({ webhook_id: webhook.id, enabled: webhook.enabled }, 'webhook_updated')
      return reply(200, presentWebhook(webhook))
    },
  })
