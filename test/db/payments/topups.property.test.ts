import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { StripeEvent } from '../../../domain/payments/event.ts'
import type { Database } from '../../../db/database.ts'
import { applyStripeEvent } from '../../../db/stripe/apply-event.ts'
import { endRun } from '../../../db/runs/settle.ts'
import { listTransactions } from '../../../db/wallets/transactions.ts'
import { readWalletState } from '../../../db/wallets/read.ts'
import { verifyLedger } from '../../../db/wallets/verify.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildAttempt, buildNewRun, delivery, failure, openTestDatabase, type Owner, reserveAmount } from '../build.ts'
import { acceptRun } from '../../../db/runs/accept.ts'
import { beginAttempt } from '../../../db/attempts/begin.ts'
import { numRunsFor } from '../../support/seed.ts'

const SEQUENCES = numRunsFor(40)
/** After this time the property stops and counts as passed, so a busy machine tries fewer sequences. */
const TIME_MS_MAX = 40_000
const TOPUPS = 4
const CENTS = 2_000

type Step =
  | { readonly kind: 'paid'; readonly topup: number }
  | { readonly kind: 'refunded'; readonly topup: number; readonly cents: number; readonly at: number }
  | { readonly kind: 'refund failed'; readonly topup: number; readonly cents: number; readonly at: number }
  | {
      readonly kind: 'disputed'
      readonly topup: number
      readonly dispute: number
      readonly cents: number
      readonly status: string
      readonly at: number
    }
  | { readonly kind: 'reserve'; readonly eighths: number }
  | { readonly kind: 'settle'; readonly run: number; readonly eighths: number }
  | { readonly kind: 'fail'; readonly run: number }

const topup = fc.nat(TOPUPS - 1)
const cents = fc.integer({ min: 1, max: CENTS })
const at = fc.integer({ min: 1_000, max: 1_020 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('paid' as const), topup }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refunded' as const), topup, cents, at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund failed' as const), topup, cents, at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('disputed' as const),
      topup,
      dispute: fc.nat(1),
      cents,
      status: fc.constantFrom('needs_response', 'under_review', 'won', 'lost', 'warning_closed'),
      at,
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('reserve' as const), eighths: fc.nat(9) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const), run: fc.nat(50), eighths: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), run: fc.nat(50) }) },
)

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(16))
})
afterAll(() => close())

interface Stage {
  readonly owner: Owner
  readonly topups: readonly string[]
  readonly runs: { id: string; hold: bigint }[]
}

async function stage(): Promise<Stage> {
  const owner: Owner = { workspaceId: (await buildWorkspace(db, { live: '1.00' })).id, environment: 'live' }
  const topups = Array.from({ length: TOPUPS }, () => `topup_${randomUUID()}`)
  await db.pool.query(
    `insert into topup (id, workspace_id, environment, origin, amount, simulated) select id, $2, 'live', 'checkout', $3::bigint, false from unnest($1::text[]) id`,
    [topups, owner.workspaceId, String(CENTS * 10_000)],
  )
  return { owner, topups, runs: [] }
}

const event = (type: string, object: StripeEvent['object'], created = 1_000): StripeEvent => ({
  id: `evt_${randomUUID()}`,
  type,
  livemode: false,
  created,
  account: null,
  object,
})

const payment = (id: string, { workspaceId }: Owner): StripeEvent =>
  event('payment_intent.succeeded', {
    id: `pi_${id}`,
    metadata: { purpose: 'topup', reference: id, workspace_id: workspaceId, environment: 'live' },
    amount_received: CENTS,
    currency: 'usd',
  })

async function play({ owner, topups, runs }: Stage, one: Step): Promise<void> {
  const tell = (received: StripeEvent) => applyStripeEvent(db, received, { livemode: false })
  switch (one.kind) {
    case 'paid': {
      await tell(payment(topups[one.topup] ?? '', owner))
      return
    }
    case 'refunded':
      await tell(
        event(
          'charge.refunded',
          {
            id: `ch_${one.topup}`,
            payment_intent: `pi_${topups[one.topup]}`,
            amount_refunded: one.cents,
            currency: 'usd',
          },
          one.at,
        ),
      )
      return
    case 'refund failed':
      await tell(
        event(
          'refund.failed',
          { id: `re_${randomUUID()}`, payment_intent: `pi_${topups[one.topup]}`, amount: one.cents, currency: 'usd' },
          one.at,
        ),
      )
      return
    case 'disputed':
      await tell(
        event(
          'charge.dispute.updated',
          {
            id: `dp_${topups[one.topup]}_${one.dispute}`,
            payment_intent: `pi_${topups[one.topup]}`,
            amount: one.cents,
            currency: 'usd',
            status: one.status,
          },
          one.at,
        ),
      )
      return
    case 'reserve':
      return reserve({ owner, runs }, one.eighths)
    case 'settle': {
      const run = runs[one.run % Math.max(runs.length, 1)]
      if (run !== undefined) await endRun(db, delivery(run.id, (run.hold * BigInt(one.eighths)) / 8n))
      return
    }
    case 'fail': {
      const run = runs[one.run % Math.max(runs.length, 1)]
      if (run !== undefined) await endRun(db, failure(run.id))
    }
  }
}

