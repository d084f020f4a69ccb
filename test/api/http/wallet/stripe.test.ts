import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { topupMessages, type TopupMessages } from '../../../build/topup.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import {
  type EventMore,
  startStripe,
  type StripeSimulator,
  sendStripeEvent,
} from '../../../support/stripe-simulator.ts'
import { walletClient, type WalletClient } from './wallet-client.ts'
import { sampled } from '../../../support/seed.ts'

let service: TestService
let stripe: StripeSimulator
let workspaceId: string
let keys: Readonly<Record<'test' | 'live', string>>
let live: WalletClient
beforeAll(async () => {
  stripe = await startStripe()
  service = await startTestService({ stripe: stripe.settings })
}, 120_000)
afterAll(async () => {
  await service.stop()
  await stripe.close()
})
beforeEach(async () => {
  stripe.reset()
  ;({ id: workspaceId, keys } = await buildWorkspace(service.db, { test: '10.00', live: '0.00' }))
  live = walletClient(service.url, keys.live)
})

const noDrift = async () => expect((await verifyLedger(service.db)).drifts).toEqual([])
const reasonOf = async (id: string): Promise<string> =>
  (await service.db.pool.query('select detail from stripe_event where id = $1', [id])).rows[0].detail
const now = () => Math.floor(Date.now() / 1_000)

const opened = async () => topupMessages((await live.open('20.00')).topup_id, workspaceId)

/** A message of Stripe about a top-up. */
type Message = readonly [type: string, object: (of: TopupMessages) => object, more?: EventMore]
const send = ([type, object, more]: Message, of: TopupMessages) => sendStripeEvent(service.url, type, object(of), more)
const COMPLETED: Message = ['checkout.session.completed', ({ session }) => session]
const SUCCEEDED: Message = ['payment_intent.succeeded', ({ intent }) => intent]

/** Every order of them. */
const ordersOf = <One>(all: readonly One[]): One[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, index) => ordersOf(all.filter((_, other) => other !== index)).map((rest) => [one, ...rest]))

describe('a checkout at Stripe', () => {
  it('is opened with exactly the amount, the workspace, and its own id as idempotency key', async () => {
    const { checkout_url: url, topup_id: id } = await live.open('20.00')
    const [customer, session] = stripe.calls
    expect(customer).toMatchObject({ path: '/v1/customers', idempotencyKey: `customer:${workspaceId}` })
    expect(session).toMatchObject({
      path: '/v1/checkout/sessions',
      idempotencyKey: id,
      version: '2026-10-28.endive',
      fields: {
        mode: 'payment',
        'line_items[0][price_data][unit_amount]': '2000',
        'line_items[0][price_data][currency]': 'usd',
        'metadata[reference]': id,
        'metadata[workspace_id]': workspaceId,
        'payment_intent_data[metadata][reference]': id,
        'payment_intent_data[setup_future_usage]': 'off_session',
      },
    })
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.example\//)
    expect(await live.topup(id)).toMatchObject({ status: 'pending', simulated: false })
    await live.open('5.00')
    expect(stripe.calls.filter(({ path }) => path === '/v1/customers')).toHaveLength(1)
  })

  it('has no simulated page, and the sandbox has no other', async () => {
    const { topup_id: id } = await live.open('20.00')
    expect((await live.pay(id)).status).toBe(404)
    expect(await live.wallet()).toMatchObject({ balance: '0.00' })
    const callsBefore = stripe.calls.length
    const sandbox = walletClient(service.url, keys.test)
    expect((await sandbox.open('20.00')).checkout_url).toContain('/checkout/topup_')
    expect(stripe.calls).toHaveLength(callsBefore)
  })
})

