import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { platformAccountId } from '../../../domain/providers/account.ts'
import { beginAttempt } from '../../../db/runs/attempts/begin.ts'
import type { Database } from '../../../db/database.ts'
import { announceAccounts } from '../../../db/catalog/provider-accounts/queries.ts'
import { cancelRun } from '../../../db/runs/cancel.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { readWallet } from '../../build/wallet.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import {
  buildAttempt,
  buildRun,
  delivery,
  failure,
  NOTHING_REMEMBERED,
  openTestDatabase,
  type Owner,
  readBooks,
  UNLIMITED,
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
  owner = { workspaceId: (await buildWorkspace(db, { test: '5.00' })).id, environment: 'test' }
})
afterEach(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
})

const money = async () => {
  const { available, held } = await readWallet(db, owner.workspaceId, 'test')
  return { available, held }
}

/** What it would have found is for a row: a cancelled run writes nothing into it. */
const WRITES_INTO_A_TABLE = {
  context: {
    ...NOTHING_REMEMBERED,
    record: { table: 'people', table_id: '', row_id: '1', set: null, save: null, on_miss: null },
  },
}

async function queuedRun(): Promise<string> {
  await announceAccounts(db, [{ slug: 'full', usable: true }])
  const runId = await buildRun(db, owner, { status: 'reserved', hold: HOLD })
  const attempt = buildAttempt(runId, {
    accountId: platformAccountId('full'),
    limits: { ...UNLIMITED, concurrency: 0 },
  })
  expect((await beginAttempt(db, attempt)).kind).toBe('queued')
  return runId
}

describe('a run that has not begun at a provider', () => {
  it.each([
    ['created', '', () => buildRun(db, owner, { status: 'created' })],
    ['reserved', '', () => buildRun(db, owner, { status: 'reserved', hold: HOLD })],
    ['queued', '', queuedRun],
    ['reserved', ' of a table', () => buildRun(db, owner, { status: 'reserved', hold: HOLD }, WRITES_INTO_A_TABLE)],
  ])('is cancelled as %s%s, and its hold is released', async (status, _, build) => {
    const runId = await build()
    expect((await readBooks(db, runId)).status).toBe(status)
    expect(await cancelRun(db, runId, owner)).toEqual({ kind: 'cancelled' })
    expect(await readBooks(db, runId)).toMatchObject({ status: 'cancelled', held: '0', charged: null, finished: true })
    expect(await money()).toEqual({ available: 5_000_000n, held: 0n })
  })

  it('is cancelled by one of many requests at the same time, and released once', async () => {
    const runId = await buildRun(db, owner, { status: 'reserved', hold: HOLD })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => cancelRun(db, runId, index % 2 === 0 ? owner : null)),
    )
    expect(answers.filter(({ kind }) => kind === 'cancelled')).toHaveLength(1)
    expect(answers.filter(({ kind }) => kind === 'refused')).toEqual(
      Array.from({ length: 19 }, () => ({ kind: 'refused', status: 'cancelled' })),
    )
    expect(await money()).toEqual({ available: 5_000_000n, held: 0n })
  })

  it('stays cancelled, whatever its workflow writes afterwards', async () => {
    const runId = await buildRun(db, owner, { status: 'reserved', hold: HOLD })
    await cancelRun(db, runId, owner)
    const before = [await readBooks(db, runId), await money()]
    expect(await endRun(db, delivery(runId, HOLD))).toBe('cancelled')
    expect((await beginAttempt(db, buildAttempt(runId))).kind).toBe('ended')
    expect([await readBooks(db, runId), await money()]).toEqual(before)
  })
})

describe('a run that has begun or ended', () => {
  it.each([
    ['running', async () => undefined],
    ['succeeded', (id: string) => endRun(db, delivery(id, 1n))],
    ['no_match', (id: string) => endRun(db, failure(id, { status: 'no_match' }))],
    ['failed', (id: string) => endRun(db, failure(id))],
    ['timed_out', (id: string) => endRun(db, failure(id, { status: 'timed_out' }))],
    ['blocked', (id: string) => endRun(db, failure(id, { status: 'blocked' }))],
  ])('cannot be cancelled as %s: the answer has the status, and nothing changes', async (status, end) => {
    const runId = await buildRun(db, owner, { status: 'running', hold: HOLD })
    await end(runId)
    const before = [await readBooks(db, runId), await money()]
    expect(await cancelRun(db, runId, owner)).toEqual({ kind: 'refused', status })
    expect([await readBooks(db, runId), await money()]).toEqual(before)
  })
})

describe("another workspace's run", () => {
  it.each<[string, () => Promise<Owner>]>([
    ['another workspace', async () => ({ ...owner, workspaceId: (await buildWorkspace(db)).id })],
    ['the other environment', async () => ({ ...owner, environment: 'live' })],
  ])('is not found for %s', async (_, asOther) => {
    const runId = await buildRun(db, owner, { status: 'reserved', hold: HOLD })
    expect(await cancelRun(db, runId, await asOther())).toEqual({ kind: 'missing' })
    expect((await readBooks(db, runId)).status).toBe('reserved')
  })

  it('has the same answer as one that never existed', async () => {
    expect([await cancelRun(db, 'run_nobody', owner), await cancelRun(db, 'run_nobody', null)]).toEqual([
      { kind: 'missing' },
      { kind: 'missing' },
    ])
  })
})
