import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { platformAccountId } from '../../../domain/providers/account.ts'
import type { AttemptToBegin } from '../../../db/runs/attempts/begin.ts'
import { recordAndSettle, settlementOf } from '../../../db/runs/attempts/record-and-settle.ts'
import { createWalletBatches } from '../../../usecases/runs/wallet-batches.ts'
import { type Database, openDatabase } from '../../../db/database.ts'
import { announceAccounts } from '../../../db/catalog/provider-accounts/queries.ts'
import { acceptRun } from '../../../usecases/runs/accept-run.ts'
import { reserveRuns } from '../../../db/runs/attempts/reserve-runs.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { writeSpendGuard } from '../../../db/money/wallets/spend-guard.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { readWallet } from '../../build/wallet.ts'
import { tracesOf } from '../../db/runs/attempts/traces.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { until } from '../../support/until.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildNewRun,
  buildPlan,
  delivery,
  failure,
  NOTHING_REMEMBERED,
  type Owner,
} from '../../db/build.ts'

const WORKERS = 3
const RUNS = 500
const PAID_FOR = 100
const PRICE = 10_000n

let database: TestDatabase
let workers: Database[]
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  const open = () => openDatabase({ url: database.url, applicationName: 'batches', poolMax: 8 })
  workers = await Promise.all(Array.from({ length: WORKERS }, open))
  const [first] = workers
  if (first === undefined) throw new Error('unreachable')
  db = first
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  await database.drop()
})

const newOwner = async (live: string): Promise<Owner> => ({
  workspaceId: (await buildWorkspace(db, { live })).id,
  environment: 'live',
})
async function newRun(owner: Owner): Promise<string> {
  const run = buildNewRun(owner, {
    context: {
      ...NOTHING_REMEMBERED,
      subjects: [{ kind: 'domain', value: 'example.com', path: '$.domain', exact: true }],
    },
  })
  await acceptRun(db, run)
  return run.id
}
const newRuns = (owner: Owner, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => newRun(owner)))
const toReserve = (attempt: AttemptToBegin, hold: bigint) => ({
  reservation: { runId: attempt.runId, plan: buildPlan(hold), hold, routingReason: 'the first by best value.' },
  attempt,
})

