import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { cancelRun } from '../../../db/runs/cancel.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { claimOverdueRuns, SWEEP_AFTER_SECONDS } from '../../../db/runs/sweep.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildRun, failure, openTestDatabase, type Owner } from '../build.ts'

const RUNS = 120
const SWEEPERS = 8
const LIMIT = 10

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})
afterAll(() => close())
beforeEach(async () => {
  await db.pool.query('truncate run cascade')
})

const buildRuns = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => buildRun(db, owner, { status: 'created' })))
/** As if this number of seconds had passed for these runs. */
const pass = (runIds: readonly string[], seconds: number) =>
  db.pool.query('update run set sweep_at = sweep_at - make_interval(secs => $2) where id = any($1)', [runIds, seconds])
const claim = async (limit = LIMIT): Promise<string[]> =>
  (await claimOverdueRuns(db, limit, SWEEP_AFTER_SECONDS)).map(({ id }) => id)

/** Sweeps until no run is overdue. */
async function sweep(): Promise<string[][]> {
  const rounds: string[][] = []
  for (;;) {
    const claimed = await claim()
    if (claimed.length === 0) return rounds
    rounds.push(claimed)
  }
}

describe('overdue runs', () => {
  it('go to one sweeper each, and none is left out', async () => {
    const runIds = await buildRuns(RUNS)
    await pass(runIds, 60)
    const claimed = (await Promise.all(Array.from({ length: SWEEPERS }, sweep))).flat()
    // A sweeper that finds every overdue row locked by others stops early; it never waits for them.
    const rest = await sweep()
    const all = [...claimed, ...rest].flat()
    expect(all.toSorted()).toEqual(runIds.toSorted())
    expect(claimed.every((round) => round.length <= LIMIT)).toBe(true)
  })

  it('are claimed up to the requested number, the longest overdue first', async () => {
    const runIds = await buildRuns(30)
    await pass(runIds, 60)
    const oldest = runIds.slice(10, 17)
    await pass(oldest, 600)
    expect((await claim(7)).toSorted()).toEqual(oldest.toSorted())
    expect(await claim(1_000)).toHaveLength(23)
  })

  it('are claimed round robin over the workspaces: the backlog of one delays no other, and live goes first', async () => {
    const backlog = await buildRuns(60)
    await pass(backlog, 600)
    const others = await Promise.all(
      (['test', 'live'] as const).map(async (environment) => {
        const other: Owner = { workspaceId: (await buildWorkspace(db)).id, environment }
        return Promise.all([1, 2].map(() => buildRun(db, other, { status: 'created' })))
      }),
    )
    await pass(others.flat(), 60)
    const [sandbox = [], live = []] = others
    const first = await claim(3)
    expect(first.filter((id) => live.includes(id))).toHaveLength(2)
    expect(first.filter((id) => backlog.includes(id))).toHaveLength(1)
    expect((await claim(4)).filter((id) => sandbox.includes(id))).toHaveLength(2)
    expect((await claim(1_000)).length).toBe(57)
  })

  it('are not claimed for a while after a claim, and then again', async () => {
    const [runId = ''] = await buildRuns(1)
    expect(await claim()).toEqual([])
    await pass([runId], SWEEP_AFTER_SECONDS + 1)
    expect([await claim(), await claim()]).toEqual([[runId], []])
    await pass([runId], SWEEP_AFTER_SECONDS + 1)
    expect(await claim()).toEqual([runId])
  })

  it('are those that have not ended, in any state', async () => {
    const open = [
      await buildRun(db, owner, { status: 'created' }),
      await buildRun(db, owner, { status: 'reserved' }),
      await buildRun(db, owner, { status: 'running' }),
    ]
    const [cancelled = '', failed = ''] = await buildRuns(2)
    await cancelRun(db, cancelled, null)
    await endRun(db, failure(failed))
    await pass([...open, cancelled, failed], 3_600)
    expect((await claim()).toSorted()).toEqual(open.toSorted())
  })

  it('have what the start of their workflow needs', async () => {
    const runIds = await buildRuns(1)
    await pass(runIds, 60)
    expect(await claimOverdueRuns(db, 1, SWEEP_AFTER_SECONDS)).toEqual([
      { id: runIds[0], ...owner, capability: 'contact.find', waits: false },
    ])
  })
})
