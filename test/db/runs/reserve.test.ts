import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { acceptRun } from '../../../usecases/runs/accept-run.ts'
import { cancelRun } from '../../../db/runs/cancel.ts'
import { readRunToReserve } from '../../../db/runs/to-reserve.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { readWallet } from '../../build/wallet.ts'
import { readSpendGuard, type SpendGuardChange, writeSpendGuard } from '../../../db/money/wallets/spend-guard.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import {
  buildNewRun,
  buildRun,
  delivery,
  failure,
  openTestDatabase,
  type Owner,
  readBooks,
  reserveAmount,
} from '../build.ts'

const HOLD = 1_000_000n

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db, { live: '5.00' })).id, environment: 'live' }
})
afterEach(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
})

const guard = (change: SpendGuardChange) => writeSpendGuard(db, owner.workspaceId, { enabled: true, ...change })
const money = async () => {
  const { available, held, spent } = await readWallet(db, owner.workspaceId, 'live')
  return { available, held, spent }
}
const newRun = () => buildRun(db, owner, { status: 'created' })
const refusal = async (hold = HOLD) => {
  const answer = await reserveAmount(db, await newRun(), hold)
  return answer.kind === 'refused' ? answer.refusal : answer.kind
}

describe('a reservation', () => {
  it('holds the money and stores the plan that any later execution continues from', async () => {
    const runId = await newRun()
    expect(await reserveAmount(db, runId, HOLD)).toEqual({ kind: 'reserved' })
    expect(await money()).toEqual({ available: 4_000_000n, held: HOLD, spent: 0n })
    expect(await readBooks(db, runId)).toMatchObject({ status: 'reserved', held: '1000000', quoted: '1000000' })
    expect((await readRunToReserve(db, runId))?.plan).toMatchObject({ hold: '1.00' })
  })

  it('is made once, also when twenty executors make it at the same time', async () => {
    const runId = await newRun()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reserveAmount(db, runId, HOLD + BigInt(index))),
    )
    expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(1)
    expect(answers.filter(({ kind }) => kind === 'statusChanged')).toHaveLength(19)
    expect((await money()).held.toString()).toBe((await readBooks(db, runId)).held)
  })

  it('writes no transfer for an amount of zero, and passes with any wallet and guard', async () => {
    await db.pool.query(
      'update wallet set guard_enabled = true, daily_limit = 0, per_run_limit = 0 where workspace_id = $1',
      [owner.workspaceId],
    )
    const runId = await newRun()
    expect(await reserveAmount(db, runId, 0n)).toEqual({ kind: 'reserved' })
    expect((await db.pool.query('select count(*)::integer from transfer where run_id = $1', [runId])).rows).toEqual([
      { count: 0 },
    ])
  })

  it('leaves a cancelled run without a hold when a cancel comes at the same time', async () => {
    for (let round = 0; round < 40; round += 1) {
      const runId = await newRun()
      const [reserved, cancelled] = await Promise.all([reserveAmount(db, runId, 1_000n), cancelRun(db, runId, owner)])
      // In either order: a hold can still be cancelled, and a cancelled run gets no hold.
      expect([reserved.kind === 'reserved' || reserved.kind === 'statusChanged', cancelled.kind]).toEqual([
        true,
        'cancelled',
      ])
      expect(await readBooks(db, runId)).toMatchObject({ status: 'cancelled', held: '0', charged: null })
      const { rows } = await db.pool.query('select kind from transfer where run_id = $1 order by id', [runId])
      expect(rows.map(({ kind }) => kind)).toEqual(reserved.kind === 'reserved' ? ['hold', 'release'] : [])
      expect(await money()).toEqual({ available: 5_000_000n, held: 0n, spent: 0n })
    }
  })

  it('changes nothing for a run that was cancelled or has ended', async () => {
    for (const end of [(id: string) => cancelRun(db, id, null), (id: string) => endRun(db, failure(id))]) {
      const runId = await newRun()
      await end(runId)
      const before = [await readBooks(db, runId), await money()]
      expect(await reserveAmount(db, runId, HOLD)).toEqual({ kind: 'statusChanged' })
      expect([await readBooks(db, runId), await money()]).toEqual(before)
    }
  })

  it('awaits no final bill of a run that has ended without one', async () => {
    const runId = await newRun()
    await cancelRun(db, runId, null)
    expect((await readRunToReserve(db, runId))?.finalBillMs).toBeNull()
  })
})

