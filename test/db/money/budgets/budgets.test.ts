import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { setBudget } from '../../../../db/money/budgets/write.ts'
import { createApiKey } from '../../../../usecases/access/create-api-key.ts'
import { listApiKeys } from '../../../../db/access/api-keys/list.ts'
import { changeApiKey } from '../../../../usecases/access/change-api-key.ts'
import { createWalletBatches } from '../../../../usecases/runs/wallet-batches.ts'
import type { Database } from '../../../../db/database.ts'
import { acceptRun } from '../../../../usecases/runs/accept-run.ts'
import { cancelRun } from '../../../../db/runs/cancel.ts'
import { closeFinalBill } from '../../../../db/runs/final-bill.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import type { BudgetPeriod } from '../../../../domain/budgets/budget.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { until } from '../../../support/until.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildNewRun,
  buildPlan,
  buildRun,
  delivery,
  failure,
  openTestDatabase,
  type Owner,
  reserveAmount,
} from '../../build.ts'

const DOLLAR = 1_000_000n

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db, { live: '500.00' })).id, environment: 'live' }
})
afterEach(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
})

async function keyWith(amount: bigint, period: BudgetPeriod = 'total'): Promise<string> {
  const terms = { budget: { amount, period }, allow: null, expiresAt: null, approver: false }
  return (await createApiKey(db, { ...owner, name: 'Agent', terms })).id
}

/** What the budget of a key counts now. */
async function counted(apiKeyId: string): Promise<Readonly<Record<'spent' | 'held', bigint>>> {
  const { keys } = await listApiKeys(db, owner, new Date())
  const budget = keys.find(({ id }) => id === apiKeyId)?.budget
  if (budget == null) throw new Error('the key has no budget')
  return { spent: BigInt(budget.spent), held: BigInt(budget.held) }
}

const held = (apiKeyId: string, hold = DOLLAR) => buildRun(db, owner, { status: 'running', hold }, { apiKeyId })
const refusal = async (apiKeyId: string, hold = DOLLAR) => {
  const answer = await reserveAmount(db, await buildRun(db, owner, { status: 'created' }, { apiKeyId }), hold)
  return answer.kind === 'refused' ? answer.refusal : answer.kind
}
/** As if everything so far had happened in an earlier period. */
const periodPasses = (apiKeyId: string) =>
  db.pool.query(
    `with passed as (update budget set period_start = period_start - interval '40 days' where holder_id = $1)
    update run set finished_at = finished_at - interval '40 days', created_at = created_at - interval '40 days'
    where api_key_id = $1 and finished_at is not null`,
    [apiKeyId],
  )

