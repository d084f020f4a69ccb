import { ownRef } from '../../../domain/access/principal.ts'
import { ROTATION_OVERLAP_MS } from '../../../domain/webhooks/schedule.ts'
import { rotateSecret } from '../../../usecases/webhooks/endpoints.ts'
import { makeSecret } from '../../../db/delivery/webhooks/secret.ts'
import { defineRoute } from '../../route/route.ts'
import { CallbackSecret } from '../../schemas/callback.ts'
import { type CallbackDeps, callbacksOf } from './endpoint.ts'

/** Decisions, "webhook rotation", for the secret of callbacks. */
export const rotateCallbackSecret = (deps: CallbackDeps) =>
  defineRoute({
    operationId: 'rotateCallbackSecret',
    method: 'POST',
    path: '/v1/callbacks/secret',
    summary: 'Rotate the secret of callbacks',
    description:
      'For 24 hours, each callback has two signatures. Accept either until your receiver has the new secret.',
    tags: ['Callbacks'],
    spec: '4.13',
    access: 'owner',
    idempotent: { store: deps, sealed: true },
    responses: { 200: { description: 'The new secret.', schema: CallbackSecret } },
    errors: [],
    async handler({ principal, log, saveResponse, reply }) {
      const { id } = await callbacksOf(deps, principal)
      const secret = makeSecret(deps.cipher, principal.workspaceId)
      const rotated: CallbackSecret = {
        webhook_id: id,
        environment: principal.environment,
        secret: secret.text,
        created_at: new Date().toISOString(),
      }
      const webhook = await rotateSecret(deps.db, ownRef(principal, id), {
        secret,
        overlapMs: ROTATION_OVERLAP_MS,
        callbacks: true,
        beforeCommit: (tx) => saveResponse(tx, rotated),
      })
      if (webhook === null) throw new Error('the endpoint of callbacks is gone')
      log.info({ webhook_id: id }, 'webhook_secret_rotated')
      return reply(200, rotated)
    },
  })
