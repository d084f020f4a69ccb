import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { platformAccountId } from '../../../../domain/providers/account.ts'
import type { FoundSubject } from '../../../../domain/history/subject-collector.ts'
import { type AttemptToBegin, beginAttempt, takeOverAttempt } from '../../../../db/runs/attempts/begin.ts'
import type { AttemptEnd } from '../../../../db/runs/attempts/outcome.ts'
import { recordOutcome } from '../../../../usecases/runs/record-outcome.ts'
import type { Database } from '../../../../db/database.ts'
import { newId } from '../../../../db/ids.ts'
import { announceAccounts } from '../../../../db/catalog/provider-accounts/queries.ts'
import { acceptRun } from '../../../../usecases/runs/accept-run.ts'
import type { RunContext } from '../../../../db/runs/accept.ts'
import { cancelRun } from '../../../../db/runs/cancel.ts'
import { createWalletBatches, type WalletBatches } from '../../../../usecases/runs/wallet-batches.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import type { RunEnd } from '../../../../db/runs/settle.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { readWallet } from '../../../build/wallet.ts'
import { comparable, tracesOf } from './traces.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildNewRun,
  buildPlan,
  delivery,
  failure,
  NOTHING_REMEMBERED,
  openTestDatabase,
  type Owner,
  readBooks,
  reserveAmount,
  UNLIMITED,
} from '../../build.ts'

const HOLD = 1_000_000n
const EXECUTORS = 20
const ONE_SLOT = { ...UNLIMITED, concurrency: 1 }

let db: Database
let batches: WalletBatches
let close: () => Promise<void>
let owner: Owner
let provider: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(50))
  batches = createWalletBatches(db)
})
afterAll(() => close())
/** A comparison begins with the same wallet and account on both sides. */
async function otherOwner(): Promise<void> {
  owner = { workspaceId: (await buildWorkspace(db, { live: '5.00' })).id, environment: 'live' }
  await db.pool.query(`update provider_account set leases = '{}', exhausted_until = null`)
}
beforeEach(async () => {
  await otherOwner()
  provider = newId('evt')
  await announceAccounts(db, [{ slug: provider, usable: true }])
})
afterEach(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
})

const SUBJECT: FoundSubject = { kind: 'email', value: 'robin@example.com', path: '$.email', exact: true }
async function newRun(context: Partial<RunContext> = {}): Promise<string> {
  const run = buildNewRun(owner, {
    context: {
      ...NOTHING_REMEMBERED,
      subjects: [{ kind: 'domain', value: 'example.com', path: '$.domain', exact: true }],
      ...context,
    },
  })
  await acceptRun(db, run)
  return run.id
}
const attemptOf = (runId: string, more: Partial<AttemptToBegin> = {}): AttemptToBegin =>
  buildAttempt(runId, { provider, accountId: platformAccountId(provider), ...more })
const reservation = (runId: string, hold = HOLD) => ({
  runId,
  plan: buildPlan(hold),
  hold,
  routingReason: 'the first by best value.',
})
const reserveBegin = (runId: string, attempt: AttemptToBegin = attemptOf(runId), hold = HOLD) =>
  batches.reserveAndBegin(owner, { reservation: reservation(runId, hold), attempt })
const rowsOf = async (text: string, values: readonly unknown[]) => (await db.pool.query(text, [...values])).rows
const attemptsOf = (runId: string) => rowsOf('select * from attempt where run_id = $1', [runId])
const leases = async (): Promise<string[]> =>
  Object.keys(
    (await rowsOf('select leases from provider_account where id = $1', [platformAccountId(provider)]))[0].leases,
  )

/** Everything that a run has left, of its wallet and of its account. */
const traces = async (runId: string) => ({
  ...(await tracesOf(db, runId)),
  wallet: comparable({ ...(await readWallet(db, owner.workspaceId, 'live')) }),
  leases: (await leases()).length,
})

