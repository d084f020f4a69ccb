import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { isGrpcServiceError } from '@temporalio/client'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { FAILING_REASON, RETRY_DELAYS_MS } from '../../domain/webhooks/schedule.ts'
import { storedDelivery, storedWebhook } from '../build/webhook.ts'
import { raiseDelivery, raiseEvents, registerWebhook } from '../support/events.ts'
import { httpClient, type HttpClient } from '../support/http.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { figuresOf } from '../support/workflow-figures.ts'
import { timeSkippingEnvironment } from '../support/temporal.ts'
import { until } from '../support/until.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Of gRPC. */
const NOT_FOUND = 5
/** The real time of an attempt, with all that two busy cores do at the same time. */
const SLACK_MS = 30_000

let environment: TestWorkflowEnvironment
let service: TestService
let receiver: Receiver
let live: HttpClient
beforeAll(async () => {
  environment = await timeSkippingEnvironment()
  receiver = await startReceiver()
  service = await startTestService({
    temporal: { address: environment.address, namespace: environment.namespace ?? 'default' },
  })
  live = httpClient(service.url, service.workspace.keys.live)
}, 300_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
  await environment.teardown()
})
let webhookId: string
beforeEach(async () => {
  receiver.reset()
  await service.db.pool.query('delete from webhook_endpoint')
  webhookId = (await registerWebhook(service, receiver.url)).id
})

/** Time is skipped while a caller awaits the workflow's result. */
const skipToTheEnd = (id: string) => environment.client.workflow.getHandle(id).result()
const webhook = () => storedWebhook(service.db, webhookId)
/** One event on its way; returns its delivery. */
const send = (): Promise<string> => raiseDelivery(service, webhookId)
/**
 * The endpoint's auto-disable workflow runs. It starts with the first failure, which does not wait for it. A test
 * that skips time or succeeds before it has read the endpoint tests another case.
 */
const clockRuns = () =>
  until(
    async () => {
      try {
        return (await figuresOf(service.client, webhookId)).timers.length
      } catch (error) {
        if (isGrpcServiceError(error) && error.code === NOT_FOUND) return 0
        throw error
      }
    },
    (timers) => timers > 0,
  )
const madeAttempts = (id: string, count: number) =>
  until(
    () => storedDelivery(service.db, id),
    ({ attempts_made: made }) => made >= count,
  )

/** The gaps between attempts, as they are stored. */
const gapsOf = (attempts: readonly { readonly at: string }[]): number[] =>
  attempts.slice(1).map(({ at }, index) => Date.parse(at) - Date.parse(attempts[index]?.at ?? ''))

describe('an event that no receiver accepts', () => {
  it('is tried again after 1 min, 5 min, 30 min, 2 h, 6 h and 24 h, with the same id and bytes and a signature of that moment, and fails after the seventh attempt', async () => {
    receiver.answer(500)
    const id = await send()
    expect(await skipToTheEnd(id)).toMatchObject({ status: 'failed', statusCode: 500 })
    const { attempts, event_id: eventId, ...stored } = await storedDelivery(service.db, id)
    expect(stored).toMatchObject({ status: 'failed', attempts_made: 7, next_attempt_at: null, sweep_at: null })
    expect(RETRY_DELAYS_MS).toEqual([MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, DAY_MS])
    gapsOf(attempts).forEach((gap, index) => {
      expect(gap - (RETRY_DELAYS_MS[index] ?? 0)).toBeGreaterThanOrEqual(0)
      expect(gap - (RETRY_DELAYS_MS[index] ?? 0)).toBeLessThan(SLACK_MS)
    })
    expect(attempts).toHaveLength(7)
    expect(receiver.received).toHaveLength(7)
    expect(
      new Set(
        receiver.received.map(
          ({ body, headers }) =>
            `${String(headers['service-event-id'])} ${String(headers['service-delivery-id'])} ${body}`,
        ),
      ).size,
    ).toBe(1)
    expect(receiver.received[0]?.headers['service-event-id']).toBe(eventId)
    // Receivers refuse a signature that is five minutes old, by the real clock.
    for (const { headers } of receiver.received)
      expect(
        Math.abs(Number(/^t=(\d+),v1=/.exec(String(headers['service-signature']))?.[1]) - Date.now() / 1000),
      ).toBeLessThan(300)
    const { timers, workflowTasks, events } = await figuresOf(service.client, id)
    expect(timers).toEqual(RETRY_DELAYS_MS.map((ms) => ms / 1000))
    // Each retry is a timer, a task and a marker: one task and six events.
    expect(workflowTasks).toBe(7)
    expect(events).toBeLessThanOrEqual(8 + 6 * 6)
    expect(await webhook()).toMatchObject({ enabled: true, disabled_reason: null })
  }, 300_000)

  it('is delivered when a retry succeeds, and the endpoint is healthy again', async () => {
    receiver.answer(503)
    const id = await send()
    await madeAttempts(id, 1)
    expect(await webhook()).toMatchObject({ failing_since: expect.any(Date) })
    receiver.answer(204)
    expect(await skipToTheEnd(id)).toMatchObject({ status: 'delivered', statusCode: 204 })
    expect((await storedDelivery(service.db, id)).attempts.map(({ status_code: code }) => code)).toEqual([503, 204])
    expect(await webhook()).toMatchObject({ failing_since: null, last_failed_at: null })
  }, 300_000)
})

