import type { DeliveryAttempt } from '../../domain/webhooks/delivery.ts'
import { retryDelayMs } from '../../domain/webhooks/schedule.ts'
import { attemptInWords, retryInWords, spanInWords } from '../../domain/webhooks/sentences.ts'
import { type DeliveryToAttempt, readDelivery } from '../../db/delivery/webhooks/read-delivery.ts'
import { recordAttempt } from '../../db/delivery/webhooks/record-attempt.ts'
import { stopDelivery } from '../../db/delivery/webhooks/stop-deliveries.ts'
import { postponeSweep } from '../../db/delivery/webhooks/sweep.ts'
import type { WebhookDeps } from './deps.ts'
import type { WebhookReply } from './http.ts'
import { requestOf } from './request.ts'

export interface DeliveryStep {
  readonly deliveryId: string
  /** The workflow's time, in milliseconds: deliveries and failure clocks use it alone. */
  readonly at: number
  /** The attempt was requested before it is due. */
  readonly now?: boolean
}

/**
 * The end of a delivery, and its last attempt; `stopped`: its endpoint was disabled or deleted, or nothing was left to
 * send.
 */
export interface DeliveryEnd {
  readonly status: 'delivered' | 'failed' | 'stopped'
  readonly statusCode: number | null
  readonly latencyMs: number | null
  /** Why its last attempt failed, in words for the endpoint's owner; null when it was delivered. */
  readonly error: string | null
}

export type DeliveryAnswer =
  | { readonly kind: 'closed'; readonly details: string; readonly outcome: DeliveryEnd }
  /** `next` and `timer` describe the attempt, and the wait before it, to an operator. */
  | {
      readonly kind: 'later'
      readonly details: string
      readonly after_ms: number
      readonly next: string
      readonly timer: string
    }

/** A workflow that was restarted slightly early makes its attempt. */
const EARLY_MS = 1_000
/**
 * How long the worker waits before it reads an unreadable secret again: an operator must first give the worker its key.
 */
const UNREADABLE_MS = 5 * 60_000

/**
 * The next step of one delivery (Spec 6.2): reads its state, makes the attempt that is due, and records the attempt
 * with its effects. A repeated step continues from the stored state. An attempt whose outcome was not recorded is made
 * again, with the same event id, unless this worker knows that it was delivered. Throws when the database is
 * unavailable.
 */
export const deliverEvent =
  (deps: WebhookDeps) =>
  async (step: DeliveryStep): Promise<DeliveryAnswer> => {
    const delivery = await readDelivery(deps.db, step.deliveryId)
    if (delivery === null) return stopped('The endpoint was deleted.')
    if (delivery.status !== 'pending') return ended(delivery.status, delivery)
    const obstacle = obstacleOf(delivery)
    if (obstacle !== null) return stop(deps, delivery, obstacle)
    const dueInMs = (delivery.nextAttemptAt?.getTime() ?? step.at) - step.at
    if (step.now !== true && dueInMs > EARLY_MS) return untilDue(delivery, dueInMs)
    return attemptInSlot(deps, delivery, step.at)
  }

function obstacleOf({ testEvent, enabled, generation, endpointGeneration }: DeliveryToAttempt): string | null {
  if (testEvent !== null) return null
  if (!enabled) return 'The endpoint is switched off.'
  return generation === endpointGeneration ? null : 'The endpoint was switched off meanwhile.'
}

async function stop({ db }: WebhookDeps, delivery: DeliveryToAttempt, reason: string): Promise<DeliveryAnswer> {
  await stopDelivery(db, delivery)
  return stopped(reason)
}

/** Whose slots an attempt takes: callbacks of one workspace have many receivers. */
const receiverOf = ({ webhookId, isCallback, url }: DeliveryToAttempt): string =>
  isCallback && URL.canParse(url) ? `${webhookId} ${new URL(url).host}` : webhookId

async function attemptInSlot(deps: WebhookDeps, delivery: DeliveryToAttempt, at: number): Promise<DeliveryAnswer> {
  const arrived = deps.unrecorded.find(delivery)
  if (arrived !== null) return record(deps, delivery, arrived)
  const sending = requestOf(deps.cipher, delivery)
  if (sending.kind === 'noEvent') return stop(deps, delivery, 'The event is not kept any more.')
  if (sending.kind === 'unreadable') return unreadable(deps, delivery, sending.keyVersion)
  const slot = await deps.slots.take({
    webhookId: receiverOf(delivery),
    failing: delivery.failing,
    test: delivery.testEvent !== null,
  })
  if (slot.kind === 'later') {
    const { afterMs } = slot
    await postponeSweep(deps.db, delivery.id, { at, afterMs })
    return {
      kind: 'later',
      details: 'Waits for a slot: the endpoint has enough to answer.',
      after_ms: afterMs,
      next: attemptName(delivery),
      timer: `a slot at the endpoint, in ${spanInWords(afterMs)}`,
    }
  }
  const reply = await deps.http.post(sending.requestAt(Date.now()))
  const attempt = attemptOf(reply, at)
  slot.done({ latencyMs: attempt.latency_ms, delivered: isDelivered(attempt.status_code) })
  if (isDelivered(attempt.status_code)) deps.unrecorded.remember(delivery, attempt)
  return record(deps, delivery, attempt)
}

