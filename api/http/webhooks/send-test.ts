import { createHash } from 'node:crypto'
import { ownRef } from '../../../domain/access/principal.ts'
import { encodeId } from '../../../domain/ids/ids.ts'
import { TEST_EVENT_TYPE } from '../../../domain/events/types.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { addTestDelivery } from '../../../db/delivery/webhooks/deliveries.ts'
import type { DeliveryStarter } from '../../../workflows/starters/deliveries.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { WebhookParams, WebhookTested } from '../../schemas/webhook.ts'
import { existingWebhook } from './find.ts'

export interface TestWebhookDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly deliveries: Pick<DeliveryStarter, 'deliver'>
}

/** An unreachable worker seldom recovers sooner. */
const RETRY_AFTER_SECONDS = 10

/**
 * A key gives the event the same random part each time: a request that is repeated after `unavailable` waits for the
 * delivery that it has made.
 */
const eventIdFor = (key: string | null): string =>
  key === null ? newId('evt') : encodeId('evt', Date.now(), createHash('sha256').update(key).digest())

/** Spec 4.11: one signed `webhook.test`, sent now and once, also to an endpoint that is switched off. */
export const testWebhook = (deps: TestWebhookDeps) =>
  defineRoute({
    operationId: 'testWebhook',
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/test',
    summary: 'Send a test event to a webhook endpoint',
    description:
      'Sends one signed `webhook.test` event with data `{message, webhook_id}`, once and without retries. The event is not on the stream. It is listed among the deliveries and does not affect the failure count of the endpoint. The endpoint may be disabled or have any filter. Without workers the answer is `unavailable`: the delivery is listed, and sent when a worker runs again. A repeated key waits for the same delivery.',
    tags: ['Webhooks'],
    spec: '4.11',
    access: 'owner',
    params: WebhookParams,
    idempotent: { store: deps },
    responses: {
      200: {
        description: 'The response of the endpoint.',
        schema: WebhookTested,
        examples: {
          delivered: {
            summary: 'Delivered',
            value: {
              delivered: true,
              status_code: 200,
              latency_ms: 84,
              error: null,
              delivery_id: 'whd_01j9zq3v6n4k8w2x5y7a9b1c3d',
            },
          },
        },
      },
    },
    errors: ['not_found', 'unavailable'],
    async handler({ params, principal, idempotencyKey, reply }) {
      const delivery = existingWebhook(
        await addTestDelivery(deps.db, ownRef(principal, params.webhook_id), {
          id: eventIdFor(idempotencyKey),
          type: TEST_EVENT_TYPE,
          created_at: new Date().toISOString(),
          data: { message: 'This is a test of your webhook endpoint.', webhook_id: params.webhook_id },
        }),
      )
      const outcome = await deps.deliveries.deliver(delivery)
      if (outcome === null) {
        throw new Problem(
          'unavailable',
          `The test has not been sent yet. Find ${delivery.id} among the deliveries of the endpoint.`,
          { retry_after: RETRY_AFTER_SECONDS },
        )
      }
      const { status, statusCode, latencyMs, error } = outcome
      return reply(200, {
        delivered: status === 'delivered',
        status_code: statusCode,
        latency_ms: latencyMs,
        error,
        delivery_id: delivery.id,
      })
    },
  })
