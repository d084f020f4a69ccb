import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { eraseBatch } from '../../../usecases/erasure/erase-batch.ts'
import { type ErasureCursor, readErasure, readOpenErasure } from '../../../db/erasure/erasures.ts'
import { closeWorkspace, eraseWorkspaceBatch } from '../../../usecases/erasure/erase-workspace.ts'
import { changeJob } from '../../../usecases/jobs/change-job.ts'
import { jobResults, listJobRows } from '../../../db/jobs/items.ts'
import { purgeJobRows } from '../../../usecases/jobs/purge-rows.ts'
import { type JobRef, readJob } from '../../../db/jobs/jobs.ts'
import { playJobRound } from '../../../usecases/jobs/play-round.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { failure, openTestDatabase, type Owner } from '../build.ts'
import { BY_A_PERSON, buildJobOf } from '../jobs/build.ts'
import { buildErasure } from './build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const ADA = { email: 'ada@example.com' }
const makeOwner = async (): Promise<Owner> => ({ workspaceId: (await buildWorkspace(db)).id, environment: 'test' })
const buildJob = (owner: Owner, rows: number, adas: readonly number[]): Promise<JobRef> =>
  buildJobOf(db, owner, {
    inputs: Array.from({ length: rows }, (_, index) =>
      adas.includes(index + 1) ? ADA : { email: `p${index}@example.com` },
    ),
    ceiling: 5_000_000n,
  })
const round = async ({ id }: JobRef) => {
  const played = await playJobRound(db, id)
  if (played === null) throw new Error('there is no such job')
  return played
}
const outcomes = async ({ id }: JobRef) =>
  (await listJobRows(db, id, { outcome: null, after: 0, limit: 100 })).map(({ outcome }) => outcome)
const requestsOf = async ({ id }: JobRef): Promise<string> =>
  (await db.pool.query('select string_agg(request::text, $2) as text from job_row where job_id = $1', [id, ' ']))
    .rows[0].text

it('an erasure cancels the rows that wait, and a row under way that would wait again', async () => {
  for (const size of [undefined, { rows: 1, bytes: 1_000_000 }]) {
    const owner = await makeOwner()
    const job = await buildJob(owner, 14, [3, 12, 14])
    const other = await buildJob(owner, 1, [])
    const { begun } = await round(job)
    const { erasure, scope } = await buildErasure(db, owner, { kind: 'email', value: ADA.email })
    const later = await buildJob(owner, 1, [1])
    let cursor: ErasureCursor = { stage: null, after: null, waiting: null }
    for (let state = 'more'; state === 'more';)
      ({ state, cursor } = await eraseBatch(db, erasure, {
        scope,
        stage: 'watches',
        cursor,
        ...(size === undefined ? {} : { size }),
      }))
    expect((await readJob(db, job))?.counts).toMatchObject({ cancelled: 2 })
    expect(await requestsOf(job)).not.toContain(ADA.email)
    expect([await outcomes(other), await outcomes(later)]).toEqual([[null], [null]])
    // No provider can take any of the runs: the rows would wait again.
    for (const runId of begun)
      await endRun(db, failure(runId, { error: { code: 'provider_not_available', message: '' }, releasesKey: true }))
    expect(await round(job)).toMatchObject({ status: 'paused', counts: { cancelled: 3 }, begun: [] })
    expect(await outcomes(job)).toEqual(
      Array.from({ length: 14 }, (_, index) => ([3, 12, 14].includes(index + 1) ? 'cancelled' : null)),
    )
  }
})

it('an erasure takes the cells of a file whose row mentions the person, and the row with them, and no others', async () => {
  const owner = await makeOwner()
  const others = [{ name: 'Kim' }, { name: 'Lou' }]
  const job = await buildJobOf(db, owner, {
    inputs: [{ name: 'Ada' }, ...others],
    cells: [{ Name: 'Ada', Mail: ADA.email }, ...others],
    ceiling: 5_000_000n,
  })
  const { erasure, scope } = await buildErasure(db, owner, { kind: 'email', value: ADA.email })
  let cursor: ErasureCursor = { stage: null, after: null, waiting: null }
  for (let state = 'more'; state === 'more';)
    ({ state, cursor } = await eraseBatch(db, erasure, { scope, stage: 'watches', cursor }))
  expect(await outcomes(job)).toEqual(['cancelled', null, null])
  const rows = []
  for await (const page of jobResults(db, job.id, { ended: false })) rows.push(...page)
  expect(rows.map(({ cells }) => cells)).toEqual([null, ...others])
  expect([await purgeJobRows(db, job.id, { limit: 1 }), await purgeJobRows(db, job.id, { limit: 9 })]).toEqual([1, 1])
  const kept = []
  for await (const page of jobResults(db, job.id, { ended: false })) kept.push(...page)
  expect(kept.map(({ cells }) => cells)).toEqual([null, null, null])
})

it('an erasure erases the run of a row that has begun since the request, and counts the rows of jobs', async () => {
  const owner = await makeOwner()
  const job = await buildJob(owner, 13, [12, 13])
  const { begun } = await round(job)
  const { erasure, scope } = await buildErasure(db, owner, { kind: 'email', value: ADA.email })
  // The eleventh and the twelfth row begin before the erasure comes to the jobs.
  for (const runId of begun.slice(0, 2)) await endRun(db, failure(runId))
  const later = (await round(job)).begun
  const erase = async (stage: 'watches' | 'runs') => {
    const open = await readOpenErasure(db, erasure.id)
    if (open === null) throw new Error('it is not finished')
    let cursor: ErasureCursor = { stage: null, after: null, waiting: null }
    for (let state = 'more'; ;) {
      ;({ state, cursor } = await eraseBatch(db, open, { scope, stage, cursor }))
      if (state !== 'more') return state
    }
  }
  expect(await erase('watches')).toBe('over')
  expect(await erase('runs')).toBe('waits')
  for (const runId of [...begun.slice(2), ...later]) await endRun(db, failure(runId))
  expect(await erase('runs')).toBe('over')
  const purged = await db.pool.query('select id from run where job_id = $1 and purged_at is not null', [job.id])
  expect(purged.rows).toEqual([{ id: later[1] }])
  expect((await readErasure(db, owner, erasure.id))?.erased).toEqual({ job_rows: 2, runs: 1 })
})

it('the erasure of a workspace ends its jobs, and leaves nothing of their rows', async () => {
  const owner = await makeOwner()
  const jobs = [await buildJob(owner, 3, [1]), await buildJob(owner, 12, [])]
  const [paused, running] = jobs
  if (paused === undefined || running === undefined) throw new Error('both were made')
  await changeJob(db, paused, { change: { kind: 'pause' }, ...BY_A_PERSON, saveResponse: () => Promise.resolve() })
  const { begun } = await round(running)
  await closeWorkspace(db, { id: owner.workspaceId, actor: 'operator', reason: 'request' })
  expect((await round(running)).begun).toEqual([])
  for (let after: string | null = ''; after !== null;)
    ({ after } = await eraseWorkspaceBatch(db, owner, { stage: 'watches', after }))
  for (const runId of begun) await endRun(db, failure(runId))
  for (const job of jobs) {
    expect((await round(job)).status).toBe('cancelled')
    expect([await requestsOf(job), (await readJob(db, job))?.held]).toEqual([null, 0n])
  }
})
