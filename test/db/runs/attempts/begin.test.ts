import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { AccountLimits } from '../../../../domain/providers/manifest.ts'
import { platformAccountId } from '../../../../domain/providers/account.ts'
import { type AttemptToBegin, beginAttempt, readAttempt } from '../../../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../../../usecases/runs/record-outcome.ts'
import type { Database } from '../../../../db/database.ts'
import { newId } from '../../../../db/ids.ts'
import { announceAccounts } from '../../../../db/catalog/provider-accounts/queries.ts'
import { cancelRun } from '../../../../db/runs/cancel.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildRun,
  delivery,
  failure,
  openTestDatabase,
  type Owner,
  readBooks,
  UNLIMITED,
} from '../../build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
/** A provider of this test file only. */
let provider: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(50))
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})
afterAll(() => close())
beforeEach(async () => {
  provider = newId('evt')
  await announceAccounts(db, [{ slug: provider, usable: true }])
})

const limited = (limits: Partial<AccountLimits>): AccountLimits => ({ ...UNLIMITED, ...limits })
const attemptOf = (runId: string, more: Partial<AttemptToBegin> = {}): AttemptToBegin =>
  buildAttempt(runId, { provider, accountId: platformAccountId(provider), ...more })
const reservedRuns = (count: number) =>
  Promise.all(Array.from({ length: count }, () => buildRun(db, owner, { status: 'reserved', hold: 1n })))
const beginAll = (runIds: readonly string[], more: Partial<AttemptToBegin>) =>
  Promise.all(runIds.map((id) => beginAttempt(db, attemptOf(id, more))))
const tally = (answers: readonly { readonly kind: string }[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ kind }) => kind))]
      .toSorted()
      .map((kind) => [kind, answers.filter((answer) => answer.kind === kind).length]),
  )
/** The row's physical version. It changes with every write. */
const versionOf = async () =>
  (
    await db.pool.query('select xmin::text, ctid::text, tokens, leases from provider_account where id = $1', [
      platformAccountId(provider),
    ])
  ).rows[0]
const leases = async (): Promise<string[]> => Object.keys((await versionOf()).leases).toSorted()

describe('beginning an attempt', () => {
  it('moves the run to running and returns what the call needs', async () => {
    const [runId = ''] = await reservedRuns(1)
    expect(await beginAttempt(db, attemptOf(runId))).toEqual({
      kind: 'begun',
      run: {
        workspaceId: owner.workspaceId,
        capability: 'contact.find',
        rawRequest: null,
        environment: 'test',
        input: { full_name: 'Robin Sample', domain: 'example.com' },
        law: null,
        plain: true,
        filtered: false,
        price: { model: 'flat', amount: '0.000001' },
      },
    })
    expect(await readBooks(db, runId)).toMatchObject({ status: 'running', held: '1' })
    expect(await readAttempt(db, runId, 1)).toMatchObject({ provider, outcome: null, leasePassed: false })
  })

  it('succeeds for one of many executors at the same time', async () => {
    const [runId = ''] = await reservedRuns(1)
    for (const limits of [UNLIMITED, limited({ concurrency: 3, requestsPerSecond: 0.001, burst: 9 })]) {
      const number = limits === UNLIMITED ? 1 : 2
      const answers = await beginAll(
        Array.from({ length: 20 }, () => runId),
        { number, limits },
      )
      expect(tally(answers)).toEqual({ begun: 1, taken: 19 })
    }
    expect(await leases()).toEqual([`${runId}:2`])
  })

  it('keeps the time of the first call over a fallback', async () => {
    const [runId = ''] = await reservedRuns(1)
    const startedAt = async () =>
      (await db.pool.query('select started_at::text from run where id = $1', [runId])).rows[0].started_at
    await beginAttempt(db, attemptOf(runId))
    const first = await startedAt()
    await beginAttempt(db, attemptOf(runId, { number: 2 }))
    expect([typeof first, await startedAt()]).toEqual(['string', first])
  })

  it('waits for no one at an account without capacity, whose queued runs ask again and again', async () => {
    const [first = '', ...others] = await reservedRuns(3)
    const limits = limited({ concurrency: 1 })
    expect((await beginAttempt(db, attemptOf(first, { limits }))).kind).toBe('begun')
    const ending = await db.pool.connect()
    await ending.query('begin')
    await ending.query('select from provider_account where id = $1 for update', [platformAccountId(provider)])
    const asking = beginAll(others, { limits })
    expect(tally(await Promise.race([asking, sleep(5_000, [], { ref: false })]))).toEqual({ queued: 2 })
    await ending.query('rollback')
    ending.release()
    await asking
  })

  it('is refused once the run was cancelled or has ended, and takes no lease', async () => {
    const before = await versionOf()
    for (const end of [
      (id: string) => cancelRun(db, id, null),
      (id: string) => endRun(db, failure(id)),
      (id: string) => endRun(db, delivery(id, 1n)),
    ]) {
      const [runId = ''] = await reservedRuns(1)
      await end(runId)
      const { status } = await readBooks(db, runId)
      expect(
        await beginAttempt(db, attemptOf(runId, { limits: limited({ concurrency: 5, requestsPerSecond: 5 }) })),
      ).toEqual({ kind: 'ended', status })
    }
    expect(await versionOf()).toEqual(before)
  })

  it('races with a cancel: exactly one of them wins', async () => {
    const runIds = await reservedRuns(40)
    await Promise.all(
      runIds.map(async (runId) => {
        const [begun, cancelled] = await Promise.all([beginAttempt(db, attemptOf(runId)), cancelRun(db, runId, null)])
        expect([begun.kind, cancelled.kind]).toEqual(
          begun.kind === 'begun' ? ['begun', 'refused'] : ['ended', 'cancelled'],
        )
        expect((await readBooks(db, runId)).status).toBe(begun.kind === 'begun' ? 'running' : 'cancelled')
      }),
    )
  })

  it('throws for a run that does not exist', async () => {
    await expect(beginAttempt(db, attemptOf('run_nobody'))).rejects.toThrow('does not exist')
  })
})

