import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import Stripe from 'stripe'
import { retryDelivery } from '../../usecases/webhooks/retry-delivery.ts'
import { changeWebhook } from '../../db/delivery/webhooks/endpoints.ts'
import { storedDelivery } from '../build/webhook.ts'
import { liveOwner } from '../support/deliveries.ts'
import { RAISED, raiseDelivery, registerWebhook } from '../support/events.ts'
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { figuresOf } from '../support/workflow-figures.ts'
import { until } from '../support/until.ts'

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ sweepEveryMs: 300 })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
})
beforeEach(async () => {
  receiver.reset()
  await service.db.pool.query('delete from webhook_endpoint')
})

/** Requests the next attempt as the service's own api does, which dies before it has signalled the workflow. */
async function requestWithoutSignal(webhookId: string, deliveryId: string): Promise<void> {
  expect(await retryDelivery(service.db, { id: webhookId, ...liveOwner(service) }, deliveryId)).toMatchObject({
    kind: 'retried',
    delivery: { status: 'pending' },
  })
  await service.db.pool.query(`update webhook_delivery set sweep_at = clock_timestamp() where id = $1`, [deliveryId])
}

const ended = async (id: string) => service.client.workflow.getHandle(id).result()

describe('an event for an endpoint', () => {
  it('arrives once, as its envelope, signed so that the stripe package accepts it, and is stored', async () => {
    const webhook = await registerWebhook(service, `${receiver.url}/hook`)
    const delivery = await raiseDelivery(service, webhook.id, "grüße'日本&\u{1f600}")
    expect(await ended(delivery)).toMatchObject({ status: 'delivered', statusCode: 200, error: null })
    const [got] = receiver.received
    expect(receiver.received).toHaveLength(1)
    const { event_id: eventId, ...stored } = await storedDelivery(service.db, delivery)
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json',
      'service-event-id': eventId,
      'service-event-type': RAISED,
      'service-delivery-id': delivery,
    })
    expect(got?.headers['user-agent']).toMatch(/routed-data-service/)
    const {
      rows: [event],
    } = await service.db.pool.query('select created_at, data from event where id = $1', [eventId])
    expect(JSON.parse(got?.body ?? '')).toEqual({
      id: eventId,
      type: RAISED,
      created_at: new Date(event.created_at).toISOString(),
      data: event.data,
    })
    const signature = String(got?.headers['service-signature'])
    expect(Stripe.webhooks.constructEvent(got?.body ?? '', signature, webhook.secret)).toMatchObject({ id: eventId })
    expect(() => Stripe.webhooks.constructEvent(`${got?.body} `, signature, webhook.secret)).toThrow()
    expect(stored).toMatchObject({
      status: 'delivered',
      attempts_made: 1,
      next_attempt_at: null,
      sweep_at: null,
      attempts: [{ status_code: 200, error: null, response: 'received' }],
    })
  }, 300_000)

  it('costs Temporal one workflow task and at most eight events, started without a poll', async () => {
    const delivery = await send()
    await ended(delivery)
    const { workflowTasks, events } = await figuresOf(service.client, delivery)
    expect(workflowTasks).toBe(1)
    expect(events).toBeLessThanOrEqual(8)
    const history = await service.client.workflow.getHandle(delivery).fetchHistory()
    expect(history.events?.[0]?.workflowExecutionStartedEventAttributes?.eagerExecutionAccepted).toBe(true)
  }, 300_000)
})

/** WORKFLOW_TASK_FAILED of Temporal's API: the server refused the completion because of the signal. */
const WORKFLOW_TASK_FAILED = 9
const TIMER_STARTED = 17

/** One event for one endpoint; returns its delivery. */
async function send(): Promise<string> {
  const { id } = await registerWebhook(service, receiver.url)
  return raiseDelivery(service, id)
}

describe('a signal retry that arrives while the attempt is under way', () => {
  it('repeats what the history lacks, and does not deliver again', async () => {
    receiver.answer(200, 1_000)
    const id = await send()
    await until(
      async () => receiver.received.length,
      (count) => count === 1,
    )
    await service.client.workflow.getHandle(id).signal('retry')
    expect(await ended(id)).toMatchObject({ status: 'delivered' })
    const { events } = await service.client.workflow.getHandle(id).fetchHistory()
    expect((events ?? []).filter(({ eventType }) => eventType === WORKFLOW_TASK_FAILED)).not.toHaveLength(0)
    expect(receiver.received).toHaveLength(1)
    expect((await storedDelivery(service.db, id)).attempts).toHaveLength(1)
  }, 300_000)
})

