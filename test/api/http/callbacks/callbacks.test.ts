import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { verifyWebhook } from '../../../../packages/client/index.ts'
import { WEBHOOK_ENDPOINTS_MAX } from '../../../../domain/webhooks/schedule.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import { type ReceivedEvent, type Receiver, startReceiver } from '../../../support/receiver.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const SECRET = '/v1/callbacks/secret'
let service: TestService
let receiver: Receiver
let workspace: TestWorkspace
let client: HttpClient
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ sweepEveryMs: 300 })
}, 120_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
})
beforeEach(async () => {
  receiver.reset()
  workspace = await buildWorkspace(service.db)
  client = httpClient(service.url, workspace.keys.test)
})

const run = (body: object, path = '/done') =>
  runClient(service.url, workspace.keys.test).run({ ...body, callback_url: `${receiver.url}${path}` })
/** One request for each event: an attempt may be repeated, as that of any delivery. */
const received = (count: number) =>
  until(
    async () => [...new Map(receiver.received.map((one) => [one.headers['webhook-id'], one])).values()],
    (all) => all.length >= count,
    60,
  )
const dataOf = ({ body }: ReceivedEvent): unknown => at(JSON.parse(body), 'data')
const secretNow = async () => String((await client.get(SECRET)).at('secret'))
const isSigned = ({ body, headers }: ReceivedEvent, secret: string): boolean => {
  const standard = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  )
  return new StandardWebhook(secret).verify(body, standard) !== undefined
}
const deliveries = async (): Promise<unknown[]> => [(await client.get('/v1/callbacks')).at('deliveries')].flat()

describe('callback_url of a run', () => {
  it('gets the end of the run, whatever it is, once and signed', async () => {
    const waiting = await run(findContact('', { approval: 'required' }))
    await runClient(service.url, workspace.keys.test).cancel(waiting.body.run_id)
    const raw = { provider: 'sec', endpoint: '/submissions/CIK{cik}.json', path: { cik: '0000320193' } }
    const requests = [...['', '+no-match', '+error', '+slow-3'].map((scenario) => findContact(scenario)), raw]
    const ended = await Promise.all(requests.map((request) => run(request)))
    const expected = [waiting, ...ended].map(({ body }) => body.run_id).toSorted()
    const events = await received(expected.length)
    expect(events.map((event) => at(dataOf(event), 'run_id')).toSorted()).toEqual(expected)
    expect(new Set(events.map((event) => at(dataOf(event), 'status')))).toEqual(
      new Set(['cancelled', 'succeeded', 'no_match', 'failed']),
    )
    const secret = await secretNow()
    for (const event of events) {
      expect(isSigned(event, secret)).toBe(true)
      const header = String(event.headers['service-signature'])
      expect(await verifyWebhook({ secret, header, body: event.body })).toMatchObject({ type: 'run.finished' })
    }
    expect(await deliveries()).toEqual(
      expected.map(() => expect.objectContaining({ url: `${receiver.url}/done`, status: 'delivered' })),
    )
    // The stream has what is delivered, for those who name it.
    const stream = [(await client.get('/v1/events?types=run.finished')).at('items')].flat()
    expect(stream.map((event) => at(event, 'id')).toSorted()).toEqual(
      events.map(({ headers }) => headers['webhook-id']).toSorted(),
    )
  }, 120_000)

  it('is for that run alone: another run is not reported', async () => {
    await runClient(service.url, workspace.keys.test).run(findContact())
    const { body } = await run(findContact())
    expect((await received(1)).map((event) => at(dataOf(event), 'run_id'))).toEqual([body.run_id])
    expect((await client.get(`/v1/runs/${body.run_id}`)).at('callback_url')).toBe(`${receiver.url}/done`)
    expect(await deliveries()).toHaveLength(1)
  }, 120_000)

  it('has the rules of the URL of a webhook, and is a part of the request', async () => {
    const request = (url: string) =>
      client.post('/v1/run', { ...findContact(), callback_url: url }, { 'Idempotency-Key': 'with-callback' })
    const refused = await request('https://192.168.0.1/callback')
    expect([refused.status, refused.at('error', 'code'), refused.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/callback_url',
    ])
    expect((await request(`${receiver.url}/one`)).status).toBe(200)
    expect((await request(`${receiver.url}/two`)).at('error', 'code')).toBe('idempotency_mismatch')
    expect((await request(`${receiver.url}/one`)).status).toBe(200)
    await received(1)
    expect(await deliveries()).toHaveLength(1)
  }, 120_000)

  it('is refused for a workspace in quarantine', async () => {
    const signedUp = await httpClient(service.url).post('/v1/agents/signup', { name: 'An agent' })
    const agent = httpClient(service.url, String(signedUp.at('test_key')))
    const refused = await agent.post('/v1/run', { ...findContact(), callback_url: `${receiver.url}/out` })
    expect([refused.status, refused.at('error', 'code')]).toEqual([403, 'forbidden'])
    expect((await agent.get(SECRET)).status).toBe(403)
    expect((await agent.post('/v1/run', findContact())).status).toBe(200)
  }, 120_000)

  it('is erased with the person that it names', async () => {
    await run(findContact(), '/done?who=gone%40example.com')
    await until(deliveries, ([one]) => at(one, 'status') === 'delivered')
    const erasure = await client.post('/v1/erasures', { subject: 'gone@example.com' })
    await until(
      () => client.get(`/v1/erasures/${String(erasure.at('erasure_id'))}`),
      (answer) => answer.at('status') === 'finished',
      60,
    )
    expect(await deliveries()).toMatchObject([{ url: '[erased]', status: 'delivered' }])
  }, 120_000)

  it('that fails is tried again, can be retried and recovered, and turns nothing off', async () => {
    receiver.answer(500)
    await run(findContact())
    const failing = await until(deliveries, ([one]) => at(one, 'attempts', 'length') === 1)
    expect(failing).toMatchObject([{ type: 'run.finished', status: 'pending', next_attempt_at: expect.any(String) }])
    const webhookId = String((await client.get('/v1/callbacks')).at('webhook_id'))
    receiver.answer(200)
    await client.post(`/v1/webhooks/${webhookId}/deliveries/${String(at(failing[0], 'id'))}/retry`)
    await until(deliveries, ([one]) => at(one, 'status') === 'delivered')
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await client.post(`/v1/webhooks/${webhookId}/recover`, { since: '2026-01-01' })).body).toMatchObject({
      webhook_id: webhookId,
      deliveries: 0,
    })
  }, 120_000)
})

