import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { StripeEvent } from '../../../domain/payments/event.ts'
import type { Database } from '../../../db/database.ts'
import { readAutoTopup, writeAutoTopup } from '../../../db/payments/auto-topup.ts'
import { beginAutoTopup } from '../../../activities/payments/begin-topup.ts'
import { applyStripeEvent } from '../../../db/stripe/apply-event.ts'
import { claimDueAutoTopups } from '../../../db/payments/sweep.ts'
import { readStream } from '../../build/inbound.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
let topupId: string
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
const tell = (type: string, object: StripeEvent['object']) =>
  applyStripeEvent(
    db,
    { id: `evt_${randomUUID()}`, type, livemode: false, created: 1_000, account: null, object },
    { livemode: false },
  )

describe('a wallet with automatic top-ups', () => {
  it('counts its balance less what it owes', async () => {
    expect([await isSwept(), await begin()]).toEqual([false, { kind: 'not_needed' }])
    await db.pool.query('update wallet set receivable = 6000000 where workspace_id = $1', [owner.workspaceId])
    expect([await isSwept(), await begin()]).toMatchObject([true, { kind: 'begun' }])
  })

  it('with a Stripe card is left alone by a worker without Stripe’s key: no card has failed', async () => {
    await db.pool.query('update wallet set available = 0 where workspace_id = $1', [owner.workspaceId])
    await db.pool.query(
      `insert into payment_card (workspace_id, environment, simulated, payment_method_id) values ($1, 'live', false, 'pm_1')`,
      [owner.workspaceId],
    )
    expect(await begin(true)).toEqual({ kind: 'not_needed' })
    expect(await begin(false)).toMatchObject({ kind: 'begun' })
  })
})

describe('a chargeback', () => {
  beforeEach(async () => {
    topupId = `topup_${randomUUID()}`
    await db.pool.query(
      `insert into topup (id, workspace_id, environment, origin, amount, simulated) values ($1, $2, 'live', 'checkout', 20000000, false)`,
      [topupId, owner.workspaceId],
    )
    const metadata = { purpose: 'topup', reference: topupId, workspace_id: owner.workspaceId, environment: 'live' }
    await tell('payment_intent.succeeded', { id: `pi_${topupId}`, metadata, amount_received: 2_000, currency: 'usd' })
  })
  const disputed = (status: string) =>
    tell('charge.dispute.updated', {
      id: `dp_${topupId}_${status}`,
      payment_intent: `pi_${topupId}`,
      amount: 2_000,
      currency: 'usd',
      status,
    })
  const enabled = async () => (await readAutoTopup(db, owner, { simulated: false })).enabled

  it('switches automatic top-ups off, so that a disputed card is not charged again, and reports it once', async () => {
    expect(await disputed('needs_response')).toMatchObject({ applied: { outcome: 'applied', deliveries: [] } })
    await disputed('lost')
    expect([await enabled(), await begin()]).toEqual([false, { kind: 'not_needed' }])
    expect(await readStream(db, owner)).toMatchObject([
      {
        type: 'wallet.topup_failed',
        data: { topup_id: topupId, amount: '20.00', reason: 'chargeback', next_attempt_at: null, enabled: false },
      },
    ])
  })

  it('that is only an inquiry, and a refund, leave them on', async () => {
    await disputed('warning_needs_response')
    await tell('charge.refunded', {
      id: 'ch_1',
      payment_intent: `pi_${topupId}`,
      amount_refunded: 500,
      currency: 'usd',
    })
    expect([await enabled(), await readStream(db, owner)]).toEqual([true, []])
  })
})