describe('a hold with the begin of the first attempt', () => {
  it('leaves what the two statements leave', async () => {
    const apart = await newRun()
    expect((await reserveAmount(db, apart, HOLD)).kind).toBe('reserved')
    expect((await beginAttempt(db, attemptOf(apart, { limits: ONE_SLOT }))).kind).toBe('begun')
    const expected = await traces(apart)
    await otherOwner()
    const fused = await newRun()
    expect(await reserveBegin(fused, attemptOf(fused, { limits: ONE_SLOT }))).toEqual({ kind: 'begun' })
    expect(await traces(fused)).toEqual(expected)
  })

  it('is made once, also when twenty executors make it at the same time', async () => {
    const runId = await newRun()
    const answers = await Promise.all(Array.from({ length: EXECUTORS }, () => reserveBegin(runId)))
    expect(answers.filter(({ kind }) => kind === 'begun')).toHaveLength(1)
    expect(answers.filter(({ kind }) => kind === 'statusChanged')).toHaveLength(EXECUTORS - 1)
    expect(await attemptsOf(runId)).toHaveLength(1)
    expect((await readWallet(db, owner.workspaceId, 'live')).held).toBe(HOLD)
  })

  it('begins nothing when the wallet refuses, and takes no slot', async () => {
    const runId = await newRun()
    const answer = await reserveBegin(runId, attemptOf(runId, { limits: ONE_SLOT }), 6_000_000n)
    expect(answer).toMatchObject({ kind: 'refused', refusal: { control: 'balance' } })
    expect(await readBooks(db, runId)).toMatchObject({ status: 'created', held: '0' })
    expect([await attemptsOf(runId), await leases()]).toEqual([[], []])
  })

  it('is a hold alone when the provider has no slot, and the run is queued', async () => {
    const [first, second] = [await newRun(), await newRun()]
    expect(await reserveBegin(first, attemptOf(first, { limits: ONE_SLOT }))).toEqual({ kind: 'begun' })
    expect(await reserveBegin(second, attemptOf(second, { limits: ONE_SLOT }))).toEqual({ kind: 'queued' })
    expect(await readBooks(db, second)).toMatchObject({ status: 'queued', held: HOLD.toString() })
    expect(await attemptsOf(second)).toEqual([])
    expect(await cancelRun(db, second, owner)).toEqual({ kind: 'cancelled' })
    expect((await readBooks(db, second)).held).toBe('0')
  })

  it('makes exactly as many holds as there is money, over any number of runs at once', async () => {
    const runs = await Promise.all(Array.from({ length: EXECUTORS }, () => newRun()))
    const answers = await Promise.all(runs.map((runId) => reserveBegin(runId)))
    expect(answers.filter(({ kind }) => kind === 'begun')).toHaveLength(5)
    expect(answers.filter(({ kind }) => kind === 'refused')).toHaveLength(EXECUTORS - 5)
  })

  it('does nothing for a cancelled run', async () => {
    const runId = await newRun()
    await cancelRun(db, runId, owner)
    expect(await reserveBegin(runId)).toEqual({ kind: 'statusChanged' })
  })
})

async function begun(context: Partial<RunContext> = {}): Promise<AttemptToBegin> {
  const runId = await newRun(context)
  await reserveAmount(db, runId, HOLD)
  const attempt = attemptOf(runId, { limits: ONE_SLOT })
  expect((await beginAttempt(db, attempt)).kind).toBe('begun')
  return attempt
}

const ENDS: readonly (readonly [string, Partial<AttemptEnd>, (runId: string) => RunEnd])[] = [
  [
    'a delivery',
    { subjects: [SUBJECT] },
    (runId) => ({ ...delivery(runId, 400_000n), provider: 'p', outcomeReason: 'It delivered.' }),
  ],
  ['a delivery at the full hold', {}, (runId) => delivery(runId, HOLD)],
  ['a free delivery with the own key', {}, (runId) => ({ ...delivery(runId, 0n), ownKey: true })],
  [
    'a billed miss',
    { outcome: 'no_match', output: null, units: 0, subjects: null },
    (runId) => ({ ...delivery(runId, 100_000n), status: 'no_match' }),
  ],
  [
    'a failure',
    { outcome: 'provider_error', detail: 'broken', output: null, raw: null, units: 0, exhaustedForSeconds: 60 },
    (runId) => failure(runId),
  ],
]