describe('the secret of callbacks', () => {
  it('is made once, shown again, and signs together with the new one for a day after a rotation', async () => {
    const secrets = await Promise.all(Array.from({ length: 5 }, secretNow))
    expect(new Set(secrets).size).toBe(1)
    const [before = ''] = secrets
    expect(before).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/)
    const key = { 'Idempotency-Key': 'rotate-callbacks' }
    const rotated = await client.post(SECRET, undefined, key)
    expect((await client.post(SECRET, undefined, key)).body).toEqual(rotated.body)
    const now = String(rotated.at('secret'))
    expect(await secretNow()).toBe(now)
    expect(now).not.toBe(before)
    await run(findContact())
    const [event] = await received(1)
    if (event === undefined) throw new Error('nothing was received')
    for (const secret of [now, before]) expect(isSigned(event, secret)).toBe(true)
    const live = httpClient(service.url, workspace.keys.live)
    expect((await live.get(SECRET)).at('secret')).not.toBe(now)
  }, 120_000)

  it('belongs to no endpoint that is listed, counted, changed or deleted', async () => {
    const id = String((await client.get(SECRET)).at('webhook_id'))
    const made = await Promise.all(
      Array.from({ length: WEBHOOK_ENDPOINTS_MAX }, () => client.post('/v1/webhooks', { url: `${receiver.url}/own` })),
    )
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200))
    const listed = [(await client.get('/v1/webhooks')).at('items')].flat().map((one) => at(one, 'id'))
    expect(listed.toSorted()).toEqual(made.map((answer) => answer.at('id')).toSorted())
    const path = `/v1/webhooks/${id}`
    const answers = [
      await client.get(path),
      await client.patch(path, { enabled: false }),
      await client.post(`${path}/test`),
      await client.post(`${path}/rotate-secret`),
      await client.delete(path),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    await run(findContact())
    expect((await received(1)).map((event) => event.path)).toEqual(['/done'])
  }, 120_000)
})
