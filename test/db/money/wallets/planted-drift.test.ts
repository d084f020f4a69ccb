import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { paySimulatedTopup } from '../../../../usecases/money/pay-simulated.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildTopup } from '../../../build/topup.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
let of: string
let other: string
let paid: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(2))
})
afterAll(() => close())
beforeEach(async () => {
  ;[of, other] = [(await buildWorkspace(db, { live: '10.00' })).id, (await buildWorkspace(db, { live: '10.00' })).id]
  paid = await buildTopup(db, { workspaceId: of }, { simulated: true })
  await paySimulatedTopup(db, { topupId: paid, card: 'works', late: false })
})

const run = (text: string) => db.pool.query(text)
const promises = async () =>
  (await verifyLedger(db)).drifts
    .filter(({ workspace_id: one }) => one === of || one === other)
    .map(({ promise }) => promise)
const transfer = ({
  debit,
  credit,
  kind,
  key = randomUUID(),
  topup = null,
}: {
  debit: string
  credit: string
  kind: string
  key?: string
  topup?: string | null
}) =>
  run(
    `insert into transfer (debit_account_id, credit_account_id, amount, kind, key, topup_id) values ('${debit}', '${credit}', 5000000, '${kind}', '${key}', ${topup === null ? 'null' : `'${topup}'`})`,
  )
const move = (workspace: string, amount: number) =>
  run(
    `update wallet set available = available + ${amount} where workspace_id = '${workspace}' and environment = 'live'`,
  )

it('a paid wallet is sound', async () => {
  expect(await promises()).toEqual([])
})

it.each<[string, string, () => Promise<unknown>]>([
  [
    'a false debt of a wallet',
    'receivable = sum of transfers',
    () => run(`update wallet set receivable = 1 where workspace_id = '${of}'`),
  ],
  [
    'a part of a top-up in another workspace’s wallet',
    'are between its own accounts',
    async () => {
      await transfer({
        debit: 'platform:live:funding',
        credit: `${other}:live:available`,
        kind: 'adjustment',
        topup: paid,
      })
      await move(other, 5_000_000)
    },
  ],
  [
    'a refund that was booked as a chargeback',
    'refunds of top-up',
    async () => {
      await transfer({
        debit: `${of}:live:available`,
        credit: 'platform:live:funding',
        kind: 'chargeback',
        topup: paid,
      })
      await move(of, -5_000_000)
      await run(`update topup set refunded = 5000000 where id = '${paid}'`)
      await run(`update invoice set refunded = 5000000 where source = '${paid}'`)
    },
  ],
  [
    'a refund that Stripe reported and that was not booked',
    'what Stripe has reported',
    () => run(`insert into stripe_payment (id, topup_id, refunded) values ('pi_${randomUUID()}', '${paid}', 5000000)`),
  ],
  ['a paid top-up without its invoice', 'invoice of top-up', () => run(`delete from invoice where source = '${paid}'`)],
  [
    'an invoice without its refund',
    'invoice of top-up',
    () => run(`update invoice set refunded = 1 where source = '${paid}'`),
  ],
  [
    'a referral with a false status of credited',
    'credits of the referral',
    () =>
      run(
        `insert into referral (workspace_id, referrer_workspace_id, status, credited_at, amount, topup_id) values ('${of}', '${other}', 'credited', now(), 5000000, '${paid}')`,
      ),
  ],
  [
    'the credit of an unknown referral',
    'credits of the referral',
    async () => {
      await transfer({
        debit: 'platform:live:promotion',
        credit: `${of}:live:available`,
        kind: 'referral',
        key: `referral:${of}:referred`,
      })
      await move(of, 5_000_000)
    },
  ],
  [
    'both credits of a referral in one wallet',
    'credits of the referral',
    async () => {
      await run(
        `insert into referral (workspace_id, referrer_workspace_id, status, credited_at, amount, topup_id) values ('${of}', '${other}', 'credited', now(), 5000000, '${paid}')`,
      )
      for (const side of ['referred', 'referrer'])
        await transfer({
          debit: 'platform:live:promotion',
          credit: `${of}:live:available`,
          kind: 'referral',
          key: `referral:${of}:${side}`,
        })
      await move(of, 10_000_000)
    },
  ],
  [
    'a credit that was taken back and is still in a wallet',
    'credits of the referral',
    async () => {
      await run(
        `insert into referral (workspace_id, referrer_workspace_id, status, credited_at, taken_back_at, amount, topup_id) values ('${of}', '${other}', 'taken_back', now(), now(), 5000000, '${paid}')`,
      )
      for (const [side, owner] of [
        ['referred', of],
        ['referrer', other],
      ])
        await transfer({
          debit: 'platform:live:promotion',
          credit: `${owner}:live:available`,
          kind: 'referral',
          key: `referral:${of}:${side}`,
        })
      await transfer({
        debit: `${of}:live:available`,
        credit: 'platform:live:promotion',
        kind: 'referral',
        key: `referral:${of}:referred:2`,
      })
      await move(other, 5_000_000)
    },
  ],
])('ledger:verify finds %s', async (_what, promise, plant) => {
  await plant()
  expect(await promises()).toEqual(expect.arrayContaining([expect.stringContaining(promise)]))
})
