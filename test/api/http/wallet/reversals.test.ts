import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { topupMessages, type TopupMessages } from '../../../build/topup.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { type LiveProviders, startLiveProviders } from '../../../support/live-providers.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { startStripe, type StripeSimulator, sendStripeEvent } from '../../../support/stripe-simulator.ts'
import { until } from '../../../support/until.ts'
import { signUpNewPerson } from '../auth/people.ts'
import { walletClient, type WalletClient } from './wallet-client.ts'

let service: TestService
let stripe: StripeSimulator
let providers: LiveProviders
let workspaceId: string
let liveKey: string
let live: WalletClient
beforeAll(async () => {
  stripe = await startStripe()
  providers = await startLiveProviders(['dataforseo'])
  await providers.happen('dataforseo', 'tasks_cost', { cost: 1 })
  service = await startTestService({
    stripe: stripe.settings,
    sweepEveryMs: 200,
    providers: providers.settings,
  })
}, 120_000)
afterAll(async () => {
  await service.stop()
  await stripe.close()
  await providers.close()
})
beforeEach(async () => {
  const made = await buildWorkspace(service.db, { live: '0.00' })
  workspaceId = made.id
  liveKey = made.keys.live
  live = walletClient(service.url, liveKey)
})

const noDrift = async () => expect((await verifyLedger(service.db)).drifts).toEqual([])
const now = () => Math.floor(Date.now() / 1_000)
/** A top-up of 20.00 that is paid. */
async function paid(): Promise<TopupMessages> {
  const of = topupMessages((await live.open('20.00')).topup_id, workspaceId)
  await sendStripeEvent(service.url, 'payment_intent.succeeded', of.intent)
  return of
}

