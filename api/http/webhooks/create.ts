import { ownRef } from '../../../domain/access/principal.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { createWebhook as create } from '../../../usecases/webhooks/endpoints.ts'
import type { StoredWebhook } from '../../../db/delivery/webhooks/endpoints.ts'
import { makeSecret } from '../../../db/delivery/webhooks/secret.ts'
import { quotaExceeded } from '../../errors/quota.ts'
import { defineRoute } from '../../route/route.ts'
import { WebhookCreate, WebhookWithSecret } from '../../schemas/webhook.ts'
import type { UrlCheck } from './url-check.ts'
import { requireReachable } from './find.ts'
import { presentWebhook } from './present.ts'

export interface CreateWebhookDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly checkUrl: UrlCheck
}

/** Spec 4.11: an endpoint for events of the key's environment, and its secret, once. */
export const createWebhook = (deps: CreateWebhookDeps) =>
  defineRoute({
    operationId: 'createWebhook',
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook endpoint',
    description:
      'Later events are POSTed to the endpoint, signed with the secret in this response: `Service-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`. A workspace has at most five endpoints over both environments.',
    tags: ['Webhooks'],
    spec: '4.11',
    access: 'owner',
    idempotent: { store: deps, sealed: true },
    body: WebhookCreate,
    bodyExamples: {
      everything: { summary: 'Every event', value: { url: 'https://example.com/hooks' } },
      replies: {
        summary: 'Replies and bounces',
        value: {
          url: 'https://example.com/hooks',
          events: ['email.received', 'linkedin.message_received', 'email.bounced'],
          description: 'CRM',
        },
      },
    },
    responses: {
      200: { description: 'The endpoint and its secret.', schema: WebhookWithSecret },
    },
    errors: ['limit_reached'],
    async handler({ body, principal, log, saveResponse, reply }) {
      await requireReachable(deps.checkUrl, body.url)
      const secret = makeSecret(deps.cipher, principal.workspaceId)
      const present = (webhook: StoredWebhook) => ({ ...presentWebhook(webhook), secret: secret.text })
      const webhook = await create(deps.db, ownRef(principal, newId('wh')), {
        url: body.url,
        events: body.events ?? [],
        description: body.description ?? null,
        secret,
        beforeCommit: (tx, made) => saveResponse(tx, present(made)),
      })
      if (webhook === null) throw await quotaExceeded(deps.db, principal.workspaceId, 'webhooks')
      log.info({ webhook_id: webhook.id }, 'webhook_created')
      return reply(200, present(webhook))
    },
  })
