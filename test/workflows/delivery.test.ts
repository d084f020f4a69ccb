import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import Stripe from 'stripe'
import { buildEvent, buildWebhook, storedDelivery } from '../build/webhook.ts'
import { figuresOf, liveOwner, sendEvent } from '../support/deliveries.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService()
}, 300_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
})
beforeEach(async () => {
  receiver.reset()
  await service.db.pool.query('delete from webhook_endpoint')
})

const ended = async (id: string) => service.client.workflow.getHandle(id).result()

describe('an event for an endpoint', () => {
  it('arrives once, as its envelope, signed so that the stripe package accepts it, and is written down', async () => {
    const webhook = await buildWebhook(service, liveOwner(service), `${receiver.url}/hook`)
    const [delivery] = await sendEvent(service, buildEvent('Grüße, "Robin" \u2028'))
    expect(await ended(delivery?.id ?? '')).toMatchObject({ status: 'delivered', statusCode: 200, error: null })
    const [got] = receiver.received
    expect(receiver.received).toHaveLength(1)
    const { event_id: eventId, ...stored } = await storedDelivery(service.db, delivery?.id ?? '')
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json', 'service-event-id': eventId, 'service-event-type': 'linkedin.message_received', 'service-delivery-id': delivery?.id,
    })
    expect(got?.headers['user-agent']).toMatch(/routed-data-service/)
    const { rows: [event] } = await service.db.pool.query('select created_at, data from event where id = $1', [eventId])
    expect(JSON.parse(got?.body ?? '')).toEqual({ id: eventId, type: 'linkedin.message_received', created_at: new Date(event.created_at).toISOString(), data: event.data })
    const signature = String(got?.headers['service-signature'])
    expect(Stripe.webhooks.constructEvent(got?.body ?? '', signature, webhook.secret)).toMatchObject({ id: eventId })
    expect(() => Stripe.webhooks.constructEvent(`${got?.body} `, signature, webhook.secret)).toThrow()
    expect(stored).toMatchObject({
      status: 'delivered', attempts_made: 1, next_attempt_at: null, sweep_at: null,
      attempts: [{ status_code: 200, error: null, response: 'received' }],
    })
  }, 300_000)

  it('costs Temporal one workflow task and at most eight events, handed over without a poll', async () => {
    await buildWebhook(service, liveOwner(service), receiver.url)
    const [delivery] = await sendEvent(service, buildEvent())
    await ended(delivery?.id ?? '')
    const { workflowTasks, events } = await figuresOf(service.client, delivery?.id ?? '')
    expect(workflowTasks).toBe(1)
    expect(events).toBeLessThanOrEqual(8)
    const history = await service.client.workflow.getHandle(delivery?.id ?? '').fetchHistory()
    expect(history.events?.[0]?.workflowExecutionStartedEventAttributes?.eagerExecutionAccepted).toBe(true)
  }, 300_000)
})
