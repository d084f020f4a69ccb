import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { raiseEvents } from '../../../support/events.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import { type ReceivedEvent, type Receiver, startReceiver } from '../../../support/receiver.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const LIST = '/v1/webhooks'
let service: TestService
let receiver: Receiver
let live: HttpClient
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ sweepEveryMs: 500 })
  live = httpClient(service.url, service.workspace.keys.live)
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})
beforeEach(() => receiver.reset())
afterEach(async () => {
  for (const one of [at((await live.get(LIST)).body, 'items')].flat())
    await live.delete(`${LIST}/${String(at(one, 'id'))}`)
})

const create = async (more: object = {}) => {
  const { body } = await live.post(LIST, { url: `${receiver.url}/hooks`, ...more })
  return { id: String(at(body, 'id')), secret: String(at(body, 'secret')) }
}
const raise = () => raiseEvents(service, { workspace: service.workspace, environment: 'live' })
const deliveries = async (id: string): Promise<unknown[]> =>
  [at((await live.get(`${LIST}/${id}`)).body, 'deliveries')].flat()

/** Spec 6.2, computed separately. */
const signatures = ({
  headers,
  body,
}: ReceivedEvent): { t: string; v1: string[]; expected: (secret: string) => string } => {
  const parts = String(headers['service-signature'])
    .split(',')
    .map((part) => part.split('='))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  return {
    t,
    v1: parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? ''),
    expected: (secret) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'),
  }
}

describe('POST …/test', () => {
  it("sends one signed event and answers the endpoint's reaction, also when it is switched off", async () => {
    const { id, secret } = await create({ events: ['email.bounced'] })
    await live.patch(`${LIST}/${id}`, { enabled: false })
    const { status, body } = await live.post(`${LIST}/${id}/test`)
    expect([status, body]).toEqual([
      200,
      {
        delivered: true,
        status_code: 200,
        latency_ms: expect.any(Number),
        error: null,
        delivery_id: expect.stringMatching(/^whd_/),
      },
    ])
    const [got] = receiver.received
    if (got === undefined) throw new Error('nothing was received')
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(got.body)).toEqual({
      id: got.headers['service-event-id'],
      type: 'webhook.test',
      created_at: expect.any(String),
      data: { message: expect.any(String), webhook_id: id },
    })
    expect(got.headers).toMatchObject({
      'service-event-type': 'webhook.test',
      'service-delivery-id': at(body, 'delivery_id'),
    })
    const { v1, expected } = signatures(got)
    expect(v1).toEqual([expected(secret)])
    expect(await deliveries(id)).toEqual([
      expect.objectContaining({ id: at(body, 'delivery_id'), type: 'webhook.test', status: 'delivered' }),
    ])
    expect((await live.get('/v1/events')).at('items')).toEqual([])
  }, 60_000)

  it('answers why it was not delivered, cannot be repeated, and does not count towards auto-disable', async () => {
    const { id } = await create()
    receiver.answer(500)
    expect((await live.post(`${LIST}/${id}/test`)).body).toMatchObject({
      delivered: false,
      status_code: 500,
      error: expect.any(String),
    })
    expect(await deliveries(id)).toEqual([
      expect.objectContaining({
        status: 'failed',
        next_attempt_at: null,
        attempts: [expect.objectContaining({ status_code: 500 })],
      }),
    ])
    expect((await live.get(`${LIST}/${id}`)).at('failing_since')).toBeNull()
    const again = await live.post(`${LIST}/${id}/deliveries/${String(at((await deliveries(id))[0], 'id'))}/retry`)
    expect([again.status, again.at('error', 'code')]).toEqual([409, 'conflict'])
  }, 60_000)

  it('is listed with the deliveries of its status', async () => {
    const { id } = await create()
    await live.post(`${LIST}/${id}/test`)
    receiver.answer(500)
    await live.post(`${LIST}/${id}/test`)
    const statusesOf = async (query: string): Promise<unknown[]> =>
      [at((await live.get(`${LIST}/${id}${query}`)).body, 'deliveries')].flat().map((one) => at(one, 'status'))
    expect(await statusesOf('')).toEqual(['failed', 'delivered'])
    for (const status of ['failed', 'delivered']) expect(await statusesOf(`?status=${status}`)).toEqual([status])
    expect(await statusesOf('?status=pending')).toEqual([])
    const wrong = await live.get(`${LIST}/${id}?status=lost`)
    expect([wrong.status, wrong.at('error', 'code'), wrong.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/status',
    ])
  }, 60_000)

  it('is sent once for each idempotency key', async () => {
    const { id } = await create()
    const send = (key: string) => live.post(`${LIST}/${id}/test`, undefined, { 'Idempotency-Key': key })
    const first = await send('once')
    const again = await send('once')
    expect([again.body, again.headers.get('Idempotent-Replay')]).toEqual([first.body, 'true'])
    expect((await send('another')).at('delivery_id')).not.toBe(first.at('delivery_id'))
    expect(receiver.received).toHaveLength(2)
  }, 60_000)

  it('is signed by both secrets after a rotation', async () => {
    const { id, secret } = await create()
    const rotated = String((await live.post(`${LIST}/${id}/rotate-secret`)).at('secret'))
    await live.post(`${LIST}/${id}/test`)
    const [got] = receiver.received
    if (got === undefined) throw new Error('nothing was received')
    const { v1, expected } = signatures(got)
    expect(v1).toEqual([expected(rotated), expected(secret)])
  }, 60_000)
})