describe("the provider's limits", () => {
  it.each([1, 7, 50])(
    'a concurrency limit of %i allows no more calls than that at the same time',
    async (concurrency) => {
      const runIds = await reservedRuns(50)
      const answers = await beginAll(runIds, { limits: limited({ concurrency }) })
      expect(tally(answers)).toEqual(
        concurrency === 50 ? { begun: 50 } : { begun: concurrency, queued: 50 - concurrency },
      )
      const begun = runIds.filter((_, index) => answers[index]?.kind === 'begun')
      expect(await leases()).toEqual(begun.map((id) => `${id}:1`).toSorted())
      const waiting = await Promise.all(runIds.filter((id) => !begun.includes(id)).map((id) => readBooks(db, id)))
      expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set(concurrency === 50 ? [] : ['queued']))
    },
  )

  it('released leases go to waiting attempts, and to no more of them', async () => {
    const runIds = await reservedRuns(10)
    const limits = limited({ concurrency: 3 })
    const attempts = runIds.map((id) => attemptOf(id, { limits }))
    const first = await Promise.all(attempts.map((attempt) => beginAttempt(db, attempt)))
    const [done, waiting] = [
      attempts.filter((_, index) => first[index]?.kind === 'begun'),
      attempts.filter((_, index) => first[index]?.kind === 'queued'),
    ]
    await Promise.all(done.slice(0, 2).map((attempt) => recordOutcome(db, buildAttemptEnd(attempt))))
    expect(tally(await Promise.all(waiting.map((attempt) => beginAttempt(db, attempt))))).toEqual({
      begun: 2,
      queued: 5,
    })
    expect(await leases()).toHaveLength(3)
  })

  it('expired leases of dead executors free their slots', async () => {
    const [dead = '', deadToo = '', first = '', second = '', waits = ''] = await reservedRuns(5)
    const limits = limited({ concurrency: 2 })
    // Both slots are taken by executors whose leases expired long ago.
    await beginAttempt(db, attemptOf(dead, { limits }))
    await beginAttempt(db, attemptOf(deadToo, { limits }))
    await db.pool.query(
      `update provider_account set leases = (select jsonb_object_agg(key, 1) from jsonb_each(leases)) where id = $1`,
      [platformAccountId(provider)],
    )
    expect(tally(await beginAll([first, second, waits], { limits }))).toEqual({ begun: 2, queued: 1 })
    const alive = await leases()
    expect([alive.length, alive.includes(`${dead}:1`), alive.includes(`${deadToo}:1`)]).toEqual([2, false, false])
  })

  it('a token bucket allows its burst at once, and further calls only as it refills', async () => {
    const limits = limited({ requestsPerSecond: 0.001, burst: 5 })
    const pass = (seconds: number) =>
      db.pool.query('update provider_account set refilled_at = refilled_at - make_interval(secs => $2) where id = $1', [
        platformAccountId(provider),
        seconds,
      ])
    expect(tally(await beginAll(await reservedRuns(50), { limits }))).toEqual({ begun: 5, queued: 45 })
    await pass(2_000)
    expect(tally(await beginAll(await reservedRuns(10), { limits }))).toEqual({ begun: 2, queued: 8 })
    // A long pause saves up no more than the burst.
    await pass(1_000_000)
    expect(tally(await beginAll(await reservedRuns(10), { limits }))).toEqual({ begun: 5, queued: 5 })
  })

  it('the stricter of both limits applies', async () => {
    expect(
      tally(
        await beginAll(await reservedRuns(10), {
          limits: limited({ concurrency: 2, requestsPerSecond: 0.001, burst: 4 }),
        }),
      ),
    ).toEqual({ begun: 2, queued: 8 })
  })

  it('a refused attempt takes neither a token nor a lease', async () => {
    const limits = limited({ concurrency: 1, requestsPerSecond: 0.001, burst: 3 })
    await beginAll(await reservedRuns(1), { limits })
    const before = await versionOf()
    expect(tally(await beginAll(await reservedRuns(5), { limits }))).toEqual({ queued: 5 })
    expect(await versionOf()).toEqual(before)
  })

  it('an account without limits needs no write and no row', async () => {
    const before = await versionOf()
    const attempts = (await reservedRuns(20)).map((id) => attemptOf(id))
    expect(tally(await Promise.all(attempts.map((attempt) => beginAttempt(db, attempt))))).toEqual({ begun: 20 })
    await Promise.all(attempts.map((attempt) => recordOutcome(db, buildAttemptEnd(attempt))))
    expect(await versionOf()).toEqual(before)
    expect(tally(await beginAll(await reservedRuns(2), { accountId: 'platform:nowhere' }))).toEqual({ begun: 2 })
  })

  it('a waiting fallback is running: it has begun at a provider and cannot be cancelled', async () => {
    const limits = limited({ concurrency: 1 })
    const [busy = '', runId = ''] = await reservedRuns(2)
    await beginAttempt(db, attemptOf(busy, { limits }))
    await beginAttempt(db, attemptOf(runId))
    expect((await beginAttempt(db, attemptOf(runId, { number: 2, limits }))).kind).toBe('queued')
    expect((await readBooks(db, runId)).status).toBe('running')
  })
})
