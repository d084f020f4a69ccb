import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { paySimulatedTopup } from '../../../db/payments/pay-simulated.ts'
import { attributeReferral } from '../../../db/referrals/attribute.ts'
import { ensureReferralCode, readReferrals } from '../../../db/referrals/read.ts'
import { readWalletState } from '../../../db/wallets/read.ts'
import { verifyLedger } from '../../../db/wallets/verify.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../build.ts'

const TEST = { name: 'test_referral', effect: true } as const

let db: Database
let close: () => Promise<void>
let referrer: string
let code: string
beforeAll(async () => { ({ db, close } = await openTestDatabase()) })
afterAll(() => close())
beforeEach(async () => {
  referrer = await workspace()
  code = await ensureReferralCode(db, referrer)
})

const workspace = async (): Promise<string> => (await buildWorkspace(db, { live: '0.00', test: '0.00' })).id
async function person(of: string, email: string): Promise<void> {
  await db.pool.query(`insert into app_user (id, email, password_hash, workspace_id) values ($1, $2, '$argon2id$none', $3)`, [newId('usr'), email, of])
}
const attribute = (workspaceId: string, more: object = {}) =>
  db.transaction(TEST, (tx) => attributeReferral(tx, { workspaceId, code, email: `${randomUUID()}@example.com`, ...more }))
async function pay(of: string, environment: 'live' | 'test' = 'live'): Promise<void> {
  const id = newId('topup')
  await db.pool.query(`insert into topup (id, workspace_id, environment, origin, amount, simulated) values ($1, $2, $3, 'checkout', 20000000, true)`, [id, of, environment])
  expect(await paySimulatedTopup(db, { topupId: id, card: 'works', late: false })).toBe('paid')
}
const available = async (of: string) => (await readWalletState(db, of, 'live')).available

describe('a referral', () => {
  it('is of whoever has the code, in any case; a code that is none changes nothing', async () => {
    const came = await workspace()
    expect(await attribute(came, { code: 'nobodyscod' })).toBe('unknown_code')
    expect(await attribute(came, { code: ` ${code.toUpperCase()} ` })).toBe('attributed')
    expect((await readReferrals(db, referrer)).items).toMatchObject([{ creditedAt: null, amount: null }])
  })

  it('is nobody’s own: not of the same workspace, and not of the same mailbox however it is written', async () => {
    expect(await attribute(referrer)).toBe('self_referral')
    const name = randomUUID().slice(0, 8)
    await person(referrer, `ada.${name}@gmail.com`)
    await person(referrer, `${name}@example.com`)
    for (const email of [`ada${name}@gmail.com`, `A.d.a.${name}+referral@GoogleMail.com`, `${name}+2@EXAMPLE.com`]) {
      expect([email, await attribute(await workspace(), { email })]).toEqual([email, 'self_referral'])
    }
    // Elsewhere a dot makes another mailbox.
    expect(await attribute(await workspace(), { email: `${name.slice(0, 4)}.${name.slice(4)}@example.com` })).toBe('attributed')
  })

  it('credits both sides with the first paid top-up, and never again', async () => {
    const came = await workspace()
    await attribute(came)
    expect([await available(referrer), await available(came)]).toEqual([0n, 0n])
    await pay(came)
    expect([await available(referrer), await available(came)]).toEqual([5_000_000n, 25_000_000n])
    await pay(came)
    expect([await available(referrer), await available(came)]).toEqual([5_000_000n, 45_000_000n])
    expect(await readReferrals(db, referrer)).toMatchObject({ credited: 5_000_000n, items: [{ amount: 5_000_000n }] })
    expect((await verifyLedger(db)).drifts).toEqual([])
  })

  it('is credited once when many top-ups are paid at the same moment, along a chain of referrals', async () => {
    const came = await workspace()
    await attribute(came)
    const second = await workspace()
    await attribute(second, { code: await ensureReferralCode(db, came) })
    await Promise.all([...Array.from({ length: 6 }, () => pay(came)), ...Array.from({ length: 6 }, () => pay(second))])
    expect([await available(referrer), await available(came), await available(second)]).toEqual([5_000_000n, 130_000_000n, 125_000_000n])
    expect((await verifyLedger(db)).drifts).toEqual([])
  })

  it('is not paid by top-ups of the sandbox', async () => {
    const came = await workspace()
    await attribute(came)
    await pay(came, 'test')
    expect([await available(referrer), await available(came)]).toEqual([0n, 0n])
  })

  it('is of the first one who brought a workspace', async () => {
    const came = await workspace()
    await attribute(came)
    const other = await workspace()
    await attribute(came, { code: await ensureReferralCode(db, other) })
    await pay(came)
    expect([await available(referrer), await available(other)]).toEqual([5_000_000n, 0n])
  })
})