describe('a retry is stopped', () => {
  it('by the deletion of its endpoint', async () => {
    receiver.answer(500)
    const id = await send()
    await madeAttempts(id, 1)
    await service.db.pool.query('delete from webhook_endpoint where id = $1', [webhookId])
    expect(await skipToTheEnd(id)).toMatchObject({ status: 'stopped' })
    expect(receiver.received).toHaveLength(1)
  }, 300_000)

  it.each([
    ['while it is off', false],
    ['when it is on again: it starts clean', true],
  ])(
    'by its endpoint being switched off, %s',
    async (_when, onAgain) => {
      receiver.answer(500)
      const id = await send()
      await madeAttempts(id, 1)
      await service.db.pool.query(
        'update webhook_endpoint set enabled = false, failing_since = null, last_failed_at = null where id = $1',
        [webhookId],
      )
      if (onAgain)
        await service.db.pool.query(
          'update webhook_endpoint set enabled = true, generation = generation + 1 where id = $1',
          [webhookId],
        )
      expect(await skipToTheEnd(id)).toMatchObject({ status: 'stopped' })
      expect(receiver.received).toHaveLength(1)
      expect(await storedDelivery(service.db, id)).toMatchObject({ status: 'failed', next_attempt_at: null })
      receiver.answer(200)
      if (!onAgain) return
      expect(await skipToTheEnd(await send())).toMatchObject({ status: 'delivered' })
      expect(await webhook()).toMatchObject({ enabled: true, failing_since: null })
    },
    300_000,
  )
})

describe('the signal retry', () => {
  it('makes the next attempt at once', async () => {
    receiver.answer(500)
    const id = await send()
    await madeAttempts(id, 1)
    await service.client.workflow.getHandle(id).signal('retry')
    const { attempts } = await madeAttempts(id, 2)
    expect(gapsOf(attempts)[0]).toBeLessThan(MINUTE_MS)
    receiver.answer(200)
    await service.client.workflow.getHandle(id).signal('retry')
    expect(await skipToTheEnd(id)).toMatchObject({ status: 'delivered' })
    expect((await storedDelivery(service.db, id)).attempts).toHaveLength(3)
  }, 300_000)
})

