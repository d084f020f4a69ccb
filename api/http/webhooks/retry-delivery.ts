import { ownRef } from '../../../domain/access/principal.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { ATTEMPTS_KEPT_MAX } from '../../../db/delivery/webhooks/deliveries.ts'
import { type Retried, retryDelivery as retry } from '../../../usecases/webhooks/retry-delivery.ts'
import type { DeliveryStarter } from '../../../workflows/starters/deliveries.ts'
import { errorType } from '../../errors/logged-error.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { Delivery, DeliveryParams } from '../../schemas/webhook.ts'
import { presentDelivery } from './present.ts'

export interface RetryDeliveryDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly deliveries: Pick<DeliveryStarter, 'retryNow'>
}

/** Decisions, "webhook redelivery": one more attempt of a delivery that has ended, or the next attempt now. */
export const retryDelivery = (deps: RetryDeliveryDeps) =>
  defineRoute({
    operationId: 'retryWebhookDelivery',
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
    summary: 'Retry a delivery',
    description:
      'An ended delivery gets one more attempt with the same event id. A pending delivery is attempted now and keeps its schedule. `conflict` means that the endpoint is disabled, the event has expired, or the delivery is a test. After 100 attempts the answer is `limit_reached`.',
    tags: ['Webhooks'],
    spec: '4.11',
    access: 'owner',
    params: DeliveryParams,
    idempotent: { store: deps },
    responses: {
      200: { description: 'The pending delivery.', schema: Delivery },
    },
    errors: ['not_found', 'conflict', 'limit_reached'],
    async handler({ params, principal, log, saveResponse, reply }) {
      const { delivery, start } = mustBeRetried(
        await retry(deps.db, ownRef(principal, params.webhook_id), params.delivery_id, (tx, retried) =>
          saveResponse(tx, presentDelivery(retried)),
        ),
      )
      // If the signal fails now, the sweeper finds the delivery, because it is due.
      deps.deliveries.retryNow(start).catch((error: unknown) => {
        log.warn({ delivery_id: start.id, error_type: errorType(error) }, 'delivery_recheck_signal_failed')
      })
      return reply(200, presentDelivery(delivery))
    },
  })

function mustBeRetried(retried: Retried): Extract<Retried, { kind: 'retried' }> {
  switch (retried.kind) {
    case 'retried':
      return retried
    case 'missing':
      throw new Problem('not_found', 'The endpoint has no delivery with this id.', { param: '/delivery_id' })
    case 'disabled':
      throw new Problem('conflict', 'The endpoint is disabled. Enable it first.', { param: '/webhook_id' })
    case 'event gone':
      throw new Problem('conflict', 'The event has expired.', { param: '/delivery_id' })
    case 'test':
      throw new Problem('conflict', 'A test event is sent once. Send a new one.', { param: '/delivery_id' })
    case 'spent':
      throw new Problem('limit_reached', `A delivery has at most ${ATTEMPTS_KEPT_MAX} attempts.`, {
        param: '/delivery_id',
      })
  }
}
