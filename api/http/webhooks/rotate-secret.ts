import { ownRef } from '../../../domain/access/principal.ts'
import { ROTATION_OVERLAP_MS } from '../../../domain/webhooks/schedule.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { rotateSecret } from '../../../usecases/webhooks/endpoints.ts'
import type { StoredWebhook } from '../../../db/delivery/webhooks/endpoints.ts'
import { makeSecret } from '../../../db/delivery/webhooks/secret.ts'
import { defineRoute } from '../../route/route.ts'
import { WebhookParams, WebhookWithSecret } from '../../schemas/webhook.ts'
import { existingWebhook } from './find.ts'
import { presentWebhook } from './present.ts'

/**
 * Decisions, "webhook rotation": a new secret, shown once; for a day deliveries are also signed with the previous one.
 */
export const rotateWebhookSecret = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'rotateWebhookSecret',
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/rotate-secret',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'For 24 hours, each delivery has two signatures, `v1=<new>,v1=<old>`. Accept either until your receiver has the new secret.',
    tags: ['Webhooks'],
    spec: '4.11',
    access: 'owner',
    params: WebhookParams,
    idempotent: { store: deps, sealed: true },
    responses: {
      200: { description: 'The endpoint and its new secret.', schema: WebhookWithSecret },
    },
    errors: ['not_found'],
    async handler({ params, principal, log, saveResponse, reply }) {
      const secret = makeSecret(deps.cipher, principal.workspaceId)
      const present = (webhook: StoredWebhook) => ({ ...presentWebhook(webhook), secret: secret.text })
      const webhook = existingWebhook(
        await rotateSecret(deps.db, ownRef(principal, params.webhook_id), {
          secret,
          overlapMs: ROTATION_OVERLAP_MS,
          beforeCommit: (tx, rotated) => saveResponse(tx, present(rotated)),
        }),
      )
      log.info({ webhook_id: webhook.id }, 'webhook_secret_rotated')
      return reply(200, present(webhook))
    },
  })