describe('an outcome with the settlement', () => {
  it.each(ENDS)('of %s leaves what the two statements leave', async (_, outcome, end) => {
    const apart = await begun()
    expect(await recordOutcome(db, buildAttemptEnd(apart, outcome))).toBe(true)
    await endRun(db, end(apart.runId))
    const expected = await traces(apart.runId)
    await otherOwner()
    const fused = await begun()
    const status = await batches.recordAndSettle(owner, buildAttemptEnd(fused, outcome), end(fused.runId))
    expect(status).toBe(end(fused.runId).status)
    expect(await traces(fused.runId)).toEqual(expected)
  })

  it('counts once for the metrics, as an attempt and as a run', async () => {
    const attempt = await begun()
    const kinds: string[] = []
    const counting: Database = {
      ...db,
      query: (...args) => db.query(...args),
      emit: ({ kind }) => void kinds.push(kind),
    }
    const settle = () =>
      createWalletBatches(counting).recordAndSettle(
        owner,
        buildAttemptEnd(attempt, { costUnreadable: true }),
        delivery(attempt.runId, 1n),
      )
    expect(await settle()).toBe('succeeded')
    expect(await settle()).toBeNull()
    expect(kinds).toEqual(['attempt_ended', 'cost_unreadable', 'run_ended'])
  })

  it('changes nothing for an executor that has lost the attempt', async () => {
    const attempt = await begun()
    const late = { ...attempt, token: randomUUID() }
    expect(await batches.recordAndSettle(owner, buildAttemptEnd(late), delivery(attempt.runId, 1n))).toBeNull()
    expect(await readBooks(db, attempt.runId)).toMatchObject({ status: 'running', held: HOLD.toString() })
    expect(await attemptsOf(attempt.runId)).toMatchObject([{ outcome: null }])
    await db.pool.query(`update attempt set lease_until = now() - interval '1 second' where run_id = $1`, [
      attempt.runId,
    ])
    expect(await takeOverAttempt(db, late)).toBe(true)
    expect(await batches.recordAndSettle(owner, buildAttemptEnd(attempt), delivery(attempt.runId, 1n))).toBeNull()
    expect(await batches.recordAndSettle(owner, buildAttemptEnd(late), delivery(attempt.runId, 1n))).toBe('succeeded')
  })

  it('is made once, also when twenty executors make it at the same time', async () => {
    const attempt = await begun()
    const answers = await Promise.all(
      Array.from({ length: EXECUTORS }, () =>
        batches.recordAndSettle(owner, buildAttemptEnd(attempt), delivery(attempt.runId, 7n)),
      ),
    )
    expect(answers.filter((status) => status === 'succeeded')).toHaveLength(1)
    expect(answers.filter((status) => status === null)).toHaveLength(EXECUTORS - 1)
    expect((await readWallet(db, owner.workspaceId, 'live')).available).toBe(4_999_993n)
  })

  it('changes nothing when the run has ended: its outcome is stored alone', async () => {
    const attempt = await begun()
    await endRun(db, failure(attempt.runId))
    expect(await batches.recordAndSettle(owner, buildAttemptEnd(attempt), delivery(attempt.runId, 1n))).toBeNull()
    expect(await recordOutcome(db, buildAttemptEnd(attempt))).toBe(true)
  })

  it('changes nothing for a run whose end writes into a table', async () => {
    const attempt = await begun({ landing: { table: 'leads', table_id: newId('tbl'), status: null } })
    expect(await batches.recordAndSettle(owner, buildAttemptEnd(attempt), delivery(attempt.runId, 1n))).toBeNull()
    expect(await attemptsOf(attempt.runId)).toMatchObject([{ outcome: null }])
  })

  it('ends nothing by a charge beyond the hold', async () => {
    const attempt = await begun()
    const settled = batches.recordAndSettle(owner, buildAttemptEnd(attempt), delivery(attempt.runId, HOLD + 1n))
    await expect(settled).rejects.toThrow('does not fit its hold')
    expect(await readBooks(db, attempt.runId)).toMatchObject({ status: 'running', held: HOLD.toString() })
  })
})

describe('both at once', () => {
  it('never wait for each other in a circle: begins and settlements of one wallet at one account', async () => {
    const attempts = await Promise.all(
      Array.from({ length: EXECUTORS }, async () => {
        const attempt = attemptOf(await newRun(), { limits: { ...UNLIMITED, concurrency: 100 } })
        return (await reserveBegin(attempt.runId, attempt, 1_000n)).kind === 'begun' ? attempt : null
      }),
    )
    const begunAttempts = attempts.filter((attempt) => attempt !== null)
    expect(begunAttempts).toHaveLength(EXECUTORS)
    const work = begunAttempts.flatMap((attempt) => [
      batches.recordAndSettle(owner, buildAttemptEnd(attempt), delivery(attempt.runId, 500n)),
      newRun().then((runId) =>
        reserveBegin(runId, attemptOf(runId, { limits: { ...UNLIMITED, concurrency: 100 } }), 1_000n),
      ),
    ])
    const answers = await Promise.all(work)
    expect(answers.filter((answer) => answer === 'succeeded')).toHaveLength(EXECUTORS)
    expect(await leases()).toHaveLength(EXECUTORS)
  })
})