describe('a budget', () => {
  it('counts what is held, and then what was charged', async () => {
    const key = await keyWith(DOLLAR)
    const runId = await held(key, 600_000n)
    expect(await counted(key)).toEqual({ spent: 0n, held: 600_000n })
    expect(await refusal(key, 400_001n)).toMatchObject({ control: 'key_budget', limit: '1.00', left: '0.40' })
    await endRun(db, delivery(runId, 250_000n))
    expect(await counted(key)).toEqual({ spent: 250_000n, held: 0n })
    expect(await refusal(key, 750_001n)).toMatchObject({ control: 'key_budget', left: '0.75' })
    expect(await refusal(key, 750_000n)).toBe('reserved')
  })

  it('gets the hold back of a run that fails or is cancelled', async () => {
    const key = await keyWith(DOLLAR)
    await endRun(db, failure(await held(key)))
    const waiting = await buildRun(db, owner, { status: 'reserved', hold: DOLLAR }, { apiKeyId: key })
    expect(await counted(key)).toEqual({ spent: 0n, held: DOLLAR })
    expect((await cancelRun(db, waiting, null)).kind).toBe('cancelled')
    expect(await counted(key)).toEqual({ spent: 0n, held: 0n })
  })

  it('lets a run pass that holds nothing, and does not concern other keys', async () => {
    const [key, other] = [await keyWith(0n), await keyWith(5n * DOLLAR)]
    expect(await refusal(key, 0n)).toBe('reserved')
    expect(await refusal(key, 1n)).toMatchObject({ control: 'key_budget', left: '0.00' })
    expect(await refusal(other)).toBe('reserved')
    expect(await counted(key)).toEqual({ spent: 0n, held: 0n })
  })

  it('judges a hold that waited while it replaced another budget', async () => {
    const key = await keyWith(DOLLAR, 'day')
    const runId = await buildRun(db, owner, { status: 'created' }, { apiKeyId: key })
    const waiting: ReturnType<typeof reserveAmount>[] = []
    await db.transaction({ name: 'change_api_key', effect: true }, async (tx) => {
      await setBudget(tx, { ...owner, holderId: key }, { amount: DOLLAR / 2n, period: 'month' })
      waiting.push(reserveAmount(db, runId, DOLLAR))
      const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%reserve_runs_v1%'`
      await until(
        async () => (await db.pool.query(isWaiting)).rowCount,
        (count) => count === 1,
      )
    })
    expect(await waiting[0]).toMatchObject({ kind: 'refused', refusal: { control: 'key_budget', limit: '0.50' } })
  })

  it('counts the first charge of a run, and the rest as held until its final bill', async () => {
    const key = await keyWith(DOLLAR)
    const runId = await held(key)
    await endRun(db, { ...delivery(runId, 300_000n), bill: { dueInSeconds: 0, withinSeconds: 86_400 } })
    expect(await counted(key)).toEqual({ spent: 300_000n, held: 700_000n })
    await closeFinalBill(db, runId, 450_000n)
    expect(await counted(key)).toEqual({ spent: 450_000n, held: 0n })
  })

  it.each<BudgetPeriod>(['day', 'week', 'month'])(
    'of a %s starts at zero with the next one, and keeps what is held',
    async (period) => {
      const key = await keyWith(DOLLAR, period)
      await endRun(db, delivery(await held(key, 500_000n), 500_000n))
      const open = await held(key, 400_000n)
      await periodPasses(key)
      expect(await counted(key)).toEqual({ spent: 0n, held: 400_000n })
      expect(await refusal(key, 600_001n)).toMatchObject({ control: 'key_budget' })
      expect(await refusal(key, 600_000n)).toBe('reserved')
      await endRun(db, delivery(open, 400_000n))
      expect(await counted(key)).toEqual({ spent: 400_000n, held: 600_000n })
    },
  )

  it('in total never starts again', async () => {
    const key = await keyWith(DOLLAR)
    await endRun(db, delivery(await held(key), DOLLAR))
    await periodPasses(key)
    expect(await counted(key)).toEqual({ spent: DOLLAR, held: 0n })
  })

  it.each([
    ['adds to the next period what exceeds the first charge', 800_000n, 500_000n],
    ['returns nothing to the next period', 100_000n, 0n],
  ])('%s, when the final bill comes in it', async (_name, total, spent) => {
    const key = await keyWith(5n * DOLLAR, 'day')
    const runId = await held(key)
    await endRun(db, { ...delivery(runId, 300_000n), bill: { dueInSeconds: 0, withinSeconds: 86_400 } })
    await periodPasses(key)
    await closeFinalBill(db, runId, total)
    expect(await counted(key)).toEqual({ spent, held: 0n })
  })

  it('that was replaced gets nothing of the runs before', async () => {
    const key = await keyWith(DOLLAR, 'day')
    const runId = await held(key)
    const ref = { workspaceId: owner.workspaceId, id: key }
    await changeApiKey(db, ref, { budget: { amount: DOLLAR, period: 'week' } })
    expect(await counted(key)).toEqual({ spent: 0n, held: 0n })
    await endRun(db, delivery(runId, DOLLAR))
    expect(await counted(key)).toEqual({ spent: 0n, held: 0n })
  })
})

describe('budgets of runs that arrive at once', () => {
  it('are each kept exactly, in batches of one wallet, while a period passes', async () => {
    const batches = createWalletBatches(db)
    const keys = [await keyWith(10n * DOLLAR, 'day'), await keyWith(7n * DOLLAR), null]
    const runs = await Promise.all(
      Array.from({ length: 90 }, async (_, index) => {
        const run = buildNewRun(owner, { apiKeyId: keys[index % 3] ?? null })
        await acceptRun(db, run)
        return run
      }),
    )
    const reserved = await Promise.all(
      runs.map(async ({ id: runId, apiKeyId }) => {
        const attempt = buildAttempt(runId)
        const reservation = { runId, plan: buildPlan(DOLLAR), hold: DOLLAR, routingReason: '' }
        const { kind } = await batches.reserveAndBegin(owner, { reservation, attempt })
        return { kind, apiKeyId, attempt }
      }),
    )
    const begun = reserved.filter(({ kind }) => kind === 'begun')
    const ofKey = (key: string | null | undefined) => begun.filter(({ apiKeyId }) => apiKeyId === key)
    expect(keys.map((key) => ofKey(key).length)).toEqual([10, 7, 30])
    expect(reserved.filter(({ kind }) => kind === 'refused')).toHaveLength(43)

    const [daily, total] = keys
    const settling = begun.map(async ({ attempt }) =>
      batches.recordAndSettle(owner, buildAttemptEnd(attempt), delivery(attempt.runId, 300_000n)),
    )
    await Promise.all([...settling, periodPasses(String(daily))])
    expect((await counted(String(daily))).held).toBe(0n)
    expect((await counted(String(daily))).spent).toBeLessThanOrEqual(3n * DOLLAR)
    expect(await counted(String(total))).toEqual({ spent: 2_100_000n, held: 0n })
  })
})
