import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { platformAccountId } from '../../../domain/providers/account.ts'
import {
  type AttemptToBegin,
  beginAttempt,
  giveUpAttempt,
  readAttempt,
  takeOverAttempt,
} from '../../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../../usecases/runs/record-outcome.ts'
import { recordSkippedAttempt } from '../../../db/runs/attempts/skipped.ts'
import type { Database } from '../../../db/database.ts'
import { announceAccounts, readAccounts } from '../../../db/catalog/provider-accounts/queries.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { buildConnection, testCipher } from '../../build/connection.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildRun,
  delivery,
  openTestDatabase,
  type Owner,
  readBooks,
} from '../../db/build.ts'

const PROVIDER = 'limited'
const LIMITS = { concurrency: 100, requestsPerSecond: null, burst: null }
const EXECUTORS = 20

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})
afterAll(() => close())
beforeEach(async () => {
  await announceAccounts(db, [{ slug: PROVIDER, usable: true }])
  await db.pool.query(`update provider_account set leases = '{}', exhausted_until = null`)
})

const attemptOf = (runId: string, more: Partial<AttemptToBegin> = {}): AttemptToBegin =>
  buildAttempt(runId, { provider: PROVIDER, accountId: platformAccountId(PROVIDER), limits: LIMITS, ...more })

/** An attempt that this executor has begun; a negative lease has expired already. */
async function begun(more: Partial<AttemptToBegin> = {}): Promise<AttemptToBegin> {
  const attempt = attemptOf(await buildRun(db, owner, { status: 'reserved', hold: 1n }), more)
  expect((await beginAttempt(db, attempt)).kind).toBe('begun')
  return attempt
}

const another = (attempt: AttemptToBegin): AttemptToBegin => ({ ...attempt, token: randomUUID() })
const row = async ({ runId, number }: AttemptToBegin) =>
  (await db.pool.query('select * from attempt where run_id = $1 and number = $2', [runId, number])).rows[0]
const leases = async () =>
  Object.keys(
    (await db.pool.query('select leases from provider_account where id = $1', [platformAccountId(PROVIDER)])).rows[0]
      .leases,
  )

