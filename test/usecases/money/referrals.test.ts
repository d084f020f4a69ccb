import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { REFERRAL_CREDIT, REFERRAL_SPEND, REFERRALS_PER_MONTH_MAX } from '../../../domain/referrals/credit.ts'
import type { Database } from '../../../db/database.ts'
import { paySimulatedTopup } from '../../../usecases/money/pay-simulated.ts'
import { attributeReferral } from '../../../usecases/money/attribute-referral.ts'
import { ensureReferralCode, readReferrals } from '../../../db/money/referrals/read.ts'
import { claimDueReferrals, settleReferral } from '../../../usecases/money/settle-referral.ts'
import { readWalletState } from '../../../db/money/wallets/read.ts'
import { ensureUser } from '../../../db/access/users/queries.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { reportDispute } from '../../build/dispute.ts'
import { buildTopup } from '../../build/topup.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildSold } from '../../db/outreach/bounces/build.ts'
import { openTestDatabase } from '../../db/build.ts'

const TEST = { name: 'test_referral', effect: true } as const

let db: Database
let close: () => Promise<void>
let referrer: string
let code: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  referrer = await workspace()
  code = await ensureReferralCode(db, referrer)
})

const workspace = async (): Promise<string> => (await buildWorkspace(db, { live: '0.00', test: '0.00' })).id
async function person(of: string, email: string): Promise<void> {
  await ensureUser(db, { email, passwordHash: '$argon2id$none', workspaceId: of })
}
const attribute = (workspaceId: string, more: object = {}) =>
  db.transaction(TEST, (tx) =>
    attributeReferral(tx, { workspaceId, code, email: `${randomUUID()}@example.com`, ...more }),
  )
async function pay(
  of: string,
  { environment = 'live', cardNumber = null }: { environment?: 'live' | 'test'; cardNumber?: string | null } = {},
): Promise<string> {
  const id = await buildTopup(db, { workspaceId: of, environment }, { simulated: true })
  expect(await paySimulatedTopup(db, { topupId: id, card: 'works', cardNumber, late: false })).toBe('paid')
  return id
}
/** As if runs had been charged with it. */
const spend = (of: string, amount: bigint) =>
  db.pool.query(
    `with spent as (update wallet set available = available - $2 where workspace_id = $1 and environment = 'live')
  insert into transfer (debit_account_id, credit_account_id, amount, kind, key)
    values ($1 || ':live:available', 'platform:live:revenue', $2, 'charge', $3)`,
    [of, amount.toString(), randomUUID()],
  )
const dispute = (topupId: string, status: string, at: number) => reportDispute(db, topupId, { status, at })
const settle = (of: string) => settleReferral(db, of)
const dueNow = () => claimDueReferrals(db, 1_000)
const sound = async () => expect((await verifyLedger(db)).drifts).toEqual([])
const available = async (of: string) => (await readWalletState(db, of, 'live')).available

