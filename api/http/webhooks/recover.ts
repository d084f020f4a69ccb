import { ownRef } from '../../../domain/access/principal.ts'
import { EVENT_RETENTION_DAYS } from '../../../domain/events/types.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import {
  recoverDeliveries,
  type Recovered,
  type RecoveredDeliveries,
} from '../../../usecases/webhooks/recover-deliveries.ts'
import { RECOVERED_AT_ONCE } from '../../../db/delivery/webhooks/recover.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { WebhookParams, WebhookRecovered, WebhookRecovery } from '../../schemas/webhook.ts'
import { timeOf } from '../../validation/time.ts'
import { existingWebhook } from './find.ts'

/** Decisions, "webhook redelivery": what failed in a window is sent again, in the background. */
export const recoverWebhook = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'recoverWebhook',
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/recover',
    summary: 'Send failed deliveries again',
    description: `Each delivery that was made in the window and has failed gets one more attempt with the same event id, oldest first; one whose retries are still to come makes the next of them now. One request sends at most ${RECOVERED_AT_ONCE.toLocaleString('en')}; \`next_since\` states where the next one continues. Events without a delivery, as of a time when the endpoint was disabled, are on the stream. One request looks at up to 100,000. Tests, deliveries with 100 attempts and expired events are left out. A disabled endpoint is \`conflict\`, and a window that ends more than 30 days ago is \`invalid_request\` at \`/until\`.`,
    tags: ['Webhooks'],
    spec: '4.11',
    access: 'owner',
    params: WebhookParams,
    idempotent: { store: deps },
    body: WebhookRecovery,
    bodyExamples: {
      since: { summary: 'What failed since then', value: { since: '2026-11-20T06:00:00Z' } },
    },
    responses: { 200: { description: 'The deliveries are pending.', schema: WebhookRecovered } },
    errors: ['not_found', 'conflict'],
    async handler({ params, body, principal, log, saveResponse, reply }) {
      const window = windowOf(body, Date.now())
      const ref = ownRef(principal, params.webhook_id)
      const present = ({ count, nextSinceMs }: RecoveredDeliveries) => ({
        webhook_id: ref.id,
        deliveries: count,
        since: new Date(window.sinceMs).toISOString(),
        until: new Date(window.untilMs).toISOString(),
        next_since: nextSinceMs === null ? null : new Date(nextSinceMs).toISOString(),
      })
      const deliveries = mustBeRecovered(
        await recoverDeliveries(deps.db, ref, window, { beforeCommit: (tx, made) => saveResponse(tx, present(made)) }),
      )
      log.info({ webhook_id: ref.id, count: deliveries.count }, 'webhook_recovered')
      return reply(200, present(deliveries))
    },
  })

function mustBeRecovered(recovered: Recovered): RecoveredDeliveries {
  if (recovered.kind === 'recovered') return recovered.deliveries
  if (recovered.kind === 'missing') return existingWebhook<RecoveredDeliveries>(null)
  throw new Problem('conflict', 'The endpoint is disabled. Enable it first.', { param: '/webhook_id' })
}

const DAY_MS = 86_400_000

/** What is older than deliveries are kept is no part of the window. */
function windowOf({ since, until }: { readonly since: string; readonly until?: string }, nowMs: number) {
  const keptSinceMs = nowMs - EVENT_RETENTION_DAYS * DAY_MS
  const sinceMs = timeOf(since, '/since')
  const untilMs = Math.min(until === undefined ? nowMs : timeOf(until, '/until'), nowMs)
  if (untilMs <= sinceMs)
    throw new Problem('invalid_request', 'The window is empty: it has to begin before its end, and in the past.', {
      param: until === undefined ? '/since' : '/until',
    })
  if (untilMs <= keptSinceMs)
    throw new Problem(
      'invalid_request',
      `\`/until\` is more than ${EVENT_RETENTION_DAYS} days ago: deliveries are kept for ${EVENT_RETENTION_DAYS} days, here since ${new Date(keptSinceMs).toISOString()}. Name a window that ends later.`,
      { param: '/until' },
    )
  return { sinceMs: Math.max(sinceMs, keptSinceMs), untilMs }
}