describe('POST …/retry', () => {
  it('sends the same event again, at once, whether its delivery has ended or waits', async () => {
    const { id } = await create()
    receiver.answer(500)
    const [eventId] = await raise()
    const waiting = async () => (await deliveries(id))[0]
    const deliveryId = String(at(await waiting(), 'id'))
    const retry = () => live.post(`${LIST}/${id}/deliveries/${deliveryId}/retry`)
    await until(waiting, (one) => at(one, 'attempts', 'length') === 1)
    await retry()
    await until(waiting, (one) => at(one, 'attempts', 'length') === 2)
    receiver.answer(200)
    await retry()
    await until(waiting, (one) => at(one, 'status') === 'delivered')
    await retry()
    await until(waiting, (one) => at(one, 'attempts', 'length') === 4)
    expect(await waiting()).toMatchObject({ status: 'delivered', event_id: eventId })
    expect(
      receiver.received.map(({ headers }) => [headers['service-event-id'], headers['service-delivery-id']]),
    ).toEqual(Array.from({ length: 4 }, () => [eventId, deliveryId]))
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  }, 120_000)
})

describe('POST …/recover', () => {
  const failing = async () => {
    const { id } = await create()
    receiver.answer(500)
    const since = new Date(Date.now() - 60_000).toISOString()
    const eventIds = [...(await raise()), ...(await raise())]
    await until(
      () => deliveries(id),
      (all) => all.length === 2 && all.every((one) => at(one, 'attempts', 'length') === 1),
    )
    // Ends what waits for its next attempt.
    await live.patch(`${LIST}/${id}`, { enabled: false })
    return { id, eventIds, since, recover: (window: object = { since }, key = {}) => recoverWith(id, window, key) }
  }
  const recoverWith = (id: string, window: object, headers: Record<string, string>) =>
    live.post(`${LIST}/${id}/recover`, window, headers)
  const events = () => receiver.received.map(({ headers }) => String(headers['service-event-id'])).toSorted()

  it('sends what failed in the window once more, once for a key, and nothing that was delivered', async () => {
    const { id, eventIds, recover } = await failing()
    const refused = await recover()
    expect([refused.status, refused.at('error', 'code'), refused.at('error', 'param')]).toEqual([
      409,
      'conflict',
      '/webhook_id',
    ])
    await live.patch(`${LIST}/${id}`, { enabled: true })
    receiver.reset()
    expect((await recover({ since: '2026-01-01', until: '2026-01-02' })).status).toBe(400)
    const key = { 'Idempotency-Key': 'recover-once' }
    const { status, body } = await recover({ since: '2026-01-01' }, key)
    expect([status, body]).toEqual([
      200,
      {
        webhook_id: id,
        deliveries: 2,
        since: expect.any(String),
        until: expect.any(String),
        next_since: null,
      },
    ])
    await until(
      () => deliveries(id),
      (all) => all.every((one) => at(one, 'status') === 'delivered'),
    )
    expect(events()).toEqual(eventIds.toSorted())
    const again = await recover({ since: '2026-01-01' }, key)
    expect([again.body, again.headers.get('Idempotent-Replay')]).toEqual([body, 'true'])
    expect((await recover()).at('deliveries')).toBe(0)
    expect(receiver.received).toHaveLength(2)
  }, 120_000)

  it('sends at once what waits for its next retry, each once, also of two requests', async () => {
    const { id } = await create()
    receiver.answer(500)
    const eventIds = [...(await raise()), ...(await raise())]
    await until(
      () => deliveries(id),
      (all) => all.length === 2 && all.every((one) => at(one, 'attempts', 'length') === 1),
    )
    receiver.reset()
    const since = new Date(Date.now() - 600_000).toISOString()
    const answers = [await recoverWith(id, { since }, {}), await recoverWith(id, { since }, {})]
    expect(answers.map((answer) => answer.at('deliveries'))).toEqual([2, 0])
    await until(
      () => deliveries(id),
      (all) => all.every((one) => at(one, 'status') === 'delivered'),
    )
    expect(events()).toEqual(eventIds.toSorted())
    expect((await deliveries(id)).map((one) => at(one, 'attempts', 'length'))).toEqual([2, 2])
  }, 120_000)

  it('refuses a window of a time whose deliveries are not kept, and names what would be right', async () => {
    const { id } = await create()
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
    const refused = await recoverWith(id, { since: daysAgo(60), until: daysAgo(31) }, {})
    expect([refused.status, refused.at('error', 'param')]).toEqual([400, '/until'])
    expect(refused.at('error', 'message')).toMatch(/more than 30 days ago.+since 20\d\d-/)
  })

  it('leaves out what was made after the window', async () => {
    const { id, since, recover } = await failing()
    await live.patch(`${LIST}/${id}`, { enabled: true })
    expect((await recover({ since: '2026-01-01', until: since })).at('deliveries')).toBe(0)
  }, 120_000)
})

describe('an event on the stream and at an endpoint', () => {
  it('are identical', async () => {
    await create()
    await raise()
    await until(
      async () => receiver.received.length,
      (count) => count > 0,
    )
    const items = [(await live.get('/v1/events')).at('items')].flat()
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual(items.at(-1))
  }, 60_000)
})
