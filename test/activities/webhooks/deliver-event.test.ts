import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import type { ActivityLog } from '../../../activities/deps.ts'
import { deliverEvent } from '../../../activities/webhooks/deliver-event.ts'
import { attemptsOfWorker } from '../../../activities/webhooks/deps.ts'
import type { GuardedHttp } from '../../../activities/webhooks/http.ts'
import { createGuardedHttp } from '../../../activities/webhooks/guarded-http.ts'
import type { Database } from '../../../db/database.ts'
import { rotateSecret } from '../../../usecases/webhooks/endpoints.ts'
import { makeSecret } from '../../../db/delivery/webhooks/secret.ts'
import { ATTEMPTS_AT_ONCE_MAX } from '../../../domain/webhooks/endpoint-slots.ts'
import { parseNetworks } from '../../../domain/settings/networks.ts'
import { testCipher } from '../../build/connection.ts'
import {
  buildEvent,
  buildWebhook,
  commitEvents,
  storedDelivery,
  storedWebhook,
  type TestWebhook,
} from '../../build/webhook.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../db/build.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { LOOPBACK } from '../../support/worker-env.ts'

let db: Database
let close: () => Promise<void>
let http: GuardedHttp
let receiver: Receiver
let owner: Owner
let webhook: TestWebhook
/** Endpoints whose failing period has begun. */
let failing: string[]
let lines: string[]
const line: ActivityLog['info'] = (fields, message) => void lines.push(JSON.stringify({ ...fields, message }))
const log: ActivityLog = { info: line, warn: line, error: line }

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  receiver = await startReceiver()
  http = createGuardedHttp({ allowedNetworks: parseNetworks(LOOPBACK.join(','), 'the test'), timeoutMs: 2_000 })
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
})
afterAll(async () => {
  await http.close()
  await receiver.close()
  await close()
})
beforeEach(async () => {
  receiver.reset()
  failing = []
  lines = []
  await db.pool.query('delete from webhook_endpoint')
  webhook = await buildWebhook({ db, cipher: testCipher() }, owner, `${receiver.url}/hook`)
})

/** One worker's activity; each remembers what it has under way. */
function worker(cipher = testCipher(), client = http, database = db) {
  const step = deliverEvent({
    db: database,
    cipher,
    http: client,
    ...attemptsOfWorker(),
    log,
    startAutoDisable: ({ id }) => void failing.push(id),
  })
  return (deliveryId: string, { at = Date.now(), now = false } = {}) => step({ deliveryId, at, now })
}
const written = async (count = 1): Promise<string[]> =>
  (
    await commitEvents(
      db,
      owner,
      Array.from({ length: count }, () => buildEvent()),
    )
  ).deliveries.map(({ id }) => id)

