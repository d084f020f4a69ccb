import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../db/money/wallets/verify.ts'
import { walletClient, type WalletClient } from '../api/http/wallet/wallet-client.ts'
import { readStream } from '../build/inbound.ts'
import { buildWorkspace } from '../build/workspace.ts'
import type { Owner } from '../db/build.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startStripe, type StripeSimulator, sendStripeEvent } from '../support/stripe-simulator.ts'
import { until } from '../support/until.ts'

let service: TestService
let stripe: StripeSimulator
let keys: Readonly<Record<'test' | 'live', string>>
let workspaceId: string
beforeAll(async () => {
  stripe = await startStripe()
  service = await startTestService({ stripe: stripe.settings, sweepEveryMs: 300 })
}, 120_000)
afterAll(async () => {
  await service.stop()
  await stripe.close()
})
beforeEach(async () => {
  stripe.reset()
  ;({ id: workspaceId, keys } = await buildWorkspace(service.db, { test: '0.00', live: '0.00' }))
})

const SETTING = { enabled: true, threshold: '10.00', amount: '20.00', monthly_limit: '100.00' }
const client = (environment: 'test' | 'live'): WalletClient => walletClient(service.url, keys[environment])
const ownerOf = (environment: 'test' | 'live'): Owner => ({ workspaceId, environment })
const charges = () => stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents')
const eventsOf = async (environment: 'test' | 'live') =>
  (await readStream(service.db, ownerOf(environment))).map(({ type, data }) => ({ type, data }))

/** A workspace that has paid 5.00 with a card: of the simulation in the sandbox, of Stripe in live. */
async function withCard(environment: 'test' | 'live', card = 'works'): Promise<WalletClient> {
  const wallet = client(environment)
  const { topup_id: id } = await wallet.open('5.00')
  if (environment === 'test') {
    await wallet.pay(id, card)
    return wallet
  }
  const {
    rows: [customer],
  } = await service.db.pool.query('select customer_id from stripe_customer where workspace_id = $1', [workspaceId])
  await sendStripeEvent(service.url, 'payment_intent.succeeded', {
    id: `pi_${id}`,
    metadata: { purpose: 'topup', reference: id, workspace_id: workspaceId, environment },
    amount_received: 500,
    currency: 'usd',
    customer: customer.customer_id,
    payment_method: `pm_${id}`,
    setup_future_usage: 'off_session',
  })
  return wallet
}

const settled = (wallet: WalletClient, status = 'paid') =>
  until(
    () => wallet.autoTopup(),
    ({ last_attempt: last }) => last?.status === status,
  )
const noDrift = async () => expect((await verifyLedger(service.db)).drifts).toEqual([])

