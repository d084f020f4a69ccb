import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { listAudit } from '../../db/access/audit/entries.ts'
import type { Database } from '../../db/database.ts'
import { readWalletState } from '../../db/money/wallets/read.ts'
import { verifyLedger } from '../../db/money/wallets/verify.ts'
import { runPayments } from '../../ops/payments/command.ts'
import { applyEvent, buildTopup, topupMessages } from '../build/topup.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { openTestDatabase } from '../db/build.ts'

let db: Database
let close: () => Promise<void>
let workspace: string
let topup: string
let payment: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(6))
})
afterAll(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
  await close()
})
/** Twenty dollars were requested, and eighteen paid. */
beforeEach(async () => {
  ;({ id: workspace } = await buildWorkspace(db))
  topup = await buildTopup(db, { workspaceId: workspace })
  payment = `pi_${randomUUID().replaceAll('-', '')}`
  await paid(1_800)
})

const paid = (cents: number, { id, of = topup }: { readonly id?: string; readonly of?: string } = {}) =>
  applyEvent(
    db,
    'payment_intent.succeeded',
    { ...topupMessages(of, workspace).intent, id: payment, amount_received: cents },
    id === undefined ? {} : { id },
  )
const refunded = (paymentId: string, cents: number) =>
  applyEvent(db, 'charge.refunded', {
    id: `ch_${paymentId}`,
    payment_intent: paymentId,
    amount_refunded: cents,
    currency: 'usd',
  })
const payments = (words: string, { reason = 'looked at', paymentId = '' } = {}) =>
  runPayments(db, { words: words.split(' '), paymentId, reason, actor: 'robin' })
const available = async () => (await readWalletState(db, workspace, 'live')).available
const actions = async () => (await listAudit(db, workspace)).map(({ action, actor, after }) => [action, actor, after])
const text = ({ lines }: { lines: readonly string[] }) => lines.join('\n')

describe('a top-up whose payment differs', () => {
  it('is shown with the requested amount, the paid amount and its payment, until it is decided', async () => {
    const shown = text(await payments('amount-differs'))
    expect(shown).toMatch(
      new RegExp(`^${topup}  ${workspace} live  requested 20\\.00  ${payment}  Stripe states that 1800 cents`, 'm'),
    )
    await payments(`settle ${topup} close`)
    expect(text(await payments('amount-differs'))).not.toContain(topup)
  })

  it('is credited by what was paid, once, however many operators decide it at the same time', async () => {
    const before = await available()
    const answers = await Promise.all(Array.from({ length: 5 }, () => payments(`settle ${topup} credit 18.00`)))
    expect(answers.map(({ done }) => done)).toEqual([true, true, true, true, true])
    expect(answers.filter((answer) => text(answer).includes('is paid'))).toHaveLength(1)
    expect((await available()) - before).toBe(18_000_000n)
    expect(await actions()).toEqual([['topup.settled', 'robin', { topup, status: 'paid', amount: '18.00' }]])
  })

  it('is credited once in addition to Stripe’s own events, and a refund takes back exactly that', async () => {
    const before = await available()
    await Promise.all([
      payments(`settle ${topup} credit 18.00`),
      paid(1_800),
      payments(`settle ${topup} credit 18.00`),
      paid(1_800),
    ])
    expect((await available()) - before).toBe(18_000_000n)
    await refunded(payment, 1_800)
    expect(await available()).toBe(before)
  })

  it('is either credited or closed when both are decided at once', async () => {
    const before = await available()
    const [credited, closed] = await Promise.all([
      payments(`settle ${topup} credit 18.00`),
      payments(`settle ${topup} close`),
    ])
    expect([credited.done, closed.done].filter(Boolean)).toHaveLength(1)
    expect((await available()) - before).toBe(credited.done ? 18_000_000n : 0n)
    expect(await actions()).toHaveLength(1)
  })
})

describe('a refused event', () => {
  it('is shown with its reason until an operator has closed it, which the audit log has once', async () => {
    const id = `evt_${randomUUID()}`
    payment = `${payment}x`
    await paid(500, { id, of: 'topup_unknown' })
    expect(text(await payments('refused'))).toMatch(
      new RegExp(`${id}  payment_intent\\.succeeded  topup_unknown is no top-up`),
    )
    const closed = await Promise.all([payments(`close ${id}`), payments(`close ${id}`)])
    expect(closed.map(text).toSorted()).toEqual([`${id} is closed.`, `${id} was closed before; nothing was changed.`])
    const { rows } = await db.pool.query(
      `select actor, reason from audit_entry where action = 'stripe_event.closed' and after ->> 'event' = $1`,
      [id],
    )
    expect(rows).toEqual([{ actor: 'robin', reason: 'looked at' }])
    expect(text(await payments('refused'))).not.toContain(id)
    expect(await payments('close evt_other')).toEqual({ lines: ['No event evt_other was refused.'], done: false })
  })
})

describe('a payment that the service does not know', () => {
  it('is credited once, however many operators request it, and a later refund takes it back', async () => {
    const before = await available()
    const paymentId = `pi_${randomUUID().replaceAll('-', '')}`
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => payments(`credit ${workspace} 20.00`, { paymentId })),
    )
    expect(answers.filter((answer) => text(answer).includes('is credited as'))).toHaveLength(1)
    expect((await available()) - before).toBe(20_000_000n)
    await refunded(paymentId, 500)
    expect((await available()) - before).toBe(15_000_000n)
  })
})

describe('the command', () => {
  it.each<[string, string, object, RegExp]>([
    ['without a reason', 'settle TOPUP credit 18.00', { reason: '' }, /State why/],
    ['of an unknown top-up', 'settle topup_none close', {}, /no top-up/],
    ['of an invalid amount', 'settle TOPUP credit lots', {}, /npm run payments/],
    ['of part of a cent', 'settle TOPUP credit 18.001', {}, /whole cents/],
    ['of a payment without its id', 'credit WORKSPACE 20.00', {}, /npm run payments/],
    ['of an unknown workspace', 'credit unknown 20.00', { paymentId: 'pi_1' }, /no single workspace/],
    ['of nothing', 'help', {}, /npm run payments/],
  ])('refuses a request %s', async (_, words, options, sentence) => {
    const answer = await payments(words.replace('TOPUP', topup).replace('WORKSPACE', workspace), options)
    expect([answer.done, text(answer)]).toEqual([false, expect.stringMatching(sentence)])
    expect(await actions()).toEqual([])
  })
})