describe('a worker that is stopped while an attempt is under way', () => {
  it('waits for the answer and stores it, so that the attempt is not repeated', async () => {
    receiver.answer(200, 1_500)
    const id = await send()
    await until(
      async () => receiver.received.length,
      (count) => count === 1,
    )
    await service.stopWorker()
    expect(await storedDelivery(service.db, id)).toMatchObject({ status: 'delivered' })
    await service.startWorker()
    expect(await ended(id)).toMatchObject({ status: 'delivered' })
    expect(receiver.received).toHaveLength(1)
  }, 300_000)
})

describe('a workflow that is lost while it waits for a retry', () => {
  it('is started again by the sweeper once the retry is overdue, and continues from the stored attempts', async () => {
    receiver.answer(500)
    const id = await send()
    await until(
      () => storedDelivery(service.db, id),
      ({ attempts_made: made }) => made === 1,
    )
    await service.client.workflow.getHandle(id).terminate('by an operator')
    receiver.answer(200)
    await service.db.pool.query(
      `update webhook_delivery set next_attempt_at = clock_timestamp(), sweep_at = clock_timestamp() where id = $1`,
      [id],
    )
    const { attempts } = await until(
      () => storedDelivery(service.db, id),
      ({ status }) => status === 'delivered',
    )
    expect(attempts.map(({ status_code: code }) => code)).toEqual([500, 200])
  }, 300_000)

  it('makes no attempt before its time when it is started again too early', async () => {
    receiver.answer(500)
    const id = await send()
    await until(
      () => storedDelivery(service.db, id),
      ({ attempts_made: made }) => made === 1,
    )
    await service.client.workflow.getHandle(id).terminate('by an operator')
    await service.db.pool.query(`update webhook_delivery set sweep_at = clock_timestamp() where id = $1`, [id])
    const { timers } = await until(
      () => figuresOf(service.client, id),
      ({ timers: some, events }) => some.length === 1 && events < 8,
    )
    expect(timers[0]).toBeLessThanOrEqual(60)
    expect(receiver.received).toHaveLength(1)
  }, 300_000)
})

describe('a requested attempt whose signal the sleeping workflow did not get', () => {
  it.each(['waits for its schedule', 'was stopped with its endpoint, which is on again'])(
    'is made by the sweeper: its delivery %s',
    async (why) => {
      const { id: webhookId } = await registerWebhook(service, receiver.url)
      receiver.answer(500)
      const id = await raiseDelivery(service, webhookId)
      for (const made of [1, 2]) {
        await until(
          () => storedDelivery(service.db, id),
          ({ attempts_made: count }) => count === made,
        )
        await service.client.workflow.getHandle(id).signal('retry')
      }
      // It sleeps for half an hour now.
      await until(
        () => figuresOf(service.client, id),
        ({ timers }) => timers.length === 3,
      )
      receiver.answer(200)
      if (why.startsWith('was'))
        for (const enabled of [false, true])
          await changeWebhook(service.db, { id: webhookId, ...liveOwner(service) }, { enabled })
      await requestWithoutSignal(webhookId, id)
      const { attempts } = await until(
        () => storedDelivery(service.db, id),
        ({ status }) => status === 'delivered',
        30,
      )
      expect(attempts.map(({ status_code: code }) => code)).toEqual([500, 500, 500, 200])
      expect(await ended(id)).toMatchObject({ status: 'delivered' })
    },
    300_000,
  )
})

describe('a delivery in the Web UI', () => {
  it('is found by its endpoint, event type and status, and describes what it waits for', async () => {
    receiver.answer(500)
    const id = await send()
    await until(
      () => storedDelivery(service.db, id),
      ({ attempts_made: made }) => made === 1,
    )
    const handle = service.client.workflow.getHandle(id)
    const { typedSearchAttributes: waiting } = await until(
      () => handle.describe(),
      () => true,
    )
    expect([
      waiting.get(SEARCH_ATTRIBUTES.eventType),
      waiting.get(SEARCH_ATTRIBUTES.environment),
      waiting.get(SEARCH_ATTRIBUTES.deliveryStatus),
    ]).toEqual([RAISED, 'live', undefined])
    expect(waiting.get(SEARCH_ATTRIBUTES.webhookId)).toMatch(/^wh_/)
    const { events } = await until(
      () => handle.fetchHistory(),
      ({ events: some }) => (some ?? []).some(({ eventType }) => eventType === TIMER_STARTED),
    )
    const summary = (events ?? []).find(({ eventType }) => eventType === TIMER_STARTED)?.userMetadata?.summary?.data
    expect(Buffer.from(summary ?? []).toString()).toBe('"retry 1 of 6 in 1 min"')
    expect(await handle.query('__temporal_workflow_metadata')).toMatchObject({
      currentDetails: expect.stringMatching(/^Attempt 1 of 7: answered 500 after \d+ ms\. Retry 1 of 6 in 1 min\.$/),
    })
    receiver.answer(200)
    await handle.signal('retry')
    await ended(id)
    expect((await handle.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.deliveryStatus)).toBe('delivered')
  }, 300_000)
})