describe('automatic top-ups', () => {
  it('need a card on file, and the error explains how to get one', async () => {
    const answer = await client('live').setAutoTopup(SETTING)
    expect([answer.status, answer.at('error', 'code'), String(answer.at('error', 'message'))]).toEqual([
      409,
      'conflict',
      expect.stringContaining('/v1/wallet/topups/checkout'),
    ])
    expect((await client('live').setAutoTopup({ ...SETTING, enabled: false })).status).toBe(200)
  })

  it.each([
    [{ enabled: true }, '/amount'],
    [{ ...SETTING, amount: '1.00' }, '/amount'],
    [{ ...SETTING, monthly_limit: '19.99' }, '/monthly_limit'],
    [{ ...SETTING, amount: '20.001' }, '/amount'],
  ])('refuse %j', async (body, param) => {
    const answer = await (await withCard('test')).setAutoTopup(body)
    expect([answer.status, answer.at('error', 'param')]).toEqual([400, param])
  })

  it('fill a live wallet by its card, under the id of the top-up', async () => {
    const wallet = await withCard('live')
    await wallet.setAutoTopup(SETTING)
    const { last_attempt: last, spent_this_month: spent } = await settled(wallet)
    expect([spent, (await wallet.wallet()).balance]).toEqual(['20.00', '25.00'])
    expect(charges()).toMatchObject([
      {
        idempotencyKey: last?.topup_id,
        fields: { amount: '2000', off_session: 'true', confirm: 'true', 'metadata[reference]': last?.topup_id },
      },
    ])
    expect(await wallet.topup(last?.topup_id ?? '')).toMatchObject({
      origin: 'automatic',
      status: 'paid',
      simulated: false,
    })
    // Stripe reports it as well.
    await sendStripeEvent(service.url, 'payment_intent.succeeded', stripe.intents[0] ?? {})
    expect((await wallet.wallet()).balance).toBe('25.00')
    expect((await wallet.invoices()).items.map(({ total }) => total)).toEqual(['20.00', '5.00'])
    await noDrift()
  })

  it('fill the sandbox by a simulation, without a call', async () => {
    const wallet = await withCard('test')
    await wallet.setAutoTopup(SETTING)
    await settled(wallet)
    expect((await wallet.wallet()).balance).toBe('25.00')
    expect(charges()).toEqual([])
  })

  it('leave a wallet alone that has enough, and one that switched them off', async () => {
    const wallet = await withCard('test')
    await wallet.setAutoTopup({ ...SETTING, threshold: '5.00' })
    await wallet.setAutoTopup({ ...SETTING, enabled: false })
    await new Promise((resolve) => {
      setTimeout(resolve, 700)
    })
    expect((await wallet.autoTopup()).last_attempt).toBeNull()
  })

  it('never exceed the monthly limit, and report that once', async () => {
    const wallet = await withCard('test')
    await wallet.setAutoTopup({ ...SETTING, threshold: '100.00', monthly_limit: '59.99' })
    await until(
      () => eventsOf('test'),
      (events) => events.length > 0,
    )
    expect(await wallet.autoTopup()).toMatchObject({
      spent_this_month: '40.00',
      next_attempt_at: expect.stringMatching(/-01T00:00:00/),
    })
    expect((await wallet.wallet()).balance).toBe('45.00')
    await new Promise((resolve) => {
      setTimeout(resolve, 500)
    })
    expect(await eventsOf('test')).toMatchObject([
      {
        type: 'wallet.topup_failed',
        data: { topup_id: null, amount: '20.00', reason: 'monthly_limit', enabled: true },
      },
    ])
  })

  it('pause after a declined card, notify the owner each time, and end after the fourth', async () => {
    const wallet = await withCard('live')
    stripe.fates('declined', 'declined', 'declined', 'declined')
    await wallet.setAutoTopup(SETTING)
    const pauses: number[] = []
    for (let failures = 1; failures <= 4; failures += 1) {
      const events = await until(
        () => eventsOf('live'),
        (all) => all.length === failures,
      )
      expect(events.at(-1)).toMatchObject({
        type: 'wallet.topup_failed',
        data: { reason: 'insufficient_funds', failures, enabled: failures < 4, amount: '20.00' },
      })
      const { next_attempt_at: next, enabled } = await wallet.autoTopup()
      expect(enabled).toBe(failures < 4)
      pauses.push(next === null ? 0 : Math.round((Date.parse(next) - Date.now()) / 3_600_000))
      await service.db.pool.query(
        `update auto_topup set next_attempt_at = clock_timestamp(), sweep_at = clock_timestamp() where workspace_id = $1`,
        [workspaceId],
      )
    }
    expect(pauses).toEqual([1, 6, 24, 0])
    await new Promise((resolve) => {
      setTimeout(resolve, 400)
    })
    expect(charges()).toHaveLength(4)
    expect((await wallet.wallet()).balance).toBe('5.00')
    // A new setting starts the count again.
    await wallet.setAutoTopup(SETTING)
    await settled(wallet)
    expect((await wallet.wallet()).balance).toBe('25.00')
    await noDrift()
  })

  it('are declined for the simulated card that declines later payments', async () => {
    const wallet = await withCard('test', 'declines_later')
    await wallet.setAutoTopup(SETTING)
    expect((await settled(wallet, 'failed')).last_attempt).toMatchObject({ reason: 'card_declined' })
    expect((await wallet.wallet()).balance).toBe('5.00')
  })

  it.each([
    ['succeeded and was lost', ['lost'], 'paid', '25.00'],
    ['was declined and lost', ['declined and lost'], 'failed', '5.00'],
    ['met an outage twice', ['unavailable', 'unavailable'], 'paid', '25.00'],
  ] as const)('charge once when an answer %s', async (_, fates, status, balance) => {
    const wallet = await withCard('live')
    stripe.fates(...fates)
    await wallet.setAutoTopup(SETTING)
    await settled(wallet, status)
    expect([stripe.intents.length, (await wallet.wallet()).balance]).toEqual([1, balance])
    await noDrift()
  })

  it('make one attempt at a time, however many begin', async () => {
    const wallet = await withCard('live')
    await service.stopWorker()
    await wallet.setAutoTopup(SETTING)
    const { beginAutoTopup } = await import('../../usecases/money/begin-auto-topup.ts')
    const begun = await Promise.all(
      Array.from({ length: 10 }, () => beginAutoTopup(service.db, ownerOf('live'), { simulated: false })),
    )
    expect(new Set(begun.map((one) => (one.kind === 'begun' ? one.topupId : one.kind))).size).toBe(1)
    await service.db.pool.query(`update topup set sweep_at = clock_timestamp() where status = 'pending'`)
    await service.startWorker()
    await settled(wallet)
    expect(stripe.intents).toHaveLength(1)
  })
})