function attemptOf(reply: WebhookReply, at: number): DeliveryAttempt {
  const shared = { at: new Date(at).toISOString(), latency_ms: Math.round(reply.latencyMs) }
  if (reply.kind === 'failed') return { ...shared, status_code: null, error: reply.reason, response: null }
  return {
    ...shared,
    status_code: reply.statusCode,
    error: isDelivered(reply.statusCode) ? null : `the server answered ${reply.statusCode}`,
    response: reply.response,
  }
}

const isDelivered = (statusCode: number | null): boolean => statusCode !== null && statusCode >= 200 && statusCode < 300

async function record(
  deps: WebhookDeps,
  delivery: DeliveryToAttempt,
  attempt: DeliveryAttempt,
): Promise<DeliveryAnswer> {
  const at = Date.parse(attempt.at)
  const made = delivery.attemptsMade + 1
  const delivered = isDelivered(attempt.status_code)
  const delayMs = delivered ? null : retryDelayMs(made, delivery.attemptsMax)
  const recorded = await recordAttempt(deps.db, {
    deliveryId: delivery.id,
    webhookId: delivery.webhookId,
    generation: delivery.generation,
    attemptsMade: delivery.attemptsMade,
    attempt,
    delivered,
    at,
    nextAttemptAt: delayMs === null ? null : at + attempt.latency_ms + delayMs,
  })
  deps.unrecorded.forget(delivery.id)
  if (recorded === null) return afterAnother(deps, delivery.id, at)
  if (recorded.clockStarted)
    deps.startAutoDisable({
      id: delivery.webhookId,
      workspaceId: delivery.workspaceId,
      environment: delivery.environment,
    })
  const ids = { delivery_id: delivery.id, webhook_id: delivery.webhookId, workspace_id: delivery.workspaceId }
  deps.log.info(
    {
      ...ids,
      attempt: made,
      status: recorded.status,
      status_code: attempt.status_code ?? 0,
      latency_ms: attempt.latency_ms,
    },
    'delivery_attempted',
  )
  if (recorded.disabled) deps.log.info(ids, 'endpoint_auto_disabled')
  if (recorded.status !== 'pending' || delayMs === null)
    return ended(delivered ? 'delivered' : 'failed', { lastAttempt: attempt, attemptsMade: made })
  return {
    kind: 'later',
    details: `Attempt ${made} of ${recorded.attemptsMax}: ${attemptInWords(attempt)}. ${capitalized(retryInWords(made, recorded.attemptsMax, delayMs))}.`,
    after_ms: delayMs,
    next: attemptName(recorded),
    timer: retryInWords(made, recorded.attemptsMax, delayMs),
  }
}

/** Another executor has recorded this attempt, and its record counts. */
async function afterAnother({ db }: WebhookDeps, deliveryId: string, at: number): Promise<DeliveryAnswer> {
  const delivery = await readDelivery(db, deliveryId)
  if (delivery === null) return stopped('The endpoint was deleted.')
  if (delivery.status !== 'pending') return ended(delivery.status, delivery)
  return untilDue(delivery, Math.max((delivery.nextAttemptAt?.getTime() ?? at) - at, 0))
}

function unreadable(deps: WebhookDeps, delivery: DeliveryToAttempt, keyVersion: number): DeliveryAnswer {
  deps.log.error(
    { delivery_id: delivery.id, webhook_id: delivery.webhookId, key_version: keyVersion },
    'webhook_secret_unreadable',
  )
  return {
    kind: 'later',
    details: `The endpoint's secret cannot be read: encryption key ${keyVersion} is missing or does not fit.`,
    after_ms: UNREADABLE_MS,
    next: attemptName(delivery),
    timer: `the secret is read again in ${spanInWords(UNREADABLE_MS)}`,
  }
}

const untilDue = (delivery: DeliveryToAttempt, dueInMs: number): DeliveryAnswer => ({
  kind: 'later',
  details: capitalized(`${retryInWords(delivery.attemptsMade, delivery.attemptsMax, dueInMs)}.`),
  after_ms: dueInMs,
  next: attemptName(delivery),
  timer: retryInWords(delivery.attemptsMade, delivery.attemptsMax, dueInMs),
})

const attemptName = ({ attemptsMade, attemptsMax }: Pick<DeliveryToAttempt, 'attemptsMade' | 'attemptsMax'>): string =>
  `attempt ${attemptsMade + 1} of ${attemptsMax}`

function ended(
  status: 'delivered' | 'failed',
  { lastAttempt, attemptsMade }: Pick<DeliveryToAttempt, 'lastAttempt' | 'attemptsMade'>,
): DeliveryAnswer {
  const last = lastAttempt === null ? 'nothing was sent' : attemptInWords(lastAttempt)
  return {
    kind: 'closed',
    details: `${capitalized(status)}, attempt ${attemptsMade}: ${last}.`,
    outcome: {
      status,
      statusCode: lastAttempt?.status_code ?? null,
      latencyMs: lastAttempt?.latency_ms ?? null,
      error: lastAttempt?.error ?? null,
    },
  }
}

const stopped = (reason: string): DeliveryAnswer => ({
  kind: 'closed',
  details: `Stopped. ${reason}`,
  outcome: { status: 'stopped', statusCode: null, latencyMs: null, error: reason },
})

const capitalized = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)
