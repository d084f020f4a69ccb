import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { raiseEvents } from '../../../support/events.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

const LIST = '/v1/webhooks'
const URL = 'http://127.0.0.1:9/hooks'
let service: TestService
let workspace: TestWorkspace
let live: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  live = httpClient(service.url, workspace.keys.live)
})

const create = async () => {
  const answer = await live.post(LIST, { url: URL })
  if (answer.status !== 200) throw new Error(answer.text)
  return { id: String(answer.at('id')), secret: String(answer.at('secret')) }
}
const readOne = async (id: string) => (await live.get(`${LIST}/${id}`)).body
const refusal = ({ status, body }: { status: number; body: unknown }) => [
  status,
  at(body, 'error', 'code'),
  at(body, 'error', 'param'),
]

describe('POST …/rotate-secret', () => {
  const secrets = async (id: string) =>
    (
      await service.db.pool.query<{ hours: number | null }>(
        `select round(extract(epoch from expires_at - now()) / 3600)::integer as hours from webhook_secret where webhook_id = $1 order by expires_at nulls first`,
        [id],
      )
    ).rows.map(({ hours }) => hours)

  it('gives a new secret, once, and keeps the one before for a day', async () => {
    const { id, secret } = await create()
    const { status, body } = await live.post(`${LIST}/${id}/rotate-secret`)
    const { deliveries: _, ...shown } = Object(await readOne(id))
    expect([status, body]).toEqual([200, { ...shown, secret: expect.stringMatching(/^whsec_/) }])
    expect(at(body, 'secret')).not.toBe(secret)
    expect(await secrets(id)).toEqual([null, 24])
  })

  it('leaves one current and one earlier secret however many rotate at the same time', async () => {
    const { id } = await create()
    const answers = await Promise.all(Array.from({ length: 10 }, () => live.post(`${LIST}/${id}/rotate-secret`)))
    expect(new Set(answers.map((answer) => answer.at('secret'))).size).toBe(10)
    expect(await secrets(id)).toEqual([null, 24])
  })

  it('rotates once for an idempotency key', async () => {
    const { id } = await create()
    const key = { 'Idempotency-Key': 'rotate-1' }
    const [first, again] = [
      await live.post(`${LIST}/${id}/rotate-secret`, undefined, key),
      await live.post(`${LIST}/${id}/rotate-secret`, undefined, key),
    ]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Idempotent-Replay')).toBe('true')
  })
})

describe('POST …/deliveries/{delivery_id}/retry', () => {
  const only = async (id: string) => [at(await readOne(id), 'deliveries')].flat()[0]
  const sent = async () => {
    const { id } = await create()
    await raiseEvents(service, { workspace, environment: 'live' })
    const deliveryId = String(at(await only(id), 'id'))
    return {
      id,
      deliveryId,
      retry: (headers = {}) => live.post(`${LIST}/${id}/deliveries/${deliveryId}/retry`, undefined, headers),
    }
  }
  const end = (deliveryId: string, made: number) =>
    service.db.pool.query(
      `update webhook_delivery set status = 'failed', next_attempt_at = null, sweep_at = null, attempts_made = $2, attempts_max = greatest(attempts_max, $2) where id = $1`,
      [deliveryId, made],
    )
  const stored = async (deliveryId: string) =>
    (
      await service.db.pool.query(
        'select status, attempts_max, generation, sweep_at is not null as swept from webhook_delivery where id = $1',
        [deliveryId],
      )
    ).rows[0]

  it("gives one that has ended one more attempt, with the endpoint's present timing", async () => {
    const { id, deliveryId, retry } = await sent()
    await end(deliveryId, 7)
    await live.patch(`${LIST}/${id}`, { enabled: false })
    expect(refusal(await retry())).toEqual([409, 'conflict', '/webhook_id'])
    await live.patch(`${LIST}/${id}`, { enabled: true })
    const { status, body } = await retry({ 'Idempotency-Key': 'again' })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id: deliveryId, status: 'pending', next_attempt_at: expect.any(String) }),
    ])
    expect(await stored(deliveryId)).toEqual({ status: 'pending', attempts_max: 8, generation: 2, swept: true })
    await end(deliveryId, 8)
    const replayed = await retry({ 'Idempotency-Key': 'again' })
    expect([replayed.body, replayed.headers.get('Idempotent-Replay')]).toEqual([body, 'true'])
    expect(await stored(deliveryId)).toMatchObject({ status: 'failed', attempts_max: 8 })
  })

  it('makes a pending one due now, and keeps its schedule', async () => {
    const { deliveryId, retry } = await sent()
    await service.db.pool.query(
      `update webhook_delivery set attempts_made = 3, next_attempt_at = now() + interval '2 hours' where id = $1`,
      [deliveryId],
    )
    const { body } = await retry()
    expect(Date.parse(String(at(body, 'next_attempt_at')))).toBeLessThan(Date.now() + 60_000)
    expect(await stored(deliveryId)).toMatchObject({ status: 'pending', attempts_max: 7 })
  })

  it('is refused for a purged event, for a test, and after a hundred attempts', async () => {
    const { id, deliveryId, retry } = await sent()
    await end(deliveryId, 100)
    expect(refusal(await retry())).toEqual([409, 'limit_reached', '/delivery_id'])
    await service.db.pool.query('delete from event where workspace_id = $1', [workspace.id])
    expect(refusal(await retry())).toEqual([409, 'conflict', '/delivery_id'])
    expect(refusal(await live.post(`${LIST}/${id}/deliveries/whd_unknown/retry`))).toEqual([
      404,
      'not_found',
      '/delivery_id',
    ])
  })
})