describe('holds and settlements of several runs in one statement', () => {
  it('leave what the statements of one run leave: rows, slots, tokens, subjects, metrics', async () => {
    const alone = await playedBy('alone')
    expect(await playedBy('together')).toEqual(alone)
    expect(alone).toMatchObject({
      begun: ['begun', 'refused', 'begun', 'queued', 'refused', 'begun', 'begun', 'queued', 'begun'],
      settled: ['ended', 'ended', 'does not fit its hold', 'unchanged', 'ended', 'unchanged'],
      slots: [
        { tokens: '1.0', leases: 2, exhausted: false },
        { tokens: '0.0', leases: 1, exhausted: false },
      ],
      left: [
        { tokens: '1.0', leases: 0, exhausted: true },
        { tokens: '0.0', leases: 1, exhausted: false },
      ],
    })
    expect(alone.runs[0]?.subjects.map(({ value, place }) => `${String(value)} ${String(place)}`)).toEqual([
      'example.com input',
      'robin@example.com result',
    ])
  })

  it('count against the daily cap one after the other', async () => {
    const owner = await newOwner('5.00')
    await writeSpendGuard(db, owner.workspaceId, { enabled: true, dailyLimit: 1_000_000n, perRunLimit: null })
    const items = (await newRuns(owner, 4)).map((runId, index) =>
      toReserve(buildAttempt(runId), index === 2 ? 500_000n : 400_000n),
    )
    const answers = await reserveRuns(db, owner, items)
    expect(answers.map((answer) => (answer.kind === 'refused' ? answer.refusal.control : answer.kind))).toEqual([
      'begun',
      'begun',
      'daily_limit',
      'daily_limit',
    ])
    const held = [0, 1].map((index) => items[index]?.attempt ?? missing())
    const ends = held.map((attempt) => settlementOf(buildAttemptEnd(attempt), delivery(attempt.runId, 400_000n)))
    await recordAndSettle(
      db,
      owner,
      ends.map((item) => item ?? missing()),
    )
    const [late] = await newRuns(owner, 1)
    const [answer] = await reserveRuns(db, owner, [toReserve(buildAttempt(late ?? missing()), 200_001n)])
    expect(answer).toMatchObject({ kind: 'refused', refusal: { control: 'daily_limit' } })
  })

  it(`make exactly as many holds as there is money: ${RUNS} runs at once over ${WORKERS} workers`, async () => {
    const owner = await newOwner('1.00')
    const batches = workers.map(createWalletBatches)
    const runs = await newRuns(owner, RUNS)
    const answers = await Promise.all(
      runs.map(async (runId, index) => {
        const worker = batches[index % WORKERS]
        const attempt = buildAttempt(runId)
        const begun = await worker?.reserveAndBegin(owner, toReserve(attempt, PRICE))
        if (begun?.kind !== 'begun') return begun
        return worker?.recordAndSettle(owner, buildAttemptEnd(attempt), delivery(runId, PRICE))
      }),
    )
    expect(answers.filter((answer) => answer === 'succeeded')).toHaveLength(PAID_FOR)
    expect(answers.filter((answer) => typeof answer === 'object' && answer?.kind === 'refused')).toHaveLength(
      RUNS - PAID_FOR,
    )
    expect(await readWallet(db, owner.workspaceId, 'live')).toMatchObject({ available: 0n, held: 0n })
    expect((await verifyLedger(db)).drifts).toEqual([])
  })

  it('are made once when executors of one run arrive together, in one process or several', async () => {
    const owner = await newOwner('1.00')
    const batches = workers.map(createWalletBatches)
    const [runId] = await newRuns(owner, 1)
    if (runId === undefined) throw new Error('unreachable')
    const attempts = Array.from({ length: 12 }, () => buildAttempt(runId))
    const begun = await Promise.all(
      attempts.map((attempt, index) => batches[index % WORKERS]?.reserveAndBegin(owner, toReserve(attempt, PRICE))),
    )
    const kinds = begun.map((answer) => answer?.kind)
    expect(kinds.toSorted()).toEqual(['begun', ...Array.from({ length: 11 }, () => 'statusChanged')])
    const settled = await Promise.all(
      attempts.map((attempt, index) =>
        batches[index % WORKERS]?.recordAndSettle(owner, buildAttemptEnd(attempt), delivery(runId, PRICE)),
      ),
    )
    expect(settled.map((status) => status === 'succeeded')).toEqual(kinds.map((kind) => kind === 'begun'))
    expect((await verifyLedger(db)).drifts).toEqual([])
  })

  it('never refuse a neighbour: an item that PostgreSQL cannot store fails alone', async () => {
    const owner = await newOwner('1.00')
    const batches = createWalletBatches(db)
    const attempts = (await newRuns(owner, 5)).map((runId, index) =>
      buildAttempt(runId, index === 2 ? { token: 'no uuid' } : {}),
    )
    const answers = await Promise.allSettled(
      attempts.map((attempt) => batches.reserveAndBegin(owner, toReserve(attempt, PRICE))),
    )
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.kind : answer.status))).toEqual([
      'begun',
      'begun',
      'rejected',
      'begun',
      'begun',
    ])
  })

  it('lock every run before the wallet, as a cancellation does: neither waits for the other in a circle', async () => {
    const owner = await newOwner('1.00')
    const statements: string[] = []
    const counting: Database = {
      ...db,
      query: (statement, values) => {
        statements.push(statement.name)
        return db.query(statement, values)
      },
    }
    const batches = createWalletBatches(counting)
    for (let round = 0; round < 3; round += 1) {
      const runs = await newRuns(owner, 8)
      const [first = '', ...others] = runs
      const cancelling = await workers[1]?.pool.connect()
      if (cancelling === undefined) throw new Error('unreachable')
      // A cancellation that has its run, and waits for the wallet once the batch has it.
      await cancelling.query('begin')
      await cancelling.query('select from run where id = $1 for update', [others.at(-1)])
      const reserved = Promise.all(
        [first, ...others].map((runId) => batches.reserveAndBegin(owner, toReserve(buildAttempt(runId), PRICE))),
      )
      await until(
        async () =>
          (
            await db.pool.query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%reserve_runs_v1%'`,
            )
          ).rowCount,
        (waiting) => waiting === 1,
      )
      await cancelling.query('select from wallet where workspace_id = $1 for update', [owner.workspaceId])
      await cancelling.query('rollback')
      cancelling.release()
      expect((await reserved).map(({ kind }) => kind)).toEqual(runs.map(() => 'begun'))
      // After a deadlock each would have been done alone.
      expect(statements.splice(0)).toEqual(['reserve_runs', 'reserve_runs'])
    }
  })

  it("never touch another wallet's runs", async () => {
    const [owner, other] = [await newOwner('1.00'), await newOwner('1.00')]
    const [mine = '', theirs = ''] = [await newRun(owner), await newRun(other)]
    const items = [mine, theirs].map((runId) => toReserve(buildAttempt(runId), PRICE))
    expect((await reserveRuns(db, owner, items)).map(({ kind }) => kind)).toEqual(['begun', 'statusChanged'])
    expect(await readWallet(db, other.workspaceId, 'live')).toMatchObject({ held: 0n })
  })
})