describe('a referral', () => {
  it('belongs to the workspace with the code, in any case; an unknown code changes nothing', async () => {
    const came = await workspace()
    expect(await attribute(came, { code: 'nobodyscod' })).toBe('unknown_code')
    expect(await attribute(came, { code: ` ${code.toUpperCase()} ` })).toBe('attributed')
    expect((await readReferrals(db, referrer)).items).toMatchObject([
      { status: 'waiting', creditedAt: null, amount: null },
    ])
  })

  it('is refused for the same workspace, and for the same mailbox in any spelling', async () => {
    expect(await attribute(referrer)).toBe('self_referral')
    const name = randomUUID().slice(0, 8)
    await person(referrer, `ada.${name}@gmail.com`)
    await person(referrer, `${name}@example.com`)
    for (const email of [`ada${name}@gmail.com`, `A.d.a.${name}+referral@GoogleMail.com`, `${name}+2@EXAMPLE.com`]) {
      expect([email, await attribute(await workspace(), { email })]).toEqual([email, 'self_referral'])
    }
    // Elsewhere a dot makes another mailbox.
    expect(await attribute(await workspace(), { email: `${name.slice(0, 4)}.${name.slice(4)}@example.com` })).toBe(
      'attributed',
    )
  })

  it('credits both sides once the newcomer has spent its own money, and never again', async () => {
    const came = await workspace()
    await attribute(came)
    await pay(came)
    await spend(came, REFERRAL_SPEND - 1n)
    expect([await settle(came), await available(referrer)]).toEqual([null, 0n])
    await spend(came, 1n)
    expect([await settle(came), await settle(came)]).toEqual(['credited', null])
    await pay(came)
    await spend(came, REFERRAL_SPEND)
    expect([await settle(came), await available(referrer), await available(came)]).toEqual([
      null,
      5_000_000n,
      35_000_000n,
    ])
    expect(await readReferrals(db, referrer)).toMatchObject({
      credited: 5_000_000n,
      inAll: 1,
      thisMonth: 1,
      items: [{ status: 'credited', amount: 5_000_000n }],
    })
    await sound()
  })

  it('counts credits as spent first', async () => {
    const came = await workspace()
    await attribute(came)
    await db.pool.query(
      `with given as (update wallet set available = available + 5000000 where workspace_id = $1
        and environment = 'live')
      insert into transfer (debit_account_id, credit_account_id, amount, kind, key)
        values ('platform:live:promotion', $1 || ':live:available', 5000000, 'promotion', $2)`,
      [came, randomUUID()],
    )
    await pay(came)
    await spend(came, REFERRAL_SPEND + 4_999_999n)
    expect(await settle(came)).toBeNull()
    await spend(came, 1n)
    expect(await settle(came)).toBe('credited')
  })

  it('counts a charge for an address once it cannot be credited any more: 31 days after its run', async () => {
    const came = await workspace()
    await attribute(came)
    await pay(came)
    const owner = { workspaceId: came, environment: 'live' } as const
    const sold = await buildSold(db, owner, { capability: 'contact.verify', charge: REFERRAL_SPEND - 1n })
    await buildSold(db, owner, { capability: 'contact.domain_emails', charge: 1n })
    const age = (days: number) =>
      db.pool.query('update run set finished_at = now() - make_interval(days => $2, mins => 1) where id = $1', [
        sold,
        days,
      ])
    await age(30)
    expect([await settle(came), await available(referrer)]).toEqual([null, 0n])
    await age(31)
    expect([await settle(came), await available(referrer)]).toEqual(['credited', REFERRAL_CREDIT])
    await sound()
  })

  it('is credited once when many workers settle it at the same moment, along a chain of referrals, during top-ups', async () => {
    const came = await workspace()
    await attribute(came)
    const second = await workspace()
    await attribute(second, { code: await ensureReferralCode(db, came) })
    for (const one of [came, second]) await pay(one)
    // Its credit for `second` may come before its own is settled, and counts as spent first.
    await spend(came, REFERRAL_SPEND + REFERRAL_CREDIT)
    await spend(second, REFERRAL_SPEND)
    await Promise.all([
      ...Array.from({ length: 6 }, () => pay(came)),
      ...Array.from({ length: 6 }, () => pay(second)),
      ...Array.from({ length: 6 }, () => [settle(came), settle(second)]).flat(),
    ])
    expect([await available(referrer), await available(came), await available(second)]).toEqual([
      5_000_000n,
      140_000_000n,
      140_000_000n,
    ])
    await sound()
  })

  it('is taken back with its top-up, owed where it was spent, and given again when the top-up returns: in any order and number', async () => {
    const came = await workspace()
    await attribute(came)
    const topup = await pay(came)
    await spend(came, 20_000_000n)
    await settle(came)
    await spend(referrer, 3_000_000n)
    await dispute(topup, 'needs_response', 1)
    expect(await Promise.all([settle(came), settle(came), settle(came)])).toContain('taken_back')
    expect(await readWalletState(db, referrer, 'live')).toMatchObject({ available: 0n, receivable: 3_000_000n })
    // 5.00 of the credit were available; the rest of the top-up and the credit is owed.
    expect(await readWalletState(db, came, 'live')).toMatchObject({ available: 0n, receivable: 20_000_000n })
    expect(await readReferrals(db, referrer)).toMatchObject({
      credited: 0n,
      takenBack: 5_000_000n,
      items: [{ status: 'taken_back' }],
    })
    await sound()
    await dispute(topup, 'won', 2)
    await dispute(topup, 'needs_response', 1)
    expect([await settle(came), await settle(came)]).toEqual(['credited', null])
    expect(await readWalletState(db, referrer, 'live')).toMatchObject({ available: 2_000_000n, receivable: 0n })
    await sound()
  })

  it('is not left in place by a refund during its settlement', async () => {
    for (let round = 0; round < 5; round += 1) {
      const came = await workspace()
      await attribute(came)
      const topup = await pay(came)
      await spend(came, REFERRAL_SPEND)
      await Promise.all([settle(came), dispute(topup, 'lost', 1), settle(came)])
      const due = await dueNow()
      if (due.includes(came)) await settle(came)
      expect((await readReferrals(db, referrer)).credited).toBe(0n)
    }
    await sound()
  })

  it('counts for the next top-up when the first was refunded before it earned a credit', async () => {
    const came = await workspace()
    await attribute(came)
    await dispute(await pay(came), 'lost', 1)
    expect(await settle(came)).toBeNull()
    await pay(came)
    await spend(came, REFERRAL_SPEND)
    expect(await settle(came)).toBe('credited')
  })

  it('is capped for each referrer in a month and in all, also when several settle at once', async () => {
    const newcomers = await Promise.all(
      Array.from({ length: REFERRALS_PER_MONTH_MAX + 2 }, async () => {
        const came = await workspace()
        await attribute(came)
        await pay(came)
        await spend(came, REFERRAL_SPEND)
        return came
      }),
    )
    const settled = await Promise.all(newcomers.map((came) => settle(came)))
    expect([
      settled.filter((one) => one === 'credited').length,
      settled.filter((one) => one === 'capped').length,
    ]).toEqual([REFERRALS_PER_MONTH_MAX, 2])
    expect(await readReferrals(db, referrer)).toMatchObject({
      capped: 2,
      credited: BigInt(REFERRALS_PER_MONTH_MAX) * 5_000_000n,
    })
    expect(await available(referrer)).toBe(BigInt(REFERRALS_PER_MONTH_MAX) * 5_000_000n)
    await sound()
  })

  it('is one credit for a card that several newcomers have, settled at once', async () => {
    const cardNumber = String(randomInt(10_000_000, 100_000_000))
    const newcomers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const came = await workspace()
        await attribute(came, { code: await ensureReferralCode(db, await workspace()) })
        await pay(came, { cardNumber })
        await spend(came, REFERRAL_SPEND)
        return came
      }),
    )
    expect((await Promise.all(newcomers.map((came) => settle(came)))).toSorted()).toEqual([
      'credited',
      'refused',
      'refused',
      'refused',
    ])
    await sound()
  })

  it('is due when it is earned and claimed by one worker; newcomers who have not paid are not searched', async () => {
    const [came, waits] = [await workspace(), await workspace()]
    await attribute(came)
    await attribute(waits)
    await pay(came)
    await spend(came, REFERRAL_SPEND)
    const found = await Promise.all([dueNow(), dueNow(), dueNow()])
    expect(found.flat().filter((one) => one === came || one === waits)).toEqual([came])
    await settle(came)
    expect(
      (
        await db.pool.query(
          'select count(*)::integer as due from referral where look_at is not null and workspace_id = any ($1)',
          [[came, waits]],
        )
      ).rows,
    ).toEqual([{ due: 0 }])
  })

  it('is not earned in the sandbox', async () => {
    const came = await workspace()
    await attribute(came)
    await pay(came, { environment: 'test' })
    expect([await settle(came), (await readReferrals(db, referrer)).items]).toMatchObject([null, [{ kept: null }]])
  })

  it('belongs to the first referrer of a workspace', async () => {
    const came = await workspace()
    await attribute(came)
    const other = await workspace()
    await attribute(came, { code: await ensureReferralCode(db, other) })
    await pay(came)
    await spend(came, REFERRAL_SPEND)
    await settle(came)
    expect([await available(referrer), await available(other)]).toEqual([5_000_000n, 0n])
  })
})
