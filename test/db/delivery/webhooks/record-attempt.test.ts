import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { disableFailingEndpoint } from '../../../../db/delivery/webhooks/disable.ts'
import { type AttemptToRecord, recordAttempt } from '../../../../db/delivery/webhooks/record-attempt.ts'
import { DELIVERY_ATTEMPTS_MAX, FAILING_MS_MAX, FAILING_REASON } from '../../../../domain/webhooks/schedule.ts'
import { testCipher } from '../../../build/connection.ts'
import { buildEvent, buildWebhook, commitEvents, storedDelivery, storedWebhook } from '../../../build/webhook.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'

const HOUR_MS = 3_600_000
const NOON = Date.UTC(2026, 0, 5, 12)

let db: Database
let close: () => Promise<void>
let owner: Owner
let webhookId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})
afterAll(() => close())
beforeEach(async () => {
  await db.pool.query('delete from webhook_endpoint')
  webhookId = (await buildWebhook({ db, cipher: testCipher() }, owner, 'https://example.com/hook')).id
})

const pending = async (): Promise<string> => (await commitEvents(db, owner, [buildEvent()])).deliveries[0]?.id ?? ''

/** The first attempt of a delivery at noon; failed, unless the argument differs. */
function attempt(deliveryId: string, more: Partial<AttemptToRecord> = {}): AttemptToRecord {
  const at = more.at ?? NOON
  const delivered = more.delivered ?? false
  return {
    deliveryId,
    webhookId,
    generation: 1,
    attemptsMade: 0,
    at,
    delivered,
    nextAttemptAt: delivered ? null : at + 60_000,
    attempt: {
      at: new Date(at).toISOString(),
      status_code: delivered ? 200 : 500,
      error: delivered ? null : 'the server answered 500',
      latency_ms: 5,
      response: null,
    },
    ...more,
  }
}

const fail = (deliveryId: string, more: Partial<AttemptToRecord> = {}) => recordAttempt(db, attempt(deliveryId, more))
const deliver = (deliveryId: string, more: Partial<AttemptToRecord> = {}) =>
  recordAttempt(db, attempt(deliveryId, { delivered: true, ...more }))

describe('a recorded attempt', () => {
  it('leaves a delivery pending for its next attempt, and due for the sweeper half a minute after that', async () => {
    const id = await pending()
    expect(await fail(id)).toEqual({
      status: 'pending',
      attemptsMade: 1,
      attemptsMax: DELIVERY_ATTEMPTS_MAX,
      clockStarted: true,
      disabled: false,
    })
    expect(await storedDelivery(db, id)).toMatchObject({
      status: 'pending',
      attempts_made: 1,
      next_attempt_at: new Date(NOON + 60_000),
      sweep_at: new Date(NOON + 90_000),
      attempts: [
        {
          at: new Date(NOON).toISOString(),
          status_code: 500,
          error: 'the server answered 500',
          latency_ms: 5,
          response: null,
        },
      ],
    })
  })

  it('ends it when it is delivered, and when it was the last', async () => {
    const [delivered, failed] = [await pending(), await pending()]
    expect(await deliver(delivered)).toMatchObject({ status: 'delivered', clockStarted: false })
    for (let made = 0; made < DELIVERY_ATTEMPTS_MAX; made += 1) {
      const last = made === DELIVERY_ATTEMPTS_MAX - 1
      expect(await fail(failed, { attemptsMade: made, ...(last ? { nextAttemptAt: null } : {}) })).toMatchObject({
        status: last ? 'failed' : 'pending',
      })
    }
    expect(await storedDelivery(db, delivered)).toMatchObject({
      status: 'delivered',
      next_attempt_at: null,
      sweep_at: null,
    })
    expect(await storedDelivery(db, failed)).toMatchObject({
      status: 'failed',
      attempts_made: DELIVERY_ATTEMPTS_MAX,
      next_attempt_at: null,
      sweep_at: null,
    })
  })

  it('counts once, also when another worker has made the same attempt', async () => {
    const id = await pending()
    const outcomes = await Promise.all([fail(id), deliver(id), fail(id), deliver(id), fail(id)])
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1)
    expect((await storedDelivery(db, id)).attempts).toHaveLength(1)
    expect(await deliver(id)).toBeNull()
  })

  it('is kept when its endpoint was switched off while it was under way: a delivery counts', async () => {
    const [delivered, failed] = [await pending(), await pending()]
    await db.pool.query(`update webhook_delivery set status = 'failed', next_attempt_at = null, sweep_at = null`)
    await db.pool.query('update webhook_endpoint set enabled = false')
    expect(await deliver(delivered)).toMatchObject({ status: 'delivered' })
    expect(await fail(failed)).toMatchObject({ status: 'failed', clockStarted: false })
    expect(await storedWebhook(db, webhookId)).toMatchObject({ enabled: false, failing_since: null })
  })

  it('is dropped with an endpoint that was deleted meanwhile', async () => {
    const id = await pending()
    await db.pool.query('delete from webhook_endpoint')
    expect(await fail(id)).toBeNull()
  })
})

