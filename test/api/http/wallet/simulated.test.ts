import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createHash, randomUUID } from 'node:crypto'
import { reverseTopup } from '../../../../db/money/wallets/move.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { walletClient, type WalletClient } from './wallet-client.ts'

let service: TestService
let workspaceId: string
let keys: Readonly<Record<'test' | 'live', string>>
let live: WalletClient
let sandbox: WalletClient
beforeAll(async () => {
  service = await startTestService()
}, 120_000)
afterAll(() => service.stop())
beforeEach(async () => {
  ;({ id: workspaceId, keys } = await buildWorkspace(service.db, { test: '10.00', live: '0.00' }))
  live = walletClient(service.url, keys.live)
  sandbox = walletClient(service.url, keys.test)
})

const noDrift = async () => expect((await verifyLedger(service.db)).drifts).toEqual([])

describe('a top-up on the simulated page', () => {
  it('is credited once, however often the button is pressed, and is invoiced and listed', async () => {
    const { checkout_url: url, topup_id: id } = await live.open('20.00')
    expect(url).toBe(`${service.url}/checkout/${id}`)
    expect(await live.topup(id)).toMatchObject({ status: 'pending', simulated: true, checkout_url: url })
    const pressed = await Promise.all(Array.from({ length: 8 }, () => live.pay(id)))
    expect(pressed.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await live.wallet()).toMatchObject({ balance: '20.00', available: '20.00', held: '0.00' })
    expect((await live.transactions()).items).toMatchObject([
      { kind: 'topup', amount: '20.00', balance_after: '20.00', topup_id: id, run_id: null },
    ])
    expect((await live.invoices()).items).toMatchObject([
      {
        number: 'LIVE-000001',
        status: 'paid',
        simulated: true,
        total: '20.00',
        lines: [{ amount: '20.00', topup_id: id }],
      },
    ])
    expect(await live.topup(id)).toMatchObject({ status: 'paid' })
    await noDrift()
  })

  it('changes nothing when it is declined, and can be paid with another card', async () => {
    const { topup_id: id } = await live.open('5.00')
    const declined = await live.pay(id, 'declined')
    expect([declined.status, declined.text]).toEqual([402, expect.stringContaining('The card was declined')])
    expect([await live.wallet(), (await live.autoTopup()).card_on_file]).toMatchObject([{ balance: '0.00' }, false])
    expect((await live.pay(id)).status).toBe(200)
    expect((await live.autoTopup()).card_on_file).toBe(true)
  })

  it('expires after a day', async () => {
    const { topup_id: id } = await live.open('5.00')
    // An id contains its time; this one is years old.
    const old = `topup_00${id.slice('topup_00'.length)}`
    await service.db.pool.query('update topup set id = $2 where id = $1', [id, old])
    expect((await live.pay(old)).status).toBe(409)
    expect(await live.topup(old)).toMatchObject({ status: 'expired' })
    expect(await live.wallet()).toMatchObject({ balance: '0.00' })
  })

  it('is marked as a simulation, shows the workspace and the amount, and runs no script', async () => {
    const name = `<script>alert(1)</script> & "Co" ${randomUUID()}`
    await service.db.pool.query('update workspace set name = $2 where id = $1', [workspaceId, name])
    const { topup_id: id } = await sandbox.open('7.50')
    const page = await httpClient(service.url).get(`/checkout/${id}?utm_source=mail`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.text).toContain('This is a simulation')
    expect(page.text).toContain('$7.50')
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Co&quot;')
    expect(page.text).not.toContain('<script')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    const style = /<style>(.*?)<\/style>/s.exec(page.text)?.[1] ?? ''
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'))
    expect(page.text.match(/ (?:on\w+|src|style)=/g)).toBeNull()
  })

  it.each(['topup_00000000000000000000000000', 'ws_00000000000000000000000000'])(
    'with an invalid id answers a page: %s',
    async (id) => {
      expect((await httpClient(service.url).get(`/checkout/${id}`)).status).toBe(404)
      expect((await live.pay(id)).status).toBe(404)
    },
  )
})

describe('opening a top-up', () => {
  it.each([['4.99'], ['10000.01'], ['20.001'], ['0']])('is refused for an amount of %s', async (amount) => {
    const answer = await live.http.post('/v1/wallet/topups/checkout', { amount })
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/amount',
    ])
  })

  it('answers the same checkout under the same idempotency key, and another one otherwise', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await live.open('20.00', headers)
    expect(await live.open('20.00', headers)).toEqual(first)
    expect((await live.http.post('/v1/wallet/topups/checkout', { amount: '21.00' }, headers)).at('error', 'code')).toBe(
      'idempotency_mismatch',
    )
    expect((await live.open('20.00')).topup_id).not.toBe(first.topup_id)
  })
})

