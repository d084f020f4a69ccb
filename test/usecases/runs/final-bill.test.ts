import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { closeFinalBill, postponeFinalBill, readOpenBill } from '../../../db/runs/final-bill.ts'
import { cancelRun } from '../../../db/runs/cancel.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { claimOverdueRuns } from '../../../db/runs/sweep.ts'
import { readWallet } from '../../build/wallet.ts'
import { readSpendGuard, writeSpendGuard } from '../../../db/money/wallets/spend-guard.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import {
  buildRun,
  delivery,
  failure,
  openTestDatabase,
  type Owner,
  readBooks,
  reserveAmount,
  buildNewRun,
} from '../../db/build.ts'
import { acceptRun } from '../../../usecases/runs/accept-run.ts'

const HOLD = 1_000_000n

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
  await close()
})
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db, { test: '5.00' })).id, environment: 'test' }
})

const money = async () => {
  const { available, held, spent } = await readWallet(db, owner.workspaceId, owner.environment)
  return { available, held, spent }
}
const transfers = async (runId: string) =>
  (await db.pool.query('select kind, amount::text from transfer where run_id = $1 order by id', [runId])).rows.map(
    ({ kind, amount }) => `${kind} ${amount}`,
  )
const usage = async (runId: string) =>
  (await db.pool.query('select amount::text from usage_charge where run_id = $1', [runId])).rows.map(
    ({ amount }) => amount,
  )

/** A run that has delivered and is charged `charge` for now. */
async function billedLater(charge: bigint, dueInSeconds = 0): Promise<string> {
  const runId = await buildRun(db, owner, { status: 'running', hold: HOLD })
  const end = { ...delivery(runId, charge), bill: { dueInSeconds, withinSeconds: 86_400 } }
  expect(await endRun(db, end)).toBe('succeeded')
  return runId
}

/** As if everything so far had happened on an earlier day. */
const midnightPasses = async () => {
  await db.pool.query('update wallet set spend_day = spend_day - 1 where workspace_id = $1', [owner.workspaceId])
  await db.pool.query(`update run set finished_at = finished_at - interval '1 day' where workspace_id = $1`, [
    owner.workspaceId,
  ])
}

