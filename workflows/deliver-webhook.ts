import {
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import type { DeliveryAnswer, DeliveryEnd, DeliveryStep } from '../activities/webhooks/deliver-event.ts'
import type { WebhookActivities } from '../activities/webhooks/index.ts'
import { pauseAfterTrouble } from '../domain/webhooks/schedule.ts'
import { spanInWords } from '../domain/webhooks/sentences.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import { CHECK_SIGNAL, RETRY_SIGNAL } from './signals.ts'

export type { DeliveryEnd }

export interface DeliveryStart {
  readonly deliveryId: string
}

const retryRequested = defineSignal(RETRY_SIGNAL)
const checkRequested = defineSignal(CHECK_SIGNAL)

/** Longer than an attempt may take with its database reads and writes. */
const ATTEMPT_TIMEOUT = '30 seconds'
/**
 * A short database failure is over by then. A longer one is waited out on a timer, which keeps no slot of the worker.
 */
const TRIES_MAX = 3

/**
 * One event on its way to one endpoint (Spec 3.2, 6): attempts on the schedule of the specification, on durable timers.
 * Each attempt is stored separately, so this workflow may be lost and started again at any point. A signal `retry`
 * makes the next attempt at once. A signal `look` makes the due attempt if it became due while a timer runs.
 */
export async function deliverWebhook({ deliveryId }: DeliveryStart): Promise<DeliveryEnd> {
  let mustRetry = false
  setHandler(retryRequested, () => {
    mustRetry = true
  })
  let mustCheck = false
  setHandler(checkRequested, () => {
    mustCheck = true
  })
  let name = 'the attempt that is due'
  let troubles = 0
  let now = false
  for (;;) {
    now ||= mustRetry
    mustRetry = false
    mustCheck = false
    const answer = await attempt(name, { deliveryId, at: Date.now(), ...(now ? { now } : {}) })
    // If a retry was requested while the answer was on its way, the delivery may be pending again: the database
    // decides.
    if (answer?.kind === 'closed' && mustRetry) continue
    if (answer?.kind === 'closed') {
      setCurrentDetails(answer.details)
      upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.deliveryStatus, value: answer.outcome.status }])
      return answer.outcome
    }
    troubles = answer === null ? troubles + 1 : 0
    const wait = answer ?? afterTrouble(troubles)
    name = answer?.next ?? name
    // A retry that could not be made is still requested.
    now &&= answer === null
    setCurrentDetails(wait.details)
    await condition(() => mustRetry || mustCheck, wait.after_ms, { summary: wait.timer })
    if (workflowInfo().continueAsNewSuggested && !mustRetry) await continueAsNew<typeof deliverWebhook>({ deliveryId })
  }
}

/**
 * Runs inside the workflow task, so that a delivered event costs one task. null: the attempt could not be made; the
 * worker's log has the reason.
 */
async function attempt(summary: string, step: DeliveryStep): Promise<DeliveryAnswer | null> {
  const { deliverEvent } = proxyLocalActivities<WebhookActivities>({
    startToCloseTimeout: ATTEMPT_TIMEOUT,
    retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumAttempts: TRIES_MAX },
    summary,
  })
  try {
    return await deliverEvent(step)
  } catch (error) {
    if (error instanceof TemporalFailure && !isCancellation(error)) return null
    throw error
  }
}

function afterTrouble(troubles: number): {
  readonly after_ms: number
  readonly details: string
  readonly timer: string
} {
  const afterMs = pauseAfterTrouble(troubles)
  return {
    after_ms: afterMs,
    details: 'The attempt could not be made; the log of the worker states why.',
    timer: `once more in ${spanInWords(afterMs)}: the attempt could not be made`,
  }
}