describe("the wallet's list", () => {
  it('shows a charge and, with holds, the hold and the release of the rest, with exact balances', async () => {
    const { body: run } = await runClient(service.url, keys.test).run({ ...findContact(), wait_seconds: 30 })
    expect(run.status).toBe('succeeded')
    const charged = run.billing.charged ?? ''
    const after = (await sandbox.wallet()).balance
    const { items } = await sandbox.transactions()
    expect(items).toMatchObject([
      { kind: 'charge', amount: `-${charged}`, balance_after: after, run_id: run.run_id },
      { kind: 'promotion', amount: '10.00', balance_after: '10.00', run_id: null },
    ])
    const { items: all } = await sandbox.transactions('?include=holds')
    expect(all.map(({ kind }) => kind).filter((kind) => kind !== 'release')).toEqual(['charge', 'hold', 'promotion'])
    expect(all.find(({ kind }) => kind === 'hold')).toMatchObject({
      amount: `-${run.billing.quoted}`,
      balance_after: '10.00',
    })
  })

  it('shows what settling below the hold releases', async () => {
    const { body: run } = await runClient(service.url, keys.test).run({ ...findContact('+fallback'), wait_seconds: 60 })
    const { items } = await sandbox.transactions('?include=holds')
    const [charge, release] = ['charge', 'release'].map((kind) =>
      Number(items.find((one) => one.kind === kind)?.amount ?? 0),
    )
    expect((release ?? 0) - (charge ?? 0)).toBeCloseTo(Number(run.billing.quoted), 6)
  })

  it('pages without losing or repeating one, and its balances add up, while others are written', async () => {
    for (let made = 0; made < 5; made += 1) await live.pay((await live.open('5.00')).topup_id)
    const seen: { id: string; kind: string; amount: string; balance_after: string }[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<WalletClient['transactions']>> = await live.transactions(
        `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      seen.push(...page.items)
      cursor = page.next_cursor
      await live.pay((await live.open('7.00')).topup_id)
    } while (cursor !== null)
    expect(seen.map(({ balance_after: balance }) => balance)).toEqual(['25.00', '20.00', '15.00', '10.00', '5.00'])
    expect(new Set(seen.map(({ id }) => id)).size).toBe(5)
  })

  it.each(['abc', '1', '1.', '9999999999999999999.1', '1.-1'])('refuses the cursor %s', async (cursor) => {
    const answer = await live.http.get(`/v1/wallet/transactions?cursor=${cursor}`)
    expect([answer.status, answer.at('error', 'param')]).toEqual([400, '/cursor'])
  })

  it('belongs to one environment', async () => {
    await sandbox.pay((await sandbox.open('5.00')).topup_id)
    expect((await live.transactions()).items).toEqual([])
    expect((await live.invoices()).items).toEqual([])
    expect((await sandbox.invoices()).items).toMatchObject([{ number: 'TEST-000001', simulated: true }])
  })
})

describe('a wallet with a debt', () => {
  it('refuses to hold, names the debt and where to pay it back, and runs again once it is paid', async () => {
    const { topup_id: id } = await sandbox.open('5.00')
    await sandbox.pay(id)
    await service.db.transaction({ name: 'test_owing', effect: true }, (tx) =>
      reverseTopup(tx, {
        workspaceId,
        environment: 'test',
        topupId: id,
        amount: 18_000_000n,
        kind: 'chargeback',
        number: 1,
      }),
    )
    expect(await sandbox.wallet()).toMatchObject({ available: '0.00', receivable: '3.00' })
    const client = runClient(service.url, keys.test)
    const refused = await client.run({ ...findContact(), wait_seconds: 30 })
    expect([refused.status, refused.body.error]).toMatchObject([
      402,
      {
        code: 'insufficient_balance',
        available: '0.00',
        receivable: '3.00',
        topup_url: `${service.url}/dashboard/test/wallet`,
      },
    ])
    await sandbox.pay((await sandbox.open('5.00')).topup_id)
    expect(await sandbox.wallet()).toMatchObject({ available: '2.00' })
    expect((await client.run({ ...findContact(), wait_seconds: 30 })).body.status).toBe('succeeded')
  })
})

describe('invoices', () => {
  it('have numbers without gaps, also when many are paid at once, and are paged', async () => {
    const opened = await Promise.all(Array.from({ length: 7 }, () => live.open('5.00')))
    await Promise.all(opened.map(({ topup_id: id }) => live.pay(id)))
    const first = await live.invoices('?limit=4')
    const rest = await live.invoices(`?limit=4&cursor=${first.next_cursor}`)
    expect([...first.items, ...rest.items].map(({ number }) => number)).toEqual(
      [7, 6, 5, 4, 3, 2, 1].map((number) => `LIVE-00000${number}`),
    )
    expect(rest.next_cursor).toBeNull()
    const [invoice] = first.items
    expect((await live.http.get(`/v1/wallet/invoices/${invoice?.id}`)).body).toEqual(invoice)
  })
})

describe('a change of automatic top-ups', () => {
  it('that is repeated with its idempotency key does not undo a later one', async () => {
    await sandbox.pay((await sandbox.open('5.00')).topup_id)
    const change = { enabled: true, threshold: '1.00', amount: '5.00', monthly_limit: '100.00' }
    const once = { 'Idempotency-Key': 'once' }
    const first = await sandbox.setAutoTopup(change, once)
    await sandbox.setAutoTopup({ enabled: false })
    const again = await sandbox.setAutoTopup(change, once)
    expect([again.body, again.headers.get('Idempotent-Replay')]).toEqual([first.body, 'true'])
    expect(await sandbox.autoTopup()).toMatchObject({ enabled: false })
  })
})

describe('two changes of automatic top-ups at once', () => {
  it("both count: a member that one leaves out keeps the other's value", async () => {
    await sandbox.pay((await sandbox.open('5.00')).topup_id)
    await sandbox.setAutoTopup({ enabled: false, threshold: '1.00', amount: '5.00', monthly_limit: '100.00' })
    for (let round = 1; round <= 10; round += 1) {
      const [limit, threshold] = [`${100 + round}.00`, `${1 + round}.00`]
      await Promise.all(
        [{ monthly_limit: limit }, { threshold }].map((change) => sandbox.setAutoTopup({ enabled: false, ...change })),
      )
      expect((await sandbox.http.get('/v1/wallet/auto-topup')).body).toMatchObject({
        monthly_limit: limit,
        threshold,
        amount: '5.00',
      })
    }
    expect((await sandbox.setAutoTopup({ enabled: false, amount: '200.00' })).at('error', 'param')).toBe(
      '/monthly_limit',
    )
  })
})

describe('a referral', () => {
  it('has one code, which stays', async () => {
    const { code, url } = await live.referrals()
    expect(url).toBe(`${service.url}/?ref=${code}`)
    expect((await sandbox.referrals()).code).toBe(code)
    expect(
      new Set((await Promise.all(Array.from({ length: 5 }, () => live.referrals()))).map((one) => one.code)),
    ).toEqual(new Set([code]))
  })
})

describe('a simulated page that was opened while its machine simulated live payments', () => {
  it('pays nothing once the deployment does not: no top-up and no plan; the sandbox continues', async () => {
    const { topup_id: topup } = await live.open('20.00')
    const session = httpClient(service.url, (await buildSession(service.db, workspaceId)).token)
    const chosen = await session.post('/v1/plan', { plan: 'scale' })
    const plan = String(chosen.at('checkout_url')).split('/').at(-1) ?? ''
    expect(plan).toMatch(/^plan_/)
    const closed = await service.startReplica({ DEPLOYMENT: 'production' })
    const [asLive, asTest] = [walletClient(closed.ownUrl, keys.live), walletClient(closed.ownUrl, keys.test)]
    for (const id of [topup, plan]) {
      const tried = await asLive.pay(id)
      expect([tried.status, tried.text]).toEqual([409, expect.stringContaining('can no longer be paid')])
      expect((await httpClient(closed.ownUrl).get(`/checkout/${id}`)).text).not.toContain('<form')
    }
    expect([(await asLive.wallet()).balance, (await asLive.http.get('/v1/plan')).at('plan')]).toEqual([
      '0.00',
      'pay_per_call',
    ])
    await asTest.pay((await asTest.open('5.00')).topup_id)
    expect((await asTest.wallet()).balance).toBe('15.00')
    await closed.drain()
  })
})
