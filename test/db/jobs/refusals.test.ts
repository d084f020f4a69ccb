import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { changeJob } from '../../../usecases/jobs/change-job.ts'
import { type JobRef, readJob } from '../../../db/jobs/jobs.ts'
import { readFailedRows } from '../../../db/jobs/retry.ts'
import { type PlayedRound, playJobRound } from '../../../usecases/jobs/play-round.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { delivery, failure, openTestDatabase, reserveAmount } from '../build.ts'
import { BY_A_PERSON, buildJobOf } from './build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

async function round({ id }: JobRef): Promise<PlayedRound> {
  const played = await playJobRound(db, id)
  if (played === null) throw new Error('there is no such job')
  return played
}

async function execute(runId: string, isRefused: boolean): Promise<void> {
  if (!isRefused) await reserveAmount(db, runId, 1n)
  const error = { code: 'provider_not_available', message: 'No provider can take it.' } as const
  await endRun(db, isRefused ? failure(runId, { status: 'failed', error, releasesKey: true }) : delivery(runId, 1n))
}

it('a row that no provider takes pauses its job twice, and then fails with its last run while the others continue', async () => {
  const owner = { workspaceId: (await buildWorkspace(db, { live: '1.00' })).id, environment: 'live' } as const
  const job = await buildJobOf(db, owner, { inputs: Array.from({ length: 12 }, () => ({})), ceiling: 1_000_000n })
  const lastRuns: (string | undefined)[] = []
  const statuses: string[] = []
  for (let played = await round(job); played.begun.length > 0; played = await round(job)) {
    // The row that waits the longest begins first.
    lastRuns.push(played.begun[0])
    await Promise.all(played.begun.map((runId, index) => execute(runId, index === 0 && lastRuns.length <= 3)))
    const after = await round(job)
    statuses.push(after.status)
    if (after.status === 'paused')
      await changeJob(db, job, { change: { kind: 'resume' }, ...BY_A_PERSON, saveResponse: () => Promise.resolve() })
    if (after.begun.length > 0) throw new Error('the rounds take turns')
  }
  expect(statuses).toEqual(['paused', 'paused', 'partially_succeeded'])
  expect((await readJob(db, job))?.counts).toMatchObject({ found: 11, failed: 1 })
  const { rows } = await db.pool.query(`select number, run_id from job_row where job_id = $1 and outcome = 'failed'`, [
    job.id,
  ])
  expect(rows).toEqual([{ number: 1, run_id: lastRuns[2] }])
  expect(await readFailedRows(db, job.id)).toHaveLength(1)
})