describe('an endpoint that fails every delivery', () => {
  /** An event at this interval, for this long; returns the last one's delivery. */
  async function sendEvery(everyMs: number, forMs: number): Promise<void> {
    for (let passed = 0; passed < forMs; passed += everyMs) {
      const id = await send()
      await madeAttempts(id, 1)
      await environment.sleep(everyMs)
    }
  }

  it('is switched off after three days, not a minute earlier, and its pending retries stop', async () => {
    receiver.answer(500)
    const first = await send()
    await madeAttempts(first, 1)
    await clockRuns()
    const since = (await webhook()).failing_since?.getTime() ?? 0
    await environment.sleep(MINUTE_MS)
    await sendEvery(8 * HOUR_MS, 3 * DAY_MS - 8 * HOUR_MS)
    const late = await send()
    await madeAttempts(late, 1)
    const now = await environment.currentTimeMs()
    // The sleeps above took slightly longer than requested; this is the rest of the three days but a minute.
    await environment.sleep(since + 3 * DAY_MS - MINUTE_MS - now)
    expect(await webhook()).toMatchObject({ enabled: true })
    await skipToTheEnd(webhookId)
    expect(await environment.currentTimeMs()).toBeGreaterThanOrEqual(since + 3 * DAY_MS)
    expect(await webhook()).toMatchObject({ enabled: false, disabled_reason: FAILING_REASON, failing_since: null })
    expect(await storedDelivery(service.db, late)).toMatchObject({ status: 'failed', next_attempt_at: null })
    const before = receiver.received.length
    expect(await skipToTheEnd(late)).toMatchObject({ status: 'failed' })
    expect(receiver.received).toHaveLength(before)
    // The stream still has every event, and the next one makes no delivery.
    const deliveries = async () => (await live.get(`/v1/webhooks/${webhookId}`)).at('deliveries')
    const earlier = await deliveries()
    await raiseEvents(service, { workspace: service.workspace, environment: 'live' })
    expect(await deliveries()).toEqual(earlier)
    expect(await figuresOf(service.client, webhookId)).toMatchObject({ workflowTasks: 2 })
  }, 300_000)

  it('stays on through a day of silence until its next failed attempt', async () => {
    receiver.answer(500)
    const id = await send()
    await clockRuns()
    expect(await skipToTheEnd(id)).toMatchObject({ status: 'failed' })
    expect(await skipToTheEnd(webhookId)).toEqual({ disabled: false })
    expect(await webhook()).toMatchObject({ enabled: true, failing_since: expect.any(Date) })
    expect(await skipToTheEnd(await send())).toMatchObject({ status: 'failed' })
    expect(await webhook()).toMatchObject({ enabled: false, disabled_reason: FAILING_REASON })
  }, 300_000)

  it('has three new days after one success', async () => {
    receiver.answer(500)
    await madeAttempts(await send(), 1)
    await clockRuns()
    const since = (await webhook()).failing_since?.getTime() ?? 0
    await environment.sleep(2 * DAY_MS)
    receiver.answer(200)
    await skipToTheEnd(await send())
    expect(await webhook()).toMatchObject({ failing_since: null })
    receiver.answer(500)
    const again = await send()
    await madeAttempts(again, 1)
    const restarted = (await webhook()).failing_since?.getTime() ?? 0
    expect(restarted).toBeGreaterThan(since + 2 * DAY_MS)
    await environment.sleep(DAY_MS + HOUR_MS)
    // The timer that began two days earlier has fired and found the new failing period.
    expect(await webhook()).toMatchObject({ enabled: true, failing_since: new Date(restarted) })
    await sendEvery(12 * HOUR_MS, DAY_MS)
    await madeAttempts(await send(), 1)
    await skipToTheEnd(webhookId)
    expect(await environment.currentTimeMs()).toBeGreaterThanOrEqual(restarted + 3 * DAY_MS)
    expect(await webhook()).toMatchObject({ enabled: false })
  }, 300_000)

  it('starts a new failing period when it is switched on again', async () => {
    receiver.answer(500)
    await madeAttempts(await send(), 1)
    await clockRuns()
    await environment.sleep(2 * DAY_MS)
    await service.db.pool.query(
      `update webhook_endpoint set enabled = false, failing_since = null, last_failed_at = null where id = $1`,
      [webhookId],
    )
    await service.db.pool.query(
      'update webhook_endpoint set enabled = true, generation = generation + 1 where id = $1',
      [webhookId],
    )
    await skipToTheEnd(webhookId)
    expect(await webhook()).toMatchObject({ enabled: true, failing_since: null })
    const since = await environment.currentTimeMs()
    await madeAttempts(await send(), 1)
    expect((await webhook()).failing_since?.getTime()).toBeGreaterThanOrEqual(since - 1_000)
  }, 300_000)
})

describe('a test', () => {
  it('is sent once, also to a disabled endpoint, and never changes its failing period', async () => {
    receiver.answer(500)
    await live.patch(`/v1/webhooks/${webhookId}`, { enabled: false })
    expect((await live.post(`/v1/webhooks/${webhookId}/test`)).body).toMatchObject({
      delivered: false,
      status_code: 500,
      error: 'the server answered 500',
    })
    expect(receiver.received.map(({ headers }) => headers['service-event-type'])).toEqual(['webhook.test'])
    expect(await webhook()).toMatchObject({ failing_since: null })
  }, 300_000)
})