describe('a run whose provider bills later', () => {
  it('is charged out of its hold, and the rest stays held', async () => {
    const runId = await billedLater(300_000n)
    expect(await readBooks(db, runId)).toMatchObject({
      status: 'succeeded',
      finished: true,
      held: '700000',
      charged: '300000',
      quoted: '1000000',
    })
    expect(await money()).toEqual({ available: 4_000_000n, held: 700_000n, spent: 300_000n })
    expect(await transfers(runId)).toEqual(['hold 1000000', 'charge 300000'])
  })

  it.each<[string, bigint, bigint, string[], string[]]>([
    ['up', 300_000n, 500_000n, ['charge 300000', 'adjustment 200000', 'release 500000'], ['200000']],
    ['down', 300_000n, 100_000n, ['charge 300000', 'adjustment 200000', 'release 700000'], ['-200000']],
    ['nowhere', 300_000n, 300_000n, ['charge 300000', 'release 700000'], []],
    ['up to the entire hold', 300_000n, HOLD, ['charge 300000', 'adjustment 700000'], ['700000']],
    ['down to zero', 300_000n, 0n, ['charge 300000', 'adjustment 300000', 'release 700000'], ['-300000']],
    ['up from zero', 0n, 400_000n, ['adjustment 400000', 'release 600000'], ['400000']],
    ['down from the entire hold', HOLD, 400_000n, ['charge 1000000', 'adjustment 600000'], ['-600000']],
    ['nowhere from zero', 0n, 0n, ['release 1000000'], []],
  ])('is adjusted %s once, and no hold is left', async (_, first, total, booked, charges) => {
    const runId = await billedLater(first)
    expect(await closeFinalBill(db, runId, total)).toBe(true)
    expect(await readBooks(db, runId)).toMatchObject({ held: '0', charged: String(total) })
    expect(await money()).toEqual({ available: 5_000_000n - total, held: 0n, spent: total })
    expect(await transfers(runId)).toEqual(['hold 1000000', ...booked])
    expect(await usage(runId)).toEqual(charges)
    expect(await closeFinalBill(db, runId, 1n)).toBe(false)
    expect(await readBooks(db, runId)).toMatchObject({ charged: String(total) })
  })

  it.each([
    ['down: what the new day spent stays counted', 100_000n, 300_000n],
    ['up: the new day settles the difference', 500_000n, 500_000n],
    ['nowhere', 300_000n, 300_000n],
  ])('is adjusted after midnight %s', async (_, total, spentToday) => {
    const yesterday = await billedLater(300_000n)
    await midnightPasses()
    await endRun(db, delivery(await buildRun(db, owner, { status: 'running', hold: HOLD }), 300_000n))
    expect(await closeFinalBill(db, yesterday, total)).toBe(true)
    expect(await readSpendGuard(db, owner.workspaceId, 'test')).toMatchObject({ settledToday: spentToday, heldNow: 0n })
  })

  it('is adjusted down after midnight on a day that has spent nothing', async () => {
    const yesterday = await billedLater(300_000n)
    await midnightPasses()
    expect(await closeFinalBill(db, yesterday, 100_000n)).toBe(true)
    expect(await readSpendGuard(db, owner.workspaceId, 'test')).toMatchObject({ settledToday: 0n, heldNow: 0n })
  })

  it('is never charged more than was held', async () => {
    const runId = await billedLater(300_000n)
    expect(await closeFinalBill(db, runId, HOLD + 1n)).toBe(false)
    expect(await money()).toEqual({ available: 4_000_000n, held: 700_000n, spent: 300_000n })
    await expect(billedLater(HOLD + 1n)).rejects.toThrow('does not fit')
  })

  it('is booked once by many readers that come at the same time', async () => {
    const runId = await billedLater(300_000n)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => closeFinalBill(db, runId, 400_000n + BigInt(n))),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await usage(runId)).toHaveLength(1)
    expect((await verifyLedger(db)).drifts).toEqual([])
  })

  it('is settled once, and has no other end afterwards', async () => {
    const runId = await billedLater(300_000n)
    const before = [await readBooks(db, runId), await money()]
    const again = { ...delivery(runId, 1n), provider: 'other', bill: { dueInSeconds: 0, withinSeconds: 1 } }
    expect(await endRun(db, again)).toBe('succeeded')
    expect(await endRun(db, delivery(runId, 5n))).toBe('succeeded')
    expect(await endRun(db, failure(runId))).toBe('succeeded')
    expect(await cancelRun(db, runId, owner)).toEqual({ kind: 'refused', status: 'succeeded' })
    expect([await readBooks(db, runId), await money()]).toEqual(before)
  })

  it('counts with what it still holds against the daily cap, and with its charge', async () => {
    await billedLater(300_000n)
    await writeSpendGuard(db, owner.workspaceId, { enabled: true, dailyLimit: 1_500_000n, perRunLimit: null })
    const next = buildNewRun(owner)
    await acceptRun(db, next)
    expect(await reserveAmount(db, next.id, 500_001n)).toMatchObject({
      kind: 'refused',
      refusal: { control: 'daily_limit' },
    })
    expect(await reserveAmount(db, next.id, 500_000n)).toEqual({ kind: 'reserved' })
  })

  it('races with holds of the same wallet without losing a microdollar', async () => {
    const bills = await Promise.all(Array.from({ length: 4 }, () => billedLater(100_000n)))
    const runs = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const run = buildNewRun(owner)
        await acceptRun(db, run)
        return run.id
      }),
    )
    await Promise.all([
      ...bills.map((runId, n) => closeFinalBill(db, runId, BigInt(n) * 90_000n)),
      ...runs.map((runId) => reserveAmount(db, runId, 300_000n)),
    ])
    expect((await verifyLedger(db)).drifts).toEqual([])
  })

  it('is found by the sweeper when its bill was not read in time, and not before', async () => {
    const [late, early] = [await billedLater(1n), await billedLater(1n, 600)]
    await db.pool.query(`update run set sweep_at = sweep_at - interval '120 seconds' where id = any($1)`, [
      [late, early],
    ])
    const claimed = (await claimOverdueRuns(db, 100, 30)).map(({ id }) => id)
    expect([claimed.includes(late), claimed.includes(early)]).toEqual([true, false])
    await closeFinalBill(db, late, 1n)
    await db.pool.query(`update run set sweep_at = now() - interval '1 second' where id = $1`, [late])
    expect((await claimOverdueRuns(db, 100, 30)).map(({ id }) => id)).not.toContain(late)
  })

  it('stores each reading without a bill once', async () => {
    const runId = await billedLater(1n)
    await Promise.all(
      [1, 1, 1].map((reading) => postponeFinalBill(db, runId, { readings: reading, unreadable: 0, seconds: 60 })),
    )
    expect(await readOpenBill(db, runId)).toMatchObject({ readings: 1, charged: 1n, quoted: HOLD, overdue: false })
    await postponeFinalBill(db, runId, { readings: 1, unreadable: 0, seconds: 6_000 })
    expect((await readOpenBill(db, runId))?.dueInMs).toBeLessThanOrEqual(60_000)
    await closeFinalBill(db, runId, 1n)
    expect(await readOpenBill(db, runId)).toBeNull()
  })

  it('counts the readings that found a cost which cannot be read', async () => {
    const runId = await billedLater(1n)
    await postponeFinalBill(db, runId, { readings: 1, unreadable: 0, seconds: 60 })
    await postponeFinalBill(db, runId, { readings: 2, unreadable: 1, seconds: 60 })
    expect(await readOpenBill(db, runId)).toMatchObject({ readings: 2, unreadable: 1, overdue: false })
    await closeFinalBill(db, runId, 1n)
  })
})
