import { webhookSecretContext } from '../../../db/delivery/webhooks/secret.ts'
import { defineRoute } from '../../route/route.ts'
import { CallbackSecret } from '../../schemas/callback.ts'
import { type CallbackDeps, callbacksOf } from './endpoint.ts'

/** Decisions, "callbacks": one secret signs all callbacks of an environment, so it can be shown again. */
export const getCallbackSecret = (deps: CallbackDeps) =>
  defineRoute({
    operationId: 'getCallbackSecret',
    method: 'GET',
    path: '/v1/callbacks/secret',
    summary: 'Retrieve the secret of callbacks',
    description:
      'The secret that signs the deliveries to `callback_url`, as that of a webhook endpoint does. The first request, or the first run with `callback_url`, makes it.',
    tags: ['Callbacks'],
    spec: '4.13',
    access: 'owner',
    responses: { 200: { description: 'The secret.', schema: CallbackSecret } },
    errors: [],
    async handler({ principal, reply }) {
      const { id, secretId, sealed, secretCreatedAt } = await callbacksOf(deps, principal)
      const opened = deps.cipher.open(webhookSecretContext(principal.workspaceId, secretId), sealed)
      if (opened.kind !== 'opened') throw new Error(`the secret of callbacks is ${opened.kind}`)
      return reply(200, {
        webhook_id: id,
        environment: principal.environment,
        secret: opened.credential,
        created_at: secretCreatedAt.toISOString(),
      })
    },
  })
