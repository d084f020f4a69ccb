import { condition, defineSignal, proxyLocalActivities, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow'
import type { WebhookActivities } from '../activities/webhooks/index.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import { RETRY_SIGNAL } from './signals.ts'

export interface DeliveryStart {
  readonly deliveryId: string
}

/** How a delivery ended, and its last attempt; `stopped`: its endpoint was switched off or deleted, or nothing was left to send. */
export interface DeliveryOutcome {
  readonly status: 'delivered' | 'failed' | 'stopped'
  readonly statusCode: number | null
  readonly latencyMs: number | null
  readonly error: string | null
}

const retryRequested = defineSignal(RETRY_SIGNAL)

/** Longer than an attempt may take with what it reads and writes. */
const ATTEMPT_TIMEOUT = '30 seconds'

/**
 * One event on its way to one endpoint (Spec 3.2, 6): attempts on the schedule of the specification, on durable timers. Every
 * attempt is written down by itself, so this workflow may be lost and started again at any point. A signal `retry` makes the
 * next attempt at once.
 */
export async function deliverWebhook({ deliveryId }: DeliveryStart): Promise<DeliveryOutcome> {
  let retryAsked = false
  setHandler(retryRequested, () => { retryAsked = true })
  let attempt = 'first attempt'
  for (;;) {
    const { deliverEvent } = proxyLocalActivities<WebhookActivities>({
      startToCloseTimeout: ATTEMPT_TIMEOUT,
      retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '5 seconds' },
      summary: attempt,
    })
    const at = Date.now()
    const answer = await deliverEvent({ deliveryId, at, ...(retryAsked ? { now: true as const } : {}) })
    retryAsked = false
    if (answer.kind === 'closed') {
      upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.deliveryStatus, value: answer.outcome.status }])
      setCurrentDetails(answer.details)
      return answer.outcome
    }
    attempt = answer.next
    setCurrentDetails(answer.details)
    await condition(() => retryAsked, answer.after_ms, { summary: answer.timer })
  }
}