/** What is owed is read before: without concurrency, a hold is refused for it exactly while there is any. */
async function reserve({ owner, runs }: Pick<Stage, 'owner' | 'runs'>, eighths: number): Promise<void> {
  const { available } = await readWalletState(db, owner.workspaceId, owner.environment)
  const hold = (available * BigInt(eighths)) / 8n
  const run = buildNewRun(owner)
  await acceptRun(db, run)
  const reserved = await reserveAmount(db, run.id, hold)
  if (reserved.kind !== 'reserved') return
  await beginAttempt(db, buildAttempt(run.id))
  runs.push({ id: run.id, hold })
}

/** Every invariant of the wallet at rest. */
async function expectSound({ owner, topups }: Stage): Promise<void> {
  expect((await verifyLedger(db)).drifts.filter(({ workspace_id: of }) => of === owner.workspaceId)).toEqual([])
  const { available, held, receivable } = await readWalletState(db, owner.workspaceId, owner.environment)
  expect([available >= 0n, held >= 0n, receivable >= 0n]).toEqual([true, true, true])
  const { rows } = await db.pool.query(
    `select t.id, t.status, t.refunded, t.charged_back from topup t where id = any ($1)`,
    [topups],
  )
  for (const row of rows)
    expect(BigInt(row.refunded) + BigInt(row.charged_back)).toBeLessThanOrEqual(BigInt(CENTS * 10_000))
  let before: Awaited<ReturnType<typeof listTransactions>>['next'] = null
  let expected: bigint | null = available + held
  do {
    const page = await listTransactions(db, { ...owner, holds: false, before, limit: 3 })
    for (const { amount, balanceAfter } of page.items) {
      expect(balanceAfter).toBe(expected)
      expected = balanceAfter - amount
    }
    before = page.next
  } while (before !== null)
  expect(expected).toBe(0n)
}

it('any order of payments, refunds, disputes, holds and charges leaves a sound ledger and no wallet below zero', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
      const set = await stage()
      for (const one of steps) {
        await play(set, one)
        if (one.kind === 'reserve') {
          const { receivable, held } = await readWalletState(db, set.owner.workspaceId, 'live')
          const run = buildNewRun(set.owner)
          await acceptRun(db, run)
          const answer = await reserveAmount(db, run.id, 1n)
          if (receivable > 0n) expect(answer).toMatchObject({ kind: 'refused', refusal: { control: 'receivable' } })
          else
            expect(
              answer.kind === 'reserved' || (answer.kind === 'refused' && answer.refusal.control === 'balance'),
            ).toBe(true)
          if (answer.kind === 'reserved') await endRun(db, failure(run.id))
          expect((await readWalletState(db, set.owner.workspaceId, 'live')).held).toBe(held)
        }
      }
      await expectSound(set)
    }),
    { numRuns: SEQUENCES, interruptAfterTimeLimit: TIME_MS_MAX },
  )
}, 120_000)

it('all at the same time end with a sound ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (steps) => {
      const set = await stage()
      await Promise.all(steps.map((one) => play(set, one)))
      // Repeated when everything is known: nothing changes any more.
      await expectSound(set)
      const before = await readWalletState(db, set.owner.workspaceId, 'live')
      for (const one of steps)
        if (['refunded', 'disputed', 'refund failed'].includes(one.kind) && one.kind !== 'refund failed')
          await play(set, one)
      expect(await readWalletState(db, set.owner.workspaceId, 'live')).toEqual(before)
      await expectSound(set)
    }),
    { numRuns: SEQUENCES / 2, interruptAfterTimeLimit: TIME_MS_MAX },
  )
}, 120_000)