describe('the next step of a delivery', () => {
  it('is the attempt that is due; once it is stored, no attempt follows', async () => {
    const [deliveryId = ''] = await written()
    const step = worker()
    expect(await step(deliveryId)).toMatchObject({
      kind: 'closed',
      outcome: { status: 'delivered', statusCode: 200 },
    })
    expect(await step(deliveryId)).toMatchObject({
      kind: 'closed',
      outcome: { status: 'delivered', statusCode: 200 },
    })
    expect(await step(deliveryId, { now: true })).toMatchObject({ kind: 'closed' })
    expect(receiver.received).toHaveLength(1)
  })

  it('is a wait for the next attempt, described for operators, unless it is requested now', async () => {
    receiver.answer(500)
    const [deliveryId = ''] = await written()
    const step = worker()
    const at = Date.now()
    const first = await step(deliveryId, { at })
    expect(first).toMatchObject({
      kind: 'later',
      after_ms: 60_000,
      next: 'attempt 2 of 7',
      timer: 'retry 1 of 6 in 1 min',
    })
    expect(first.details).toMatch(/^Attempt 1 of 7: answered 500 after \d+ ms\. Retry 1 of 6 in 1 min\.$/)
    const early = await step(deliveryId, { at: at + 20_000 })
    expect(early).toMatchObject({ kind: 'later', timer: 'retry 1 of 6 in 41 s' })
    expect(receiver.received).toHaveLength(1)
    expect(await step(deliveryId, { at: at + 20_000, now: true })).toMatchObject({
      kind: 'later',
      after_ms: 300_000,
      timer: 'retry 2 of 6 in 5 min',
    })
    expect(receiver.received).toHaveLength(2)
  })

  it('starts the failing period of an endpoint at its first failure, once', async () => {
    receiver.answer(500)
    const [first = '', second = ''] = await written(2)
    const step = worker()
    await step(first)
    await step(second)
    expect(failing).toEqual([webhook.id])
  })

  it('is the end of a delivery whose endpoint was switched off, before it was due', async () => {
    const [deliveryId = ''] = await written()
    await db.pool.query('update webhook_endpoint set enabled = false')
    expect(await worker()(deliveryId)).toMatchObject({
      kind: 'closed',
      outcome: { status: 'stopped', error: 'The endpoint is switched off.' },
    })
    expect([(await storedDelivery(db, deliveryId)).status, receiver.received.length]).toEqual(['failed', 0])
  })

  it('is the end of one whose event was purged', async () => {
    const [deliveryId = ''] = await written()
    await db.pool.query('delete from event')
    expect(await worker()(deliveryId)).toMatchObject({ kind: 'closed', outcome: { status: 'stopped' } })
    expect((await storedDelivery(db, deliveryId)).status).toBe('failed')
  })

  it('does not deliver twice when the result cannot be stored and the worker lives', async () => {
    const [deliveryId = ''] = await written()
    let away = true
    const readOnly: Database = {
      ...db,
      query: async (statement, values) => {
        if (away && statement.effect !== false) throw new Error('cannot execute UPDATE in a read-only transaction')
        return db.query(statement, values)
      },
    }
    const step = worker(testCipher(), http, readOnly)
    for (let time = 0; time < 3; time += 1) await expect(step(deliveryId)).rejects.toThrow('read-only')
    away = false
    expect(await step(deliveryId)).toMatchObject({
      kind: 'closed',
      outcome: { status: 'delivered', statusCode: 200 },
    })
    expect(await storedDelivery(db, deliveryId)).toMatchObject({ status: 'delivered', attempts_made: 1 })
    expect(receiver.received).toHaveLength(1)
  })

  it('is what another executor has stored, when both make the same attempt', async () => {
    const [deliveryId = ''] = await written()
    const answers = await Promise.all([worker()(deliveryId), worker()(deliveryId)])
    expect(answers).toEqual(
      [0, 1].map(() =>
        expect.objectContaining({ kind: 'closed', outcome: expect.objectContaining({ status: 'delivered' }) }),
      ),
    )
    expect((await storedDelivery(db, deliveryId)).attempts).toHaveLength(1)
  })
})

