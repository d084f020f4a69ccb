import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { type TestService, startTestService } from '../../../support/service.ts'

const SECRETS = ['whsec_old0000000000000000', 'whsec_new0000000000000000'] as const
const SETTINGS = { secretKey: 'sk_test_x', webhookSecrets: SECRETS, baseUrl: null, livemode: false }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, stripe: SETTINGS })
})
afterAll(() => service.stop())

const event = (more: object = {}) =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'charge.refunded',
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    data: {
      object: { id: 'ch_1', payment_intent: `pi_${randomUUID()}`, amount_refunded: 100, currency: 'usd', metadata: {} },
    },
    ...more,
  })
const sign = (payload: string, more: { secret?: string; timestamp?: number } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRETS[0], ...more })
const post = async (payload: string, header: string | null = sign(payload)) => {
  const answer = await fetch(`${service.url}/v1/inbound/stripe`, {
    method: 'POST',
    body: payload,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(header === null ? {} : { 'Stripe-Signature': header }),
    },
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}
const stored = async () => (await service.db.pool.query('select count(*)::int as n from stripe_event')).rows[0].n

describe('a webhook of Stripe', () => {
  it('is accepted with each of its secrets, and its answer names the effect', async () => {
    for (const secret of SECRETS) {
      const payload = event()
      expect(await post(payload, sign(payload, { secret }))).toEqual({
        status: 200,
        body: { received: true, outcome: 'noted' },
      })
    }
  })

  it('counts once', async () => {
    const payload = event()
    await post(payload)
    expect((await post(payload)).body).toEqual({ received: true, outcome: 'duplicate' })
  })
  const now = () => Math.floor(Date.now() / 1000)
  it.each<[string, (payload: string) => string | null]>([
    ['without a signature', () => null],
    ['with another secret', (payload) => sign(payload, { secret: 'whsec_other' })],
    ['signed for other bytes', (payload) => sign(`${payload} `)],
    ['signed too long ago', (payload) => sign(payload, { timestamp: now() - 301 })],
    ['signed in the future', (payload) => sign(payload, { timestamp: now() + 400 })],
    ['of an old scheme', (payload) => sign(payload).replace('v1=', 'v0=')],
    ['with a header beyond any length', (payload) => `${sign(payload)}${',v1=00'.repeat(500)}`],
    ['garbage', () => 'garbage'],
  ])('is refused %s, and nothing is stored', async (_, header) => {
    const before = await stored()
    const payload = event()
    const { status, body } = await post(payload, header(payload))
    expect({ status, code: body.error.code }).toEqual({ status: 401, code: 'unauthorized' })
    expect(await stored()).toBe(before)
  })

  it('is accepted and ignored when its type is not used', async () => {
    const before = await stored()
    expect((await post(event({ type: 'customer.created' }))).body).toEqual({ received: true, outcome: 'unknown_type' })
    expect(await stored()).toBe(before)
  })

  it.each<[string, object]>([
    ['the other mode', { livemode: true }],
    ['another account', { account: 'acct_1' }],
  ])('changes nothing and is stored with the reason when it is about %s', async (_, more) => {
    const id = `evt_${randomUUID()}`
    expect((await post(event({ ...more, id }))).body).toEqual({ received: true, outcome: 'refused' })
    const {
      rows: [row],
    } = await service.db.pool.query('select outcome, detail from stripe_event where id = $1', [id])
    expect(row).toEqual({ outcome: 'refused', detail: expect.stringMatching(/mode|account/) })
  })

  it('is refused when it is not an event', async () => {
    expect((await post('{"id":"evt_1"}')).status).toBe(400)
  })
})