describe('an outcome', () => {
  it('is written once by the executor that holds the token, and its lease is released', async () => {
    const attempt = await begun()
    expect(await leases()).toEqual([`${attempt.runId}:1`])
    expect(await recordOutcome(db, buildAttemptEnd(attempt))).toBe(true)
    expect(await row(attempt)).toMatchObject({
      outcome: 'succeeded',
      output: { email: 'robin@example.com' },
      raw: { found: true },
      units: 1,
      calls: 1,
    })
    expect((await row(attempt)).duration_ms).toBeGreaterThanOrEqual(0)
    expect(await leases()).toEqual([])
  })

  it.each([
    ["the platform's account", false, ['attempt_ended', 'cost_unreadable']],
    ["the workspace's own key", true, ['attempt_ended']],
  ] as const)('with a cost that cannot be read is reported once, with %s', async (_, own, kinds) => {
    const credential = { workspaceId: owner.workspaceId, provider: PROVIDER, credential: 'own-key' }
    const attempt = await begun(
      own ? { connectionId: await buildConnection({ db, cipher: testCipher() }, credential) } : {},
    )
    const kindsEmitted: string[] = []
    const telling: Database = {
      ...db,
      query: (...args) => db.query(...args),
      emit: ({ kind }) => {
        kindsEmitted.push(kind)
      },
    }
    await recordOutcome(telling, buildAttemptEnd(another(attempt), { costUnreadable: true }))
    expect(kindsEmitted).toEqual([])
    await recordOutcome(telling, buildAttemptEnd(attempt, { costUnreadable: true }))
    expect(kindsEmitted).toEqual(kinds)
  })

  it('is refused and changes nothing when it comes from another executor', async () => {
    const attempt = await begun()
    const before = await row(attempt)
    expect(await recordOutcome(db, buildAttemptEnd(another(attempt)))).toBe(false)
    expect([await row(attempt), await leases()]).toEqual([before, [`${attempt.runId}:1`]])
  })

  it('is never changed by a second one, not even by its own executor', async () => {
    const attempt = await begun()
    await recordOutcome(db, buildAttemptEnd(attempt, { outcome: 'no_match', output: null }))
    const before = await row(attempt)
    expect(await recordOutcome(db, buildAttemptEnd(attempt))).toBe(false)
    expect(await row(attempt)).toEqual(before)
  })

  it('is written while many others are', async () => {
    const attempt = await begun()
    const answers = await Promise.all(
      Array.from({ length: EXECUTORS }, (_, units) => recordOutcome(db, buildAttemptEnd(attempt, { units }))),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect((await row(attempt)).units).toBe(answers.indexOf(true))
  })

  it('marks only the account whose quota is used up', async () => {
    await announceAccounts(db, [{ slug: 'other', usable: true }])
    await recordOutcome(
      db,
      buildAttemptEnd(await begun(), { outcome: 'provider_error', output: null, exhaustedForSeconds: 300 }),
    )
    const exhausted = (await readAccounts(db)).filter((account) => account.exhausted).map(({ provider }) => provider)
    expect(exhausted).toEqual([PROVIDER])
    await recordOutcome(db, buildAttemptEnd(await begun()))
    expect((await readAccounts(db)).find(({ provider }) => provider === PROVIDER)?.exhausted).toBe(true)
  })

  it('marks no account when it came too late', async () => {
    const attempt = await begun()
    await recordOutcome(
      db,
      buildAttemptEnd(another(attempt), { outcome: 'provider_error', output: null, exhaustedForSeconds: 300 }),
    )
    expect((await readAccounts(db)).some(({ exhausted }) => exhausted)).toBe(false)
  })

  it.each([
    ['a NUL in the payload', { raw: { name: 'a\u0000b' } }],
    ['half of a character in the payload', { raw: { name: 'a\ud800b' } }],
    ['a NUL in the result', { output: { email: 'a\u0000b' } }],
    ['a NUL in the detail', { detail: 'a\u0000b' }],
  ])('can be stored whatever text a provider answers: %s', async (_, more) => {
    expect(await recordOutcome(db, buildAttemptEnd(await begun(), more))).toBe(true)
  })

  it('carries a result only when it is a delivery', async () => {
    const attempt = await begun()
    await expect(recordOutcome(db, buildAttemptEnd(attempt, { outcome: 'no_match' }))).rejects.toThrow(
      /check constraint/,
    )
    expect((await row(attempt)).outcome).toBeNull()
  })
})

describe('taking an attempt over', () => {
  it('is refused while the lease lasts', async () => {
    const attempt = await begun()
    expect(await takeOverAttempt(db, another(attempt))).toBe(false)
    expect((await readAttempt(db, attempt.runId, 1))?.leasePassed).toBe(false)
  })

  it("succeeds for one of many when the lease has expired, and the old executor's outcome is then refused", async () => {
    const attempt = await begun({ leaseMs: -1 })
    expect((await readAttempt(db, attempt.runId, 1))?.leasePassed).toBe(true)
    const others = Array.from({ length: EXECUTORS }, () => ({ ...another(attempt), leaseMs: 60_000 }))
    const answers = await Promise.all(others.map((other) => takeOverAttempt(db, other)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    const heir = others[answers.indexOf(true)] ?? attempt
    expect(await row(attempt)).toMatchObject({ token: heir.token, calls: 2, outcome: null })
    expect(await recordOutcome(db, buildAttemptEnd(attempt))).toBe(false)
    expect(await recordOutcome(db, buildAttemptEnd(heir))).toBe(true)
  })

  it('is possible repeatedly, one executor after the other', async () => {
    const attempt = await begun({ leaseMs: -1 })
    for (let calls = 2; calls < 6; calls += 1) {
      expect(await takeOverAttempt(db, another(attempt))).toBe(true)
      expect((await row(attempt)).calls).toBe(calls)
    }
  })

  it('is refused once an outcome is stored, however old the lease', async () => {
    const attempt = await begun({ leaseMs: -1 })
    await recordOutcome(db, buildAttemptEnd(attempt))
    expect(await takeOverAttempt(db, another(attempt))).toBe(false)
  })

  it('races with the late outcome of the old executor: exactly one counts', async () => {
    await Promise.all(
      Array.from({ length: EXECUTORS }, async () => {
        const attempt = await begun({ leaseMs: -1 })
        const [taken, recorded] = await Promise.all([
          takeOverAttempt(db, another(attempt)),
          recordOutcome(db, buildAttemptEnd(attempt)),
        ])
        expect(taken).toBe(!recorded)
      }),
    )
  })

  it('is possible at once after the executor gave the attempt up, and only its own executor can', async () => {
    const attempt = await begun()
    await giveUpAttempt(db, another(attempt))
    expect(await takeOverAttempt(db, another(attempt))).toBe(false)
    await giveUpAttempt(db, attempt)
    expect(await takeOverAttempt(db, another(attempt))).toBe(true)
  })
})

describe('a skipped attempt', () => {
  const why = { outcome: 'rate_limited', detail: 'no room' } as const

  it('is stored without a call, once, and leaves the run as it is', async () => {
    const runId = await buildRun(db, owner, { status: 'reserved', hold: 1n })
    const attempt = attemptOf(runId)
    await Promise.all(Array.from({ length: 5 }, () => recordSkippedAttempt(db, { ...another(attempt), ...why })))
    expect(await row(attempt)).toMatchObject({ outcome: 'rate_limited', calls: 0, duration_ms: 0, detail: 'no room' })
    expect((await beginAttempt(db, attempt)).kind).toBe('taken')
    expect((await readBooks(db, runId)).status).toBe('reserved')
  })

  it('is not stored over an attempt that has begun meanwhile, nor after the end of the run', async () => {
    const attempt = await begun()
    await recordSkippedAttempt(db, { ...attempt, ...why })
    expect((await row(attempt)).outcome).toBeNull()
    await endRun(db, delivery(attempt.runId, 0n))
    await recordSkippedAttempt(db, { ...attempt, number: 2, ...why })
    expect(await row({ ...attempt, number: 2 })).toBeUndefined()
  })
})