describe('a delivery', () => {
  it('is signed by both secrets during a rotation, the new one first, and by no expired one', async () => {
    const rotated = async (overlapMs: number): Promise<string> => {
      const secret = makeSecret(testCipher(), owner.workspaceId)
      await rotateSecret(db, { ...owner, id: webhook.id }, { secret, overlapMs })
      return secret.text
    }
    const delivered = async () => {
      const [deliveryId = ''] = await written()
      await worker()(deliveryId)
      const got = receiver.received.at(-1)
      return { body: got?.body ?? '', signature: String(got?.headers['service-signature']) }
    }
    const fresh = await rotated(3_600_000)
    const { body, signature } = await delivered()
    expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    for (const secret of [fresh, webhook.secret])
      expect(Stripe.webhooks.constructEvent(body, signature, secret)).toMatchObject({
        type: 'linkedin.message_received',
      })
    const last = await rotated(0)
    const later = await delivered()
    expect(Stripe.webhooks.constructEvent(later.body, later.signature, last)).toBeTruthy()
    for (const ended of [fresh, webhook.secret])
      expect(() => Stripe.webhooks.constructEvent(later.body, later.signature, ended)).toThrow()
  })

  it('is verified by the library of Standard Webhooks, with the secret as it is shown, under one id', async () => {
    receiver.answer(500)
    const [deliveryId = ''] = await written()
    await worker()(deliveryId)
    const secret = makeSecret(testCipher(), owner.workspaceId)
    await rotateSecret(db, { ...owner, id: webhook.id }, { secret, overlapMs: 3_600_000 })
    await worker()(deliveryId, { now: true })
    const [first, second] = receiver.received.map(({ body, headers }) => ({
      body,
      headers: {
        'webhook-id': String(headers['webhook-id']),
        'webhook-timestamp': String(headers['webhook-timestamp']),
        'webhook-signature': String(headers['webhook-signature']),
      },
    }))
    if (first === undefined || second === undefined) throw new Error('there were fewer than two attempts')
    const verify = (text: string, { body, headers }: typeof first) => new StandardWebhook(text).verify(body, headers)
    expect(verify(webhook.secret, first)).toEqual(JSON.parse(first.body))
    expect(() => verify(secret.text, first)).toThrow('No matching signature')
    for (const text of [secret.text, webhook.secret]) expect(verify(text, second)).toEqual(JSON.parse(first.body))
    expect(() => verify(secret.text, { ...second, body: `${second.body} ` })).toThrow('No matching signature')
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  })

  it('is not sent while a secret cannot be read: the attempt waits for the operator and does not count', async () => {
    const [deliveryId = ''] = await written()
    expect(await worker(testCipher(2))(deliveryId)).toMatchObject({ kind: 'later', after_ms: 300_000 })
    expect(await storedDelivery(db, deliveryId)).toMatchObject({ status: 'pending', attempts_made: 0 })
    expect(await storedWebhook(db, webhook.id)).toMatchObject({ failing_since: null })
    expect(await worker(testCipher(1, 2))(deliveryId)).toMatchObject({
      kind: 'closed',
      outcome: { status: 'delivered' },
    })
  })
})

describe('an answer', () => {
  it.each([
    [200, true],
    [204, true],
    [299, true],
    [301, false],
    [304, false],
    [400, false],
    [410, false],
    [500, false],
  ])('with status %i counts as delivered: %s', async (status, delivered) => {
    receiver.answer(status)
    const [deliveryId = ''] = await written()
    await worker()(deliveryId)
    expect((await storedDelivery(db, deliveryId)).attempts).toMatchObject([
      { status_code: status, error: delivered ? null : `the server answered ${status}` },
    ])
    expect((await storedDelivery(db, deliveryId)).status).toBe(delivered ? 'delivered' : 'pending')
  })

  it('makes a failed attempt without a status when it does not come', async () => {
    receiver.answer('never')
    const [deliveryId = ''] = await written()
    await worker()(deliveryId)
    expect((await storedDelivery(db, deliveryId)).attempts).toMatchObject([
      { status_code: null, error: 'no answer within 2 s', response: null },
    ])
  })
})

/**
 * Attempts as the worker sees them, because a receiver notices late that one has ended. They last well beyond the
 * longest wait within the worker.
 */
async function attemptsAtOnce(
  work: (step: ReturnType<typeof worker>, most: () => number) => Promise<void>,
): Promise<void> {
  const patient = createGuardedHttp({
    allowedNetworks: parseNetworks(LOOPBACK.join(','), 'the test'),
    timeoutMs: 5_000,
  })
  let underway = 0
  let most = 0
  const counted: GuardedHttp = {
    ...patient,
    post(request) {
      underway += 1
      most = Math.max(most, underway)
      return patient.post(request).finally(() => {
        underway -= 1
      })
    },
  }
  await work(worker(testCipher(), counted), () => {
    const seen = most
    most = underway
    return seen
  })
  await patient.close()
}