describe('messages of Stripe about a payment', () => {
  it('credit it once, each received twice and in any order', async () => {
    for (const order of ordersOf([COMPLETED, SUCCEEDED])) {
      const before = Number((await live.wallet()).balance)
      const of = await opened()
      const outcomes: (string | undefined)[] = []
      for (const message of [...order, ...order]) outcomes.push((await send(message, of)).outcome)
      expect(outcomes).toEqual(['applied', 'noted', 'noted', 'noted'])
      expect(await live.wallet()).toMatchObject({ balance: `${(before + 20).toFixed(2)}` })
    }
    expect((await live.invoices()).items.map(({ status, simulated }) => ({ status, simulated }))).toEqual([
      { status: 'paid', simulated: false },
      { status: 'paid', simulated: false },
    ])
    expect((await live.autoTopup()).card_on_file).toBe(true)
    await noDrift()
  })

  it('credit it once when all of them arrive at the same moment, eight times each', async () => {
    const of = await opened()
    const id = `evt_${randomUUID()}`
    const results = await Promise.all(
      [COMPLETED, SUCCEEDED].flatMap((message, index) =>
        Array.from({ length: 8 }, () => send([message[0], message[1], { id: `${id}${index}` }], of)),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 200))
    expect(results.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1)
    expect(await live.wallet()).toMatchObject({ balance: '20.00' })
    await noDrift()
  })

  /**
   * One history: 20.00 paid, 5.00 and then 8.00 in all refunded, 12.00 disputed and won. In any order, the end is the
   * same.
   */
  const LIFE: readonly Message[] = [
    COMPLETED,
    SUCCEEDED,
    ['charge.refunded', ({ charge }) => charge(500), { created: now() + 1 }],
    ['charge.refunded', ({ charge }) => charge(800), { created: now() + 2 }],
    ['charge.dispute.created', ({ dispute }) => dispute('needs_response', 1_200), { created: now() + 3 }],
    ['charge.dispute.closed', ({ dispute }) => dispute('won', 1_200), { created: now() + 4 }],
  ]

  it('have the same end in each of the 720 orders of a history', async () => {
    const orders = ordersOf(LIFE)
    expect(orders).toHaveLength(720)
    const played = sampled(orders, 32)
    const lanes = 4
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const { id, keys: own } = await buildWorkspace(service.db, { live: '0.00' })
        const client = walletClient(service.url, own.live)
        for (const order of played.filter((_one, index) => index % lanes === lane)) {
          const before = Number((await client.wallet()).balance)
          const of = topupMessages((await client.open('20.00')).topup_id, id)
          for (const message of order) expect((await send(message, of)).status).toBe(200)
          expect({
            order: order.map(([type]) => type),
            balance: Number((await client.wallet()).balance).toFixed(2),
          }).toEqual({ order: order.map(([type]) => type), balance: (before + 12).toFixed(2) })
        }
      }),
    )
    await noDrift()
  }, 280_000)

  const forged = { secret: 'whsec_forged' }
  it.each<
    [
      string,
      Message,
      { status?: number; outcome: string | undefined; explains?: RegExp; topup: string; balance: string },
    ]
  >([
    [
      'a forged one',
      [...takeTwo(COMPLETED), forged],
      { status: 401, outcome: undefined, topup: 'pending', balance: '0.00' },
    ],
    [
      'one that was signed long ago',
      [...takeTwo(COMPLETED), { signedAt: now() - 3_600 }],
      { status: 401, outcome: undefined, topup: 'pending', balance: '0.00' },
    ],
    [
      'one of another account',
      [...takeTwo(COMPLETED), { account: 'acct_other' }],
      { outcome: 'refused', explains: /another account/, topup: 'pending', balance: '0.00' },
    ],
    [
      'one of the other mode',
      [...takeTwo(COMPLETED), { livemode: true }],
      { outcome: 'refused', explains: /live mode/, topup: 'pending', balance: '0.00' },
    ],
    [
      'less than was requested',
      ['checkout.session.completed', ({ session }) => ({ ...session, amount_total: 1_999 })],
      { outcome: 'refused', explains: /1999 cents.*2000 cents/, topup: 'amount_differs', balance: '0.00' },
    ],
    [
      'more than was requested',
      ['payment_intent.succeeded', ({ intent }) => ({ ...intent, amount_received: 200_000 })],
      { outcome: 'refused', explains: /200000 cents/, topup: 'amount_differs', balance: '0.00' },
    ],
    [
      'another currency',
      ['checkout.session.completed', ({ session }) => ({ ...session, currency: 'jpy' })],
      { outcome: 'refused', explains: /jpy/, topup: 'amount_differs', balance: '0.00' },
    ],
    [
      'an unknown top-up',
      [
        'checkout.session.completed',
        ({ session }) => ({
          ...session,
          metadata: { ...session.metadata, reference: 'topup_00000000000000000000000000' },
        }),
      ],
      { outcome: 'refused', explains: /is no top-up/, topup: 'pending', balance: '0.00' },
    ],
    [
      'another workspace',
      [
        'checkout.session.completed',
        ({ session }) => ({ ...session, metadata: { ...session.metadata, workspace_id: 'ws_other' } }),
      ],
      { outcome: 'refused', explains: /another workspace/, topup: 'pending', balance: '0.00' },
    ],
    [
      'the other environment',
      [
        'checkout.session.completed',
        ({ session }) => ({ ...session, metadata: { ...session.metadata, environment: 'test' } }),
      ],
      { outcome: 'refused', explains: /environment/, topup: 'pending', balance: '0.00' },
    ],
    [
      'another application’s payment',
      ['checkout.session.completed', ({ session }) => ({ ...session, metadata: {} })],
      { outcome: 'noted', explains: /no payment of ours/, topup: 'pending', balance: '0.00' },
    ],
    [
      'a session that is not paid yet',
      ['checkout.session.completed', ({ session }) => ({ ...session, payment_status: 'unpaid' })],
      { outcome: 'noted', explains: /not paid yet/, topup: 'pending', balance: '0.00' },
    ],
    [
      'one that expired',
      ['checkout.session.expired', ({ session }) => session],
      { outcome: 'applied', topup: 'expired', balance: '0.00' },
    ],
    [
      'one whose payment failed later',
      ['checkout.session.async_payment_failed', ({ session }) => session],
      { outcome: 'applied', topup: 'failed', balance: '0.00' },
    ],
    [
      'one that was paid later',
      ['checkout.session.async_payment_succeeded', ({ session }) => session],
      { outcome: 'applied', topup: 'paid', balance: '20.00' },
    ],
  ])(
    '%s is one credit or none, and an explanation',
    async (_, message, { status = 200, outcome, explains, topup, balance }) => {
      const of = await opened()
      const result = await send(message, of)
      expect({ status: result.status, outcome: result.outcome }).toEqual({ status, outcome })
      if (explains !== undefined) expect(await reasonOf(result.id)).toMatch(explains)
      expect([await live.topup(of.id), await live.wallet()]).toMatchObject([{ status: topup }, { balance }])
      if (topup === 'amount_differs') expect((await live.topup(of.id)).explanation).toMatch(/were requested/)
      await noDrift()
    },
  )

  it('name one payment per top-up: a second one credits nothing', async () => {
    const of = await opened()
    await send(SUCCEEDED, of)
    const result = await sendStripeEvent(service.url, 'payment_intent.succeeded', { ...of.intent, id: 'pi_second' })
    expect([result.outcome, await reasonOf(result.id)]).toEqual(['refused', expect.stringContaining('another payment')])
    expect(await live.wallet()).toMatchObject({ balance: '20.00' })
  })

  it('credit it after all when a success comes after a failure, because the money has arrived', async () => {
    const of = await opened()
    await sendStripeEvent(service.url, 'checkout.session.expired', of.session)
    expect((await send(SUCCEEDED, of)).outcome).toBe('applied')
    expect([await live.topup(of.id), await live.wallet()]).toMatchObject([{ status: 'paid' }, { balance: '20.00' }])
  })
})

function takeTwo([type, object]: Message): [string, (of: TopupMessages) => object] {
  return [type, object]
}
