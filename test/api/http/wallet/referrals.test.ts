import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { randomInt } from 'node:crypto'
import { setRate } from '../../../../usecases/money/negotiate-rate.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { httpClient } from '../../../support/http.ts'
import { runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'
import { BEHIND_PROXY, type Person, signUpNewPerson } from '../auth/people.ts'
import { walletClient, type WalletClient } from './wallet-client.ts'

let stage: Stage
let service: TestService
beforeAll(async () => {
  stage = await startStage({
    env: BEHIND_PROXY,
    sweepEveryMs: 200,
    finalBillDelayMs: 1_500,
    providers: ['dataforseo', 'apify', 'hunter'],
  })
  service = stage.service
  // More than the hold of a call with an unknown price.
  await stage.happen('dataforseo', 'tasks_cost', { cost: 4 })
}, 120_000)
afterAll(async () => {
  expect((await verifyLedger(service.db)).drifts).toEqual([])
  await stage.stop()
})

interface Workspace extends Person {
  readonly key: string
  readonly live: WalletClient
}

async function signUp(more: object = {}): Promise<Workspace> {
  const person = await signUpNewPerson(service, more)
  const key = String((await person.client.post('/v1/api-keys', { name: 'live', environment: 'live' })).at('api_key'))
  return { ...person, key, live: walletClient(service.url, key) }
}

let cards = randomInt(100_000, 900_000)
const freshCard = (): string => {
  cards += 1
  return String(cards)
}

async function topUp({ live }: Workspace, number: string, amount = '5.00'): Promise<void> {
  const { topup_id: id } = await live.open(amount)
  expect((await httpClient(service.url).post(`/checkout/${id}/pay?card=works&number=${number}`)).status).toBe(200)
}

/** Spends 5.00 on five live runs, each as dear as the hold of a call with an unknown price. */
async function spend({ key }: Workspace): Promise<void> {
  const run = async () =>
    (
      await runClient(service.url, key).run({
        provider: 'dataforseo',
        endpoint: '/v3/ai_optimization/chat_gpt/llm_responses/live',
        input: [{ keyword: 'a' }],
        wait_seconds: 60,
      })
    ).body.billing.charged
  expect(await Promise.all(Array.from({ length: 5 }, run))).toEqual(Array.from({ length: 5 }, () => '1.00'))
}

const statuses = async ({ live }: Workspace) => (await live.referrals()).items.map(({ status }) => status)
const becomes = (referrer: Workspace, expected: readonly string[]) =>
  until(
    () => statuses(referrer),
    (now) => now.join() === expected.join(),
  )

describe('the credit of a referral', () => {
  it('is earned by what the newcomer has spent, once, and never by a top-up alone', async () => {
    const referrer = await signUp()
    const { code } = await referrer.live.referrals()
    const newcomer = await signUp({ referral_code: code })
    expect(await statuses(referrer)).toEqual(['signed_up'])
    await topUp(newcomer, freshCard())
    expect(await referrer.live.referrals()).toMatchObject({
      credited: '0.00',
      pending: 1,
      items: [{ status: 'pending', amount: null }],
    })
    expect([(await referrer.live.wallet()).balance, (await newcomer.live.wallet()).balance]).toEqual(['0.00', '5.00'])
    await spend(newcomer)
    await becomes(referrer, ['credited'])
    expect(await referrer.live.referrals()).toMatchObject({
      credited: '5.00',
      taken_back: '0.00',
      pending: 0,
      limits: { used_this_month: 1, used_in_all: 1 },
      items: [{ amount: '5.00' }],
    })
    expect([(await referrer.live.wallet()).balance, (await newcomer.live.wallet()).balance]).toEqual(['5.00', '5.00'])
    // Credits earn nothing: neither spending them nor a second top-up gives a referral credit.
    await spend(newcomer)
    await topUp(newcomer, freshCard())
    await spend(newcomer)
    expect([(await referrer.live.wallet()).balance, (await newcomer.live.wallet()).balance]).toEqual(['5.00', '0.00'])
    expect((await referrer.live.transactions()).items).toMatchObject([
      { kind: 'referral', amount: '5.00', balance_after: '5.00' },
    ])
  }, 60_000)

  it('is not earned by a charge that the final bill refunds', async () => {
    const referrer = await signUp()
    const newcomer = await signUp({ referral_code: (await referrer.live.referrals()).code })
    await topUp(newcomer, freshCard())
    await stage.happen('apify', 'runs_behave', { items: 1, cost: 4 })
    const run = async () =>
      (
        await runClient(service.url, newcomer.key).run({
          provider: 'apify',
          endpoint: '/v2/actors/{actorId}/runs',
          path: { actorId: 'apify~instagram-scraper' },
          input: { search: 'x' },
          wait_seconds: 60,
        })
      ).body.billing.charged
    expect(await Promise.all(Array.from({ length: 5 }, run))).toEqual(Array.from({ length: 5 }, () => '1.00'))
    await stage.happen('apify', 'billed', { cost: 0.001 })
    await until(
      async () => (await newcomer.live.wallet()).balance,
      (balance) => balance === '4.99285',
    )
    expect([await statuses(referrer), (await referrer.live.wallet()).balance]).toEqual([['pending'], '0.00'])
  }, 60_000)

  it('is not earned by charges for addresses, which come back if they bounce', async () => {
    const referrer = await signUp()
    const { code } = await referrer.live.referrals()
    const [buyer, spender] = [await signUp({ referral_code: code }), await signUp({ referral_code: code })]
    const rate = { workspaceId: buyer.workspaceId, target: 'contact.find', actor: 'robin', reason: 'contract 7' }
    await setRate(service.db, rate, '5.00')
    await topUp(buyer, freshCard(), '10.00')
    const { body: found } = await runClient(service.url, buyer.key).run({
      capability: 'contact.find',
      input: { full_name: 'Ada Lovelace', domain: 'example.org' },
    })
    expect(found).toMatchObject({ status: 'succeeded', billing: { charged: '5.00' } })
    // A later newcomer is seen to be settled meanwhile.
    await topUp(spender, freshCard())
    await spend(spender)
    await becomes(referrer, ['credited', 'pending'])
    await spend(buyer)
    await becomes(referrer, ['credited', 'credited'])
  }, 60_000)

  it('is refused for a card of the referrer, and for one that has earned a credit before', async () => {
    const referrer = await signUp()
    const { code } = await referrer.live.referrals()
    const [own, shared] = [freshCard(), freshCard()]
    await topUp(referrer, own)
    const same = await signUp({ referral_code: code })
    await topUp(same, own)
    await spend(same)
    await becomes(referrer, ['refused'])
    for (const expected of [
      ['credited', 'refused'],
      ['refused', 'credited', 'refused'],
    ]) {
      const farmed = await signUp({ referral_code: code })
      await topUp(farmed, shared)
      await spend(farmed)
      await becomes(referrer, expected)
    }
    expect([(await referrer.live.wallet()).balance, (await same.live.wallet()).balance]).toEqual(['10.00', '0.00'])
  }, 90_000)
})

describe('the simulated page of a live top-up', () => {
  it('offers simulated cards, and is marked as a simulation', async () => {
    const { live } = await signUp()
    const { topup_id: id } = await live.open('5.00')
    const page = async (query: string) => (await httpClient(service.url).get(`/checkout/${id}${query}`)).text
    expect(await page('')).toContain('Simulated card number: any 4 to 8 digits.')
    expect(await page('?number=4242')).toContain(`action="/checkout/${id}/pay?card=works&amp;number=4242"`)
    expect(await page('?number=%22%3E%3Cscript%3E')).not.toContain('<script')
    // No one types the number of a real card.
    expect((await httpClient(service.url).post(`/checkout/${id}/pay?card=works&number=4242424242424242`)).status).toBe(
      400,
    )
  })
})