describe('a burst of events for a healthy endpoint', () => {
  it('is sent twenty at once, and none is delayed', () =>
    attemptsAtOnce(async (step, most) => {
      receiver.answer(200, 50)
      const answers = await Promise.all((await written(60)).map((deliveryId) => step(deliveryId)))
      expect(answers.map(({ kind }) => kind)).toEqual(answers.map(() => 'closed'))
      expect([receiver.received.length, most()]).toEqual([60, ATTEMPTS_AT_ONCE_MAX.healthy])
    }))
})

describe('an endpoint that hangs', () => {
  it(
    'has twenty attempts at once, two once it has failed, and the others leave to wait',
    () =>
      attemptsAtOnce(async (step, most) => {
        receiver.answer('never')
        const answers = await Promise.all((await written(60)).map((deliveryId) => step(deliveryId)))
        expect(most()).toBe(ATTEMPTS_AT_ONCE_MAX.healthy)
        expect(
          answers.filter((answer) => answer.kind === 'later' && answer.details.startsWith('Waits for a slot')),
        ).toHaveLength(60 - ATTEMPTS_AT_ONCE_MAX.healthy)
        await Promise.all((await written(30)).map((deliveryId) => step(deliveryId)))
        expect(most()).toBe(ATTEMPTS_AT_ONCE_MAX.failing)
      }),
    30_000,
  )

  it('delays no other by the sweeper: a delivery that waits long for a slot is not overdue meanwhile', async () => {
    receiver.answer('never')
    const step = worker()
    await step((await written())[0] ?? '')
    const ids = await written(80)
    const answers = await Promise.all(ids.map(async (deliveryId) => ({ deliveryId, answer: await step(deliveryId) })))
    const waits = answers.flatMap(({ deliveryId, answer }) =>
      answer.kind === 'later' && answer.details.startsWith('Waits for a slot')
        ? [{ deliveryId, afterMs: answer.after_ms }]
        : [],
    )
    const long = waits.filter(({ afterMs }) => afterMs > 30_000)
    expect(long.length).toBeGreaterThan(10)
    for (const { deliveryId, afterMs } of long) {
      const { sweep_at: sweepAt, next_attempt_at: dueAt, status } = await storedDelivery(db, deliveryId)
      expect([status, (dueAt?.getTime() ?? 0) < Date.now()]).toEqual(['pending', true])
      // Its timer comes first, and then the time that the sweeper allows.
      expect((sweepAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(afterMs)
    }
  }, 60_000)

  it('delays no other endpoint', async () => {
    const other = await startReceiver()
    try {
      receiver.answer('never')
      await buildWebhook({ db, cipher: testCipher() }, owner, other.url)
      const step = worker()
      const all = (
        await commitEvents(
          db,
          owner,
          Array.from({ length: 40 }, () => buildEvent()),
        )
      ).deliveries
      const hanging = Promise.all(all.filter(({ webhookId }) => webhookId === webhook.id).map(({ id }) => step(id)))
      await until(
        async () => receiver.received.length,
        (count) => count === ATTEMPTS_AT_ONCE_MAX.healthy,
      )
      for (const { id } of all.filter(({ webhookId }) => webhookId !== webhook.id)) {
        expect(await step(id)).toMatchObject({
          kind: 'closed',
          outcome: { status: 'delivered' },
        })
      }
      expect([other.received.length, receiver.received.length]).toEqual([40, ATTEMPTS_AT_ONCE_MAX.healthy])
      await hanging
    } finally {
      await other.close()
    }
  })
})

describe('the log of deliveries', () => {
  it('names ids and statuses, and neither secrets, addresses nor content', async () => {
    receiver.answer(500)
    const [deliveryId = ''] = await written()
    await worker(testCipher(2))(deliveryId)
    await worker()(deliveryId)
    receiver.answer(200)
    await worker()(deliveryId, { now: true })
    expect(lines).toHaveLength(3)
    for (const word of ['whsec_', '127.0.0.1', '/hook', 'Hello', 'Robin']) expect(lines.join('')).not.toContain(word)
  })
})