/** Nine runs arrive, seven of them at accounts with limits; six outcomes arrive. Returns what they left. */
async function playedBy(how: 'alone' | 'together') {
  const provider = `p_${how}`
  const [busy, slow] = [platformAccountId(provider), platformAccountId(`${provider}_slow`)]
  await announceAccounts(db, [
    { slug: provider, usable: true },
    { slug: `${provider}_slow`, usable: true },
  ])
  await db.pool.query('update provider_account set tokens = 3, refilled_at = clock_timestamp() where id = $1', [busy])
  await db.pool.query('update provider_account set tokens = 1, refilled_at = clock_timestamp() where id = $1', [slow])
  const atBusy = { accountId: busy, limits: { concurrency: 2, requestsPerSecond: 0.001, burst: 3 } }
  const atSlow = { accountId: slow, limits: { concurrency: null, requestsPerSecond: 0.001, burst: 2 } }
  const owner = await newOwner('1.00')
  const metrics: unknown[] = []
  const emitting: Database = {
    ...db,
    query: (...args) => db.query(...args),
    emit: (event) => void metrics.push({ ...event, seconds: null, provider: null }),
  }
  const wanted = [
    { hold: 400_000n, ...atBusy },
    { hold: 700_000n, ...atBusy },
    { hold: 100_000n, ...atBusy },
    { hold: 100_000n, ...atBusy },
    { hold: 500_000n, ...atBusy },
    { hold: 0n },
    { hold: 50_000n, ...atSlow },
    { hold: 50_000n, ...atSlow },
    { hold: 200_000n },
  ]
  const items = (await newRuns(owner, wanted.length)).map((runId, index) => {
    const { hold, ...account } = wanted[index] ?? missing()
    return toReserve(buildAttempt(runId, { provider, ...account }), hold)
  })
  const begun =
    how === 'together'
      ? await reserveRuns(emitting, owner, items)
      : await inOrder(items, (item) => reserveRuns(emitting, owner, [item]))
  const slots = [await accountRow(busy), await accountRow(slow)]

  const [first, second, free, third, last] = [0, 2, 5, 6, 8].map((index) => items[index]?.attempt ?? missing())
  if (!first || !second || !free || !third || !last) throw new Error('unreachable')
  await endRun(db, failure(third.runId))
  const settlements = [
    settlementOf(buildAttemptEnd(first, SUBJECTS), delivery(first.runId, 300_000n)),
    settlementOf(buildAttemptEnd(second, FAILED), failure(second.runId)),
    settlementOf(buildAttemptEnd(last), delivery(last.runId, 200_001n)),
    settlementOf(buildAttemptEnd(buildAttempt(free.runId)), delivery(free.runId, 0n)),
    settlementOf(buildAttemptEnd(free), { ...delivery(free.runId, 0n), ownKey: true }),
    settlementOf(buildAttemptEnd(third), delivery(third.runId, 0n)),
  ].map((item) => item ?? missing())
  const settled =
    how === 'together'
      ? await recordAndSettle(emitting, owner, settlements)
      : await inOrder(settlements, (item) => recordAndSettle(emitting, owner, [item]))
  return {
    begun: begun.map(({ kind }) => kind),
    refusals: begun.map((answer) => (answer.kind === 'refused' ? answer.refusal : null)),
    settled: settled.map(({ kind }) => kind),
    slots,
    left: [await accountRow(busy), await accountRow(slow)],
    wallet: await readWallet(db, owner.workspaceId, 'live'),
    runs: await Promise.all(items.map(({ attempt: { runId } }) => tracesOf(db, runId, ['provider']))),
    metrics: metrics.map(inText).toSorted(),
  }
}

const inText = (event: unknown): string =>
  JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? value.toString() : value))

const SUBJECTS = {
  subjects: [
    { kind: 'email', value: 'robin@example.com', path: '$.email', exact: true },
    { kind: 'domain', value: 'example.com', path: '$.domain', exact: false },
  ],
} as const
const FAILED = { outcome: 'provider_error', output: null, raw: null, units: 0, exhaustedForSeconds: 60 } as const

function missing(): never {
  throw new Error('unreachable')
}

async function inOrder<Item, Answer>(
  items: readonly Item[],
  one: (item: Item) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const item of items) answers.push(...(await one(item)))
  return answers
}

async function accountRow(id: string) {
  const { rows } = await db.pool.query(
    `select round(tokens::numeric, 1)::text as tokens, exhausted_until is not null as exhausted,
       (select count(*)::integer from jsonb_object_keys(leases)) as leases
     from provider_account where id = $1`,
    [id],
  )
  return rows[0]
}
