import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { requestFromDying } from '../../support/dying.ts'
import { raiseEvents } from '../../support/events.ts'
import { startMortal } from '../../support/mortal.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { at, httpClient, type HttpClient } from '../../support/http.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until, untilKnown } from '../../support/until.ts'
import { workerEnv } from '../../support/worker-env.ts'

const LIST = '/v1/webhooks'
let service: TestService
let receiver: Receiver
let live: HttpClient
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ sweepEveryMs: 200, worker: false })
  live = httpClient(service.url, service.workspace.keys.live)
}, 120_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
  expect(leftovers()).toEqual([])
})

async function requestFromDyingApi(
  crashAt: CrashAt,
  path: string,
  { body, key }: { body?: object; key?: string } = {},
): Promise<void> {
  const api = await startMortal({
    script: 'api-child.ts',
    env: { ...workerEnv({ ...service, providers: {} }), CRASH_AT: crashAt },
  })
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  await requestFromDying(api, (url) => httpClient(url, service.workspace.keys.live).post(path, body, headers))
}

const create = async () => String((await live.post(LIST, { url: receiver.url })).at('id'))
const raise = () => raiseEvents(service, { workspace: service.workspace, environment: 'live' })
const deliveries = async (id: string): Promise<unknown[]> =>
  [at((await live.get(`${LIST}/${id}`)).body, 'deliveries')].flat()

/** As if a worker that comes back later looked. */
async function sweep(work: () => Promise<unknown>): Promise<void> {
  await service.db.pool.query(
    `update webhook_delivery set sweep_at = now() - interval '1 second' where status = 'pending'`,
  )
  await service.startWorker()
  await work()
  await service.stopWorker()
}

describe('an api that dies over a request about a webhook', () => {
  it.each(played(['retry_delivery:before', 'retry_delivery:after'] as const))(
    '%s: the delivery is retried when that was written, by the sweeper',
    async (crashAt) => {
      receiver.reset()
      const id = await create()
      const eventIds = await raise()
      const deliveryId = String(at((await deliveries(id))[0], 'id'))
      // Its attempts have failed, and its workflow has ended.
      const workflow = service.client.workflow.getHandle(deliveryId)
      await untilKnown(workflow)
      await workflow.terminate()
      await service.db.pool.query(
        `update webhook_delivery set status = 'failed', attempts_made = 7, next_attempt_at = null, sweep_at = null where id = $1`,
        [deliveryId],
      )
      await requestFromDyingApi(crashAt, `${LIST}/${id}/deliveries/${deliveryId}/retry`)
      const written = crashAt.endsWith(':after')
      expect(await deliveries(id)).toMatchObject([{ status: written ? 'pending' : 'failed' }])
      if (written)
        await sweep(() =>
          until(
            () => deliveries(id),
            ([one]) => at(one, 'status') === 'delivered',
          ),
        )
      expect(receiver.received.map(({ headers }) => headers['service-event-id'])).toEqual(written ? eventIds : [])
      await live.delete(`${LIST}/${id}`)
    },
    120_000,
  )

  it.each(played(['recover_deliveries:before', 'recover_deliveries:after'] as const))(
    '%s: what failed is sent again when that was written, by the sweeper',
    async (crashAt) => {
      receiver.reset()
      const id = await create()
      const eventIds = await raise()
      const workflow = service.client.workflow.getHandle(String(at((await deliveries(id))[0], 'id')))
      await untilKnown(workflow)
      await workflow.terminate()
      // Ends what is pending.
      await live.patch(`${LIST}/${id}`, { enabled: false })
      await live.patch(`${LIST}/${id}`, { enabled: true })
      await requestFromDyingApi(crashAt, `${LIST}/${id}/recover`, { body: { since: '2026-01-01' } })
      const written = crashAt.endsWith(':after')
      expect(await deliveries(id)).toMatchObject([{ status: written ? 'pending' : 'failed' }])
      if (written)
        await sweep(() =>
          until(
            () => deliveries(id),
            ([one]) => at(one, 'status') === 'delivered',
          ),
        )
      expect(receiver.received.map(({ headers }) => headers['service-event-id'])).toEqual(written ? eventIds : [])
      await live.delete(`${LIST}/${id}`)
    },
    120_000,
  )

  it.each(played(['add_test_delivery:before', 'add_test_delivery:after'] as const))(
    '%s: the test is sent by the sweeper when it was written',
    async (crashAt) => {
      receiver.reset()
      const id = await create()
      await requestFromDyingApi(crashAt, `${LIST}/${id}/test`)
      if (crashAt.endsWith(':before')) {
        expect(await deliveries(id)).toEqual([])
        await live.delete(`${LIST}/${id}`)
        return
      }
      await sweep(() =>
        until(
          () => deliveries(id),
          ([one]) => at(one, 'status') === 'delivered',
        ),
      )
      expect(receiver.received.map(({ headers }) => headers['service-event-type'])).toEqual(['webhook.test'])
      await live.delete(`${LIST}/${id}`)
    },
    120_000,
  )

  it.each(played(['rotate_webhook_secret:before', 'rotate_webhook_secret:after'] as const))(
    '%s: an endpoint has one current secret whatever was written',
    async (crashAt) => {
      const id = await create()
      await requestFromDyingApi(crashAt, `${LIST}/${id}/rotate-secret`)
      const current = async () =>
        (
          await service.db.pool.query(
            'select count(*)::integer as n from webhook_secret where webhook_id = $1 and expires_at is null',
            [id],
          )
        ).rows[0].n
      expect(await current()).toBe(1)
      expect((await live.post(`${LIST}/${id}/rotate-secret`)).at('secret')).toMatch(/^whsec_/)
      expect(await current()).toBe(1)
      await live.delete(`${LIST}/${id}`)
    },
    120_000,
  )

  it.each(played(['create_webhook:before', 'create_webhook:after'] as const))(
    '%s: an endpoint has its secret, or is not there',
    async (crashAt) => {
      await requestFromDyingApi(crashAt, LIST, { body: { url: receiver.url }, key: randomUUID() })
      const made = [(await live.get(LIST)).at('items')].flat()
      expect(made).toHaveLength(crashAt.endsWith(':after') ? 1 : 0)
      const { rows } = await service.db.pool.query('select webhook_id as id from webhook_secret')
      expect(rows.map(({ id }) => id)).toEqual(made.map((one) => at(one, 'id')))
      for (const one of made) await live.delete(`${LIST}/${String(at(one, 'id'))}`)
    },
    120_000,
  )

  it('delete_webhook_deliveries:after: the endpoint is off, and the next request deletes it', async () => {
    const id = await create()
    await raise()
    const api = await startMortal({
      script: 'api-child.ts',
      env: { ...workerEnv({ ...service, providers: {} }), CRASH_AT: 'delete_webhook_deliveries:after' },
    })
    await requestFromDying(api, (url) => httpClient(url, service.workspace.keys.live).delete(`${LIST}/${id}`))
    expect((await live.get(`${LIST}/${id}`)).body).toMatchObject({ enabled: false, deliveries: [] })
    expect((await live.delete(`${LIST}/${id}`)).status).toBe(200)
    expect((await live.get(`${LIST}/${id}`)).status).toBe(404)
  }, 120_000)
})