describe('a reservation is refused for', () => {
  it('the balance, to the microdollar', async () => {
    expect(await refusal(5_000_001n)).toEqual({ control: 'balance', available: '5.00', limit: null })
    expect(await refusal(5_000_000n)).toBe('reserved')
    expect(await refusal(1n)).toEqual({ control: 'balance', available: '0.00', limit: null })
  })

  const OFF = { dailyLimit: null, perRunLimit: null }

  it.each<[string, SpendGuardChange, object | string]>([
    [
      'the per-run ceiling below the hold',
      { ...OFF, perRunLimit: HOLD - 1n },
      { control: 'per_run_limit', available: '5.00', limit: '0.999999' },
    ],
    ['the per-run ceiling at the hold', { ...OFF, perRunLimit: HOLD }, 'reserved'],
    [
      'the daily cap below the hold',
      { ...OFF, dailyLimit: HOLD - 1n },
      {
        control: 'daily_limit',
        available: '5.00',
        limit: '0.999999',
        left: '0.999999',
        resetsAt: expect.stringContaining('T00:00:00.000Z'),
      },
    ],
    ['the daily cap at the hold', { ...OFF, dailyLimit: HOLD }, 'reserved'],
    [
      'both, and then the ceiling is named',
      { dailyLimit: 0n, perRunLimit: 0n },
      { control: 'per_run_limit', available: '5.00', limit: '0.00' },
    ],
    ['not a guard that is off', { enabled: false, dailyLimit: 0n, perRunLimit: 0n }, 'reserved'],
    ['not a limit that was switched off', OFF, 'reserved'],
    [
      'a limit that was not changed',
      { dailyLimit: null },
      { control: 'per_run_limit', available: '5.00', limit: '0.000001' },
    ],
  ])('%s', async (_, change, answer) => {
    await guard({ dailyLimit: 1n, perRunLimit: 1n })
    await guard(change)
    expect(await refusal()).toEqual(answer)
  })

  it('without a change of run, wallet or ledger', async () => {
    await guard({ dailyLimit: 0n })
    const runId = await newRun()
    const before = [await readBooks(db, runId), await money()]
    await reserveAmount(db, runId, HOLD)
    expect([await readBooks(db, runId), await money()]).toEqual(before)
    await guard({ dailyLimit: null })
    expect(await reserveAmount(db, runId, HOLD)).toEqual({ kind: 'reserved' })
  })

  it('limits that both environments share, and money of the environment', async () => {
    await guard({ dailyLimit: HOLD })
    const inTest = buildNewRun({ ...owner, environment: 'test' })
    await acceptRun(db, inTest)
    expect(await reserveAmount(db, inTest.id, HOLD)).toEqual({ kind: 'reserved' })
    expect(await refusal()).toBe('reserved')
    expect(await refusal(1n)).toMatchObject({ control: 'daily_limit' })
  })
})

describe('the daily cap over midnight', () => {
  /** As if everything so far had been settled on an earlier day. */
  const dayPasses = () =>
    db.pool.query('update wallet set spend_day = spend_day - 1 where workspace_id = $1', [owner.workspaceId])
  const spend = async (charge: bigint) =>
    endRun(db, delivery(await buildRun(db, owner, { status: 'running', hold: HOLD }), charge))

  it('counts what was settled today, not what was held for it', async () => {
    await guard({ dailyLimit: HOLD })
    await spend(400_000n)
    expect(await refusal(600_001n)).toMatchObject({ control: 'daily_limit' })
    expect(await refusal(600_000n)).toBe('reserved')
  })

  it('ignores what was settled on an earlier day', async () => {
    await guard({ dailyLimit: HOLD })
    await spend(HOLD)
    expect(await refusal(1n)).toMatchObject({ control: 'daily_limit' })
    await dayPasses()
    expect(await readSpendGuard(db, owner.workspaceId, 'live')).toMatchObject({ settledToday: 0n, heldNow: 0n })
    expect(await refusal(HOLD)).toBe('reserved')
  })

  it('counts every open hold today, whenever it was made', async () => {
    await guard({ dailyLimit: HOLD })
    await buildRun(db, owner, { status: 'running', hold: 700_000n })
    await dayPasses()
    expect(await refusal(300_001n)).toMatchObject({ control: 'daily_limit' })
    expect(await refusal(300_000n)).toBe('reserved')
  })

  it('counts a run on the day on which it settles, from zero on the first of the day', async () => {
    const held = await buildRun(db, owner, { status: 'running', hold: HOLD })
    await spend(HOLD)
    await dayPasses()
    await endRun(db, delivery(held, 300_000n))
    expect(await readSpendGuard(db, owner.workspaceId, 'live')).toMatchObject({ settledToday: 300_000n, heldNow: 0n })
    expect(
      (
        await db.pool.query(
          `select spend_day = (now() at time zone 'utc')::date as today from wallet where workspace_id = $1 and environment = 'live'`,
          [owner.workspaceId],
        )
      ).rows,
    ).toEqual([{ today: true }])
  })

  it('restarts also at a release, which spends nothing', async () => {
    await spend(HOLD)
    await dayPasses()
    await endRun(db, failure(await buildRun(db, owner, { status: 'running', hold: HOLD })))
    expect(await money()).toMatchObject({ spent: 0n })
  })

  it('resets at the next midnight of UTC', async () => {
    const { resetsAt } = await readSpendGuard(db, owner.workspaceId, 'live')
    expect(resetsAt.toISOString()).toMatch(/T00:00:00\.000Z$/)
    expect(resetsAt.getTime() - Date.now()).toBeGreaterThan(-1_000)
    expect(resetsAt.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000)
  })
})
