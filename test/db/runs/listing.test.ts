import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { recordOutcome } from '../../../usecases/runs/record-outcome.ts'
import type { Database } from '../../../db/database.ts'
import { statement } from '../../../db/statement.ts'
import { acceptRun } from '../../../usecases/runs/accept-run.ts'
import { listRuns, type RunFilter } from '../../../db/runs/list.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { readRunsUnderWay } from '../../../db/runs/under-way.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildNewRun,
  buildPlan,
  buildRun,
  delivery,
  openTestDatabase,
  type Owner,
} from '../build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(3))
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
})
afterAll(() => close())

const listed = async (provider: string, more: Partial<RunFilter> = {}): Promise<string[]> => {
  const found = await listRuns(db, {
    ...owner,
    status: null,
    capability: null,
    endpoint: null,
    apiKeyId: null,
    search: null,
    metadata: null,
    first: null,
    end: null,
    before: null,
    limit: 50,
    provider,
    ...more,
  })
  return found.map(({ id }) => id)
}

it('the filter by provider finds the runs that it served and the open ones that wait for it: called, next, or pinned', async () => {
  const served = await buildRun(db, owner, { status: 'running' })
  const first = buildAttempt(served)
  const [attempt] = await db.query(
    statement<{ served: string }, { token: string }>({
      name: 'token',
      effect: false,
      text: 'select token::text from attempt where run_id = :served',
    }),
    { served },
  )
  await recordOutcome(db, buildAttemptEnd({ ...first, token: attempt?.token ?? '' }))
  await endRun(db, delivery(served, 0n))
  const called = await buildRun(db, owner, { status: 'running' })
  const next = await buildRun(db, owner, { status: 'reserved' })
  const pinned = buildNewRun(owner, { routing: { ...buildNewRun(owner).routing, provider: 'sandbox-alpha' } })
  await acceptRun(db, pinned)
  const elsewhere = await buildRun(db, owner, { status: 'reserved' })
  const [candidate] = buildPlan(0n).candidates
  await db.pool.query(`update run set plan = jsonb_set(plan, '{candidates}', $2) where id = $1`, [
    elsewhere,
    JSON.stringify([{ ...candidate, provider: 'sandbox-beta' }, candidate]),
  ])
  await buildRun(db, owner, { status: 'created' })
  const others = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' } as const
  await buildRun(db, others, { status: 'running' })
  const found = [served, called, next, pinned.id].toSorted().toReversed()
  expect(await listed('sandbox-alpha')).toEqual(found)
  expect(await listed('sandbox-beta')).toEqual([elsewhere])
  // With the other filters, and page by page.
  expect(await listed('sandbox-alpha', { status: 'running' })).toEqual([called])
  expect(await listed('sandbox-alpha', { status: 'succeeded' })).toEqual([served])
  expect(await listed('sandbox-alpha', { limit: 2 })).toEqual(found.slice(0, 2))
  expect(await listed('sandbox-alpha', { limit: 2, before: found[1] ?? '' })).toEqual(found.slice(2))
  const underWay = await readRunsUnderWay(db, [...found, elsewhere], owner)
  const facts = (id: string): unknown => {
    const one = underWay.get(id)
    return one === undefined ? null : [one.waitsFor, one.phase]
  }
  expect([served, called, next, pinned.id, elsewhere].map(facts)).toEqual([
    null,
    ['sandbox-alpha', 'called'],
    ['sandbox-alpha', 'next'],
    ['sandbox-alpha', 'next'],
    ['sandbox-beta', 'next'],
  ])
  expect((await readRunsUnderWay(db, found, others)).size).toBe(0)
  await db.pool.query(`update attempt set outcome = 'unknown', finished_at = now() where run_id = $1`, [called])
  expect([
    facts(called),
    [...(await readRunsUnderWay(db, [called], owner)).values()].map(({ waitsFor, phase }) => [waitsFor, phase]),
  ]).toEqual([['sandbox-alpha', 'called'], [['sandbox-alpha', 'over']]])
  expect(await listed('sandbox-alpha', { status: 'running' })).toEqual([called])
})