describe('the failing period of an endpoint', () => {
  const clock = async () => {
    const { failing_since: since, last_failed_at: last } = await storedWebhook(db, webhookId)
    return [since?.getTime(), last?.getTime()]
  }

  it('starts at the first failure, covers all events, and only moves its end', async () => {
    expect(await fail(await pending())).toMatchObject({ clockStarted: true })
    expect(await fail(await pending(), { at: NOON + HOUR_MS })).toMatchObject({ clockStarted: false })
    expect(await fail(await pending(), { at: NOON + HOUR_MS / 2 })).toMatchObject({ clockStarted: false })
    expect(await clock()).toEqual([NOON, NOON + HOUR_MS])
  })

  it('ends with one success of any event, and starts again after it', async () => {
    await fail(await pending())
    await deliver(await pending(), { at: NOON + HOUR_MS })
    expect(await clock()).toEqual([undefined, undefined])
    expect(await fail(await pending(), { at: NOON + 2 * HOUR_MS })).toMatchObject({ clockStarted: true })
    expect(await clock()).toEqual([NOON + 2 * HOUR_MS, NOON + 2 * HOUR_MS])
  })

  it('is started by one of many failures at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, pending))
    const recorded = await Promise.all(ids.map((id) => fail(id)))
    expect(recorded.filter((one) => one?.clockStarted === true)).toHaveLength(1)
  })

  it('is not changed by a test, nor by an attempt from before the endpoint was enabled again', async () => {
    const [test, early] = [await pending(), await pending()]
    await db.pool.query(`update webhook_delivery set test_event = '{}' where id = $1`, [test])
    await fail(test)
    await db.pool.query('update webhook_endpoint set generation = 2')
    await fail(early)
    expect(await clock()).toEqual([undefined, undefined])
    await fail(await pending(), { generation: 2 })
    await db.pool.query(
      `update webhook_delivery set status = 'pending', attempts = '[]', attempts_made = 0, next_attempt_at = now(), sweep_at = now() where id = $1`,
      [test],
    )
    await deliver(test)
    expect(await clock()).toEqual([NOON, NOON])
  })

  it('costs a healthy endpoint no write: successes do not wait for its row', async () => {
    const id = await pending()
    const holder = await db.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from webhook_endpoint where id = $1 for no key update', [webhookId])
      expect(await deliver(id)).toMatchObject({ status: 'delivered' })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })
})

describe('an attempt that fails three days after the first failure', () => {
  it('switches the endpoint off and stops its pending deliveries; a millisecond earlier it does not', async () => {
    const [first, waiting, test, early, late] = [
      await pending(),
      await pending(),
      await pending(),
      await pending(),
      await pending(),
    ]
    await db.pool.query(`update webhook_delivery set test_event = '{}' where id = $1`, [test])
    await fail(first)
    expect(await fail(early, { at: NOON + FAILING_MS_MAX - 1 })).toMatchObject({ status: 'pending', disabled: false })
    expect(await fail(late, { at: NOON + FAILING_MS_MAX })).toMatchObject({ status: 'failed', disabled: true })
    expect(await storedWebhook(db, webhookId)).toMatchObject({
      enabled: false,
      disabled_reason: FAILING_REASON,
      failing_since: null,
      last_failed_at: null,
    })
    for (const id of [first, waiting, early, late])
      expect(await storedDelivery(db, id)).toMatchObject({ status: 'failed', next_attempt_at: null, sweep_at: null })
    expect(await storedDelivery(db, test)).toMatchObject({ status: 'pending' })
    expect((await storedDelivery(db, late)).attempts).toHaveLength(1)
  })

  it('does not when it was delivered', async () => {
    await fail(await pending())
    expect(await deliver(await pending(), { at: NOON + 2 * FAILING_MS_MAX })).toMatchObject({
      status: 'delivered',
      disabled: false,
    })
    expect(await storedWebhook(db, webhookId)).toMatchObject({ enabled: true, failing_since: null })
  })
})

describe('auto-disable and attempts at the same moment', () => {
  it.each(Array.from({ length: 12 }, (_, round) => round))(
    'leave either a healthy endpoint or one that is off and stopped, without a deadlock (%i)',
    async () => {
      const ids = await Promise.all(Array.from({ length: 8 }, pending))
      await fail(ids[0] ?? '')
      const at = NOON + FAILING_MS_MAX
      await db.pool.query('update webhook_endpoint set last_failed_at = $1', [new Date(at)])
      const [clock, ...recorded] = await Promise.all([
        disableFailingEndpoint(db, webhookId, at),
        ...ids.slice(1, 4).map((id) => deliver(id, { at })),
        ...ids.slice(4, 7).map((id) => fail(id, { at })),
      ])
      expect(recorded.every((one) => one !== null)).toBe(true)
      const webhook = await storedWebhook(db, webhookId)
      const left = await storedDelivery(db, ids[7] ?? '')
      if (webhook.enabled) expect([left.status, webhook.disabled_reason]).toEqual(['pending', null])
      else
        expect([left.status, webhook.disabled_reason, webhook.failing_since]).toEqual(['failed', FAILING_REASON, null])
      if (clock?.disabled === true) expect(webhook.enabled).toBe(false)
      for (const id of ids.slice(1, 4)) expect((await storedDelivery(db, id)).status).toBe('delivered')
    },
  )
})
