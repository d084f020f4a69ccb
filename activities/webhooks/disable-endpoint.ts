import { FAILING_MS_MAX } from '../../domain/webhooks/schedule.ts'
import { spanInWords } from '../../domain/webhooks/sentences.ts'
import { disableFailingEndpoint } from '../../db/delivery/webhooks/disable.ts'
import type { WebhookDeps } from './deps.ts'

export interface DisableStep {
  readonly webhookId: string
  /** The workflow's time, in milliseconds. */
  readonly at: number
}

export type DisableAnswer =
  | { readonly kind: 'closed'; readonly details: string; readonly disabled: boolean }
  | { readonly kind: 'later'; readonly details: string; readonly after_ms: number; readonly timer: string }

/** Checks an endpoint's failure clock, and disables the endpoint when its three days are over (Spec 3.2, 6.2.4). */
export const disableEndpoint =
  ({ db, log }: WebhookDeps) =>
  async ({ webhookId, at }: DisableStep): Promise<DisableAnswer> => {
    const clock = await disableFailingEndpoint(db, webhookId, at)
    if (clock === null)
      return {
        kind: 'closed',
        disabled: false,
        details: 'The endpoint does not fail any more, was switched off, or is gone.',
      }
    if (clock.disabled) {
      log.info({ webhook_id: webhookId }, 'endpoint_auto_disabled')
      return { kind: 'closed', disabled: true, details: 'Switched off: every delivery failed for 3 days.' }
    }
    const afterMs = clock.failingSince.getTime() + FAILING_MS_MAX - at
    if (afterMs <= 0)
      return {
        kind: 'closed',
        disabled: false,
        details: 'Left on: nothing was sent for a day. Its next failed attempt switches it off.',
      }
    return {
      kind: 'later',
      after_ms: afterMs,
      details: `Fails since ${clock.failingSince.toISOString()}.`,
      timer: `switched off in ${spanInWords(afterMs)}, unless something is delivered`,
    }
  }
