import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { payloadsToPurge, purgePayloads, writePayloadDays } from '../../../db/runs/payloads.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildRun, failure, openTestDatabase, type Owner } from '../build.ts'

const DAY_MS = 86_400_000

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS)
const purge = (days: number, limit = 10) => purgePayloads(db, owner, { at: inDays(days), limit })
const isDue = async (days: number) =>
  (await payloadsToPurge(db, { after: null, at: inDays(days), limit: 100 })).some(
    ({ workspaceId, environment }) => workspaceId === owner.workspaceId && environment === owner.environment,
  )
const purged = async (): Promise<string[]> =>
  (
    await db.pool.query('select id from run where workspace_id = $1 and purged_at is not null order by id', [
      owner.workspaceId,
    ])
  ).rows.map(({ id }) => id)

describe('payloads of runs', () => {
  it('are due after the days of their workspace, and not twice', async () => {
    const run = await buildRun(db, owner, { status: 'running', hold: 1n })
    await endRun(db, failure(run))
    expect([await isDue(89), await isDue(91)]).toEqual([false, true])
    await writePayloadDays(db, owner.workspaceId, 365)
    expect([await isDue(364), await isDue(366)]).toEqual([false, true])
    await writePayloadDays(db, owner.workspaceId, 7)
    expect(await purge(6)).toBe(0)
    expect(await purge(8)).toBe(1)
    expect(await purged()).toEqual([run])
    expect([await purge(8), await isDue(8)]).toEqual([0, false])
  })

  it('of a run under way stay, and those of younger runs until it has ended', async () => {
    const [first, open, last] = [
      await buildRun(db, owner, { status: 'running', hold: 1n }),
      await buildRun(db, owner, { status: 'running', hold: 1n }),
      await buildRun(db, owner, { status: 'running', hold: 1n }),
    ]
    for (const run of [first, last]) await endRun(db, failure(run))
    expect(await purge(91)).toBe(1)
    expect(await purged()).toEqual([first])
    await endRun(db, failure(open))
    expect(await purge(91)).toBe(2)
    expect(await purged()).toEqual([first, open, last])
  })

  it('go batch after batch, the oldest first', async () => {
    const runs: string[] = []
    for (let n = 0; n < 5; n += 1) {
      const run = await buildRun(db, owner, { status: 'running', hold: 1n })
      await endRun(db, failure(run))
      runs.push(run)
    }
    expect([await purge(91, 2), await purged()]).toEqual([2, runs.slice(0, 2)])
    expect([await purge(91, 2), await purge(91, 2), await purge(91, 2)]).toEqual([2, 1, 0])
    expect(await purged()).toEqual(runs)
  })
})