describe('a paid amount that is taken back', () => {
  /** Two raw runs that cost their entire hold: a dollar for each task. */
  const spend = async (amount: number, key = liveKey) => {
    for (const cost of [10, amount - 10]) {
      const run = await httpClient(service.url, key).post('/v1/run', {
        provider: 'dataforseo',
        endpoint: '/v3/ai_optimization/claude/llm_responses/live',
        input: Array.from({ length: cost }, () => ({ user_prompt: 'x' })),
      })
      expect([run.at('billing', 'charged'), run.text]).toEqual([`${cost}.00`, run.text])
    }
  }

  it('is refunded cumulatively, each part once', async () => {
    const of = await paid()
    for (const [cents, created] of [
      [500, 1],
      [800, 2],
      [500, 1],
      [800, 2],
    ] as const)
      await sendStripeEvent(service.url, 'charge.refunded', of.charge(cents), { created: now() + created })
    expect(await live.wallet()).toMatchObject({ balance: '12.00' })
    expect((await live.transactions()).items).toMatchObject([
      { kind: 'refund', amount: '-3.00', balance_after: '12.00', topup_id: of.id },
      { kind: 'refund', amount: '-5.00', balance_after: '15.00' },
      { kind: 'topup', amount: '20.00', balance_after: '20.00' },
    ])
    expect([await live.topup(of.id), (await live.invoices()).items]).toMatchObject([
      { refunded: '8.00' },
      [{ status: 'partially_refunded', refunded: '8.00', total: '20.00' }],
    ])
    await sendStripeEvent(service.url, 'charge.refunded', of.charge(2_000), { created: now() + 5 })
    expect((await live.invoices()).items).toMatchObject([{ status: 'refunded' }])
    await noDrift()
  })

  it('comes back when a refund fails', async () => {
    const of = await paid()
    await sendStripeEvent(service.url, 'charge.refunded', of.charge(500), { created: now() })
    const refund = {
      id: `re_${of.id}`,
      object: 'refund',
      payment_intent: of.payment,
      amount: 500,
      currency: 'usd',
      status: 'failed',
    }
    await sendStripeEvent(service.url, 'refund.failed', refund, { created: now() + 10 })
    expect(await live.wallet()).toMatchObject({ balance: '20.00' })
    await sendStripeEvent(service.url, 'charge.refunded', of.charge(300), { created: now() + 20 })
    expect(await live.wallet()).toMatchObject({ balance: '17.00' })
    await noDrift()
  })

  it.each(['warning_needs_response', 'warning_under_review', 'warning_closed', 'of_a_kind_to_come'])(
    'is zero while a dispute is %s',
    async (status) => {
      const of = await paid()
      await sendStripeEvent(service.url, 'charge.dispute.created', of.dispute(status))
      expect(await live.wallet()).toMatchObject({ balance: '20.00' })
    },
  )

  it('beyond the balance is owed, and the next top-up pays it back first', async () => {
    const of = await paid()
    await spend(15)
    await sendStripeEvent(service.url, 'charge.dispute.created', of.dispute('needs_response'))
    expect(await live.wallet()).toMatchObject({ balance: '0.00', available: '0.00', receivable: '15.00' })
    const next = await paid()
    expect(await live.wallet()).toMatchObject({ balance: '5.00', available: '5.00' })
    expect((await live.wallet()).receivable).toBeUndefined()
    expect((await live.transactions()).items.slice(0, 2)).toMatchObject([
      { kind: 'adjustment', amount: '-15.00', balance_after: '5.00', topup_id: next.id },
      { kind: 'topup', amount: '20.00', balance_after: '20.00', topup_id: next.id },
    ])
    await noDrift()
  })

  it('is credited again when the dispute is won, to the receivable first', async () => {
    const of = await paid()
    await spend(15)
    await sendStripeEvent(service.url, 'charge.dispute.created', of.dispute('needs_response'), { created: now() })
    await sendStripeEvent(service.url, 'charge.dispute.closed', of.dispute('won'), { created: now() + 10 })
    expect(await live.wallet()).toMatchObject({ balance: '5.00' })
    expect((await live.wallet()).receivable).toBeUndefined()
    await noDrift()
  })

  it('is never more than was credited', async () => {
    const of = await paid()
    await sendStripeEvent(service.url, 'charge.refunded', of.charge(1_500))
    await sendStripeEvent(service.url, 'charge.dispute.created', of.dispute('lost'))
    expect(await live.topup(of.id)).toMatchObject({ refunded: '15.00', charged_back: '5.00' })
    expect(await live.wallet()).toMatchObject({ balance: '0.00' })
    await noDrift()
  })

  it('takes the credit of a referral with it, however late the card was known, and gives it again when the dispute is won', async () => {
    const { code } = await live.referrals()
    const newcomer = await signUpNewPerson(service, { referral_code: code })
    const key = String(
      (await newcomer.client.post('/v1/api-keys', { name: 'live', environment: 'live' })).at('api_key'),
    )
    const its = walletClient(service.url, key)
    const of = topupMessages((await its.open('20.00')).topup_id, newcomer.workspaceId)
    await sendStripeEvent(service.url, 'payment_intent.succeeded', of.intent)
    await spend(18, key)
    await until(
      () => live.referrals(),
      ({ items }) => items[0]?.status === 'pending',
    )
    expect((await live.wallet()).balance).toBe('0.00')
    await sendStripeEvent(service.url, 'charge.succeeded', of.paidBy(`card ${of.id}`))
    await until(
      () => live.referrals(),
      ({ credited }) => credited === '5.00',
    )
    expect([(await live.wallet()).balance, (await its.wallet()).balance]).toEqual(['5.00', '7.00'])
    const at = now()
    const tellTwice = async (type: string, dispute: string, created: number) => {
      for (let time = 0; time < 2; time += 1) await sendStripeEvent(service.url, type, of.dispute(dispute), { created })
    }
    await tellTwice('charge.dispute.created', 'needs_response', at)
    await until(
      () => live.referrals(),
      ({ items }) => items[0]?.status === 'taken_back',
    )
    expect([(await live.wallet()).balance, await its.wallet()]).toMatchObject([
      '0.00',
      { balance: '0.00', receivable: '18.00' },
    ])
    expect((await live.transactions()).items).toMatchObject([
      { kind: 'referral', amount: '-5.00', balance_after: '0.00' },
      { kind: 'referral', amount: '5.00', balance_after: '5.00' },
    ])
    await tellTwice('charge.dispute.closed', 'won', at + 10)
    await tellTwice('charge.dispute.updated', 'under_review', at + 5)
    await until(
      () => live.referrals(),
      ({ credited }) => credited === '5.00',
    )
    expect([(await live.wallet()).balance, (await its.wallet()).balance]).toEqual(['5.00', '7.00'])
    await noDrift()
  }, 60_000)
})
