import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { readAutoTopup, writeAutoTopup } from '../../../db/money/payments/auto-topup.ts'
import { saveCard } from '../../../db/money/payments/customers.ts'
import { beginAutoTopup } from '../../../usecases/money/begin-auto-topup.ts'
import { claimDueAutoTopups } from '../../../db/money/payments/sweep.ts'
import { readStream } from '../../build/inbound.ts'
import { applyEvent, buildTopup, topupMessages, type TopupMessages } from '../../build/topup.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../db/build.ts'

const SAVE_CARD = { name: 'test_save_card', effect: true } as const

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(4))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db, { live: '10.00' })).id, environment: 'live' }
  await writeAutoTopup(db, owner, {
    setting: { enabled: true, threshold: 5_000_000n, amount: 20_000_000n, monthlyLimit: 100_000_000n },
    change: {},
  })
})

const begin = (simulated = false) => beginAutoTopup(db, owner, { simulated })
const isSwept = async () =>
  (await claimDueAutoTopups(db, 1_000, 0)).some(({ workspaceId }) => workspaceId === owner.workspaceId)

describe('a wallet with automatic top-ups', () => {
  it('counts its balance less what it owes', async () => {
    expect([await isSwept(), await begin()]).toEqual([false, { kind: 'not_needed' }])
    await db.pool.query('update wallet set receivable = 6000000 where workspace_id = $1', [owner.workspaceId])
    expect([await isSwept(), await begin()]).toMatchObject([true, { kind: 'begun' }])
  })

  it('is not topped up by a worker without a Stripe key, which could only report a failure of the card', async () => {
    await db.pool.query('update wallet set available = 0 where workspace_id = $1', [owner.workspaceId])
    await db.transaction(SAVE_CARD, (tx) => saveCard(tx, owner, { paymentMethodId: 'pm_1' }))
    expect(await begin(true)).toEqual({ kind: 'not_needed' })
    expect(await begin(false)).toMatchObject({ kind: 'begun' })
  })
})

describe('automatic top-ups in parallel with a paid top-up', () => {
  let topup: TopupMessages
  beforeEach(async () => {
    topup = topupMessages(await buildTopup(db, owner), owner.workspaceId)
    await applyEvent(db, 'payment_intent.succeeded', topup.intent)
  })
  const dispute = (status: string) =>
    applyEvent(db, 'charge.dispute.updated', { ...topup.dispute(status), id: `dp_${topup.id}_${status}` })
  const enabled = async () => (await readAutoTopup(db, owner, { simulated: false })).enabled

  it('are switched off by a chargeback, so that its card is not charged again, and this is reported once', async () => {
    expect(await dispute('needs_response')).toMatchObject({ applied: { outcome: 'applied', deliveries: [] } })
    await dispute('lost')
    expect([await enabled(), await begin()]).toEqual([false, { kind: 'not_needed' }])
    expect(await readStream(db, owner)).toMatchObject([
      {
        type: 'wallet.topup_failed',
        data: { topup_id: topup.id, amount: '20.00', reason: 'chargeback', next_attempt_at: null, enabled: false },
      },
    ])
  })

  it.each([
    ['an inquiry', () => dispute('warning_needs_response')],
    ['a refund', () => applyEvent(db, 'charge.refunded', topup.charge(500))],
  ])('stay on after %s', async (_, report) => {
    expect(await report()).toMatchObject({ kind: 'done' })
    expect([await enabled(), await readStream(db, owner)]).toEqual([true, []])
  })
})
