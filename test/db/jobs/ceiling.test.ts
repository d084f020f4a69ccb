import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createWalletBatches } from '../../../usecases/runs/wallet-batches.ts'
import type { Database } from '../../../db/database.ts'
import { changeJob } from '../../../usecases/jobs/change-job.ts'
import { type JobRef, readJob } from '../../../db/jobs/jobs.ts'
import { playJobRound } from '../../../usecases/jobs/play-round.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import type { JobStatus } from '../../../domain/jobs/states.ts'
import { refusedReservation } from '../../../domain/routing/refusal.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { untilOthersWait } from '../../support/lock-wallet.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildPlan,
  delivery,
  failure,
  openTestDatabase,
  type Owner,
  reserveAmount,
} from '../build.ts'
import { BY_A_PERSON, buildJobOf } from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  owner = { workspaceId: (await buildWorkspace(db, { live: '50000.00' })).id, environment: 'live' }
})
afterAll(() => close())

const HOLD_MAX = 100_000

const buildJob = ({ rows, ceiling }: { readonly rows: number; readonly ceiling: bigint }): Promise<JobRef> =>
  buildJobOf(db, owner, { inputs: Array.from({ length: rows }, () => ({})), ceiling })

const round = (jobId: string) => playJobRound(db, jobId)

/** A run of the job as its workflow would execute it: held at some price, and settled by less. */
async function execute(runId: string, batches: ReturnType<typeof createWalletBatches> | null): Promise<void> {
  const hold = BigInt(randomInt(HOLD_MAX))
  const charge = BigInt(randomInt(Number(hold) + 1))
  const attempt = buildAttempt(runId)
  const reservation = { runId, plan: buildPlan(hold), hold, routingReason: '' }
  const answer =
    batches === null
      ? await reserveAmount(db, runId, hold)
      : await batches.reserveAndBegin(owner, { reservation, attempt })
  if (answer.kind === 'refused') {
    const { status, error } = refusedReservation(reservation.plan, answer.refusal)
    expect(answer.refusal.control).toBe('job_ceiling')
    await endRun(db, failure(runId, { status, error, releasesKey: true }))
    return
  }
  if (batches === null || answer.kind !== 'begun') await endRun(db, delivery(runId, charge))
  else await batches.recordAndSettle(owner, buildAttemptEnd(attempt), delivery(runId, charge))
}

async function play(job: JobRef, batches: ReturnType<typeof createWalletBatches> | null): Promise<JobStatus> {
  for (;;) {
    const played = await round(job.id)
    if (played === null) throw new Error('there is no such job')
    await Promise.all(played.begun.map((runId) => execute(runId, batches)))
    const now = await readJob(db, job)
    expect(Number(now?.spent) + Number(now?.held)).toBeLessThanOrEqual(Number(now?.ceiling))
    if (played.begun.length === 0 && played.underWay.length === 0) return played.status
  }
}

describe('the ceilings of jobs of one wallet', () => {
  it('are kept to the microdollar by jobs that run at once, one by one and in batches', async () => {
    const batches = createWalletBatches(db)
    const jobs = await Promise.all(
      Array.from({ length: 60 }, () => buildJob({ rows: 12, ceiling: BigInt(randomInt(HOLD_MAX * 8)) })),
    )
    const ends = await Promise.all(jobs.map((job, index) => play(job, index % 3 === 0 ? null : batches)))
    expect(new Set(ends)).toEqual(new Set(['succeeded', 'paused']))
    const { rows } = await db.pool.query(
      `select b.amount, b.spent, b.held, coalesce(sum(r.charged), 0)::bigint as charged,
        count(*) filter (where w.outcome = 'found') as found, j.found as counted
      from job j join budget b on b.holder_id = j.id join job_row w on w.job_id = j.id
      left join run r on r.id = w.run_id where j.workspace_id = $1 group by b.id, j.id`,
      [owner.workspaceId],
    )
    expect(rows).toHaveLength(60)
    for (const { amount, spent, held, charged, found, counted } of rows)
      expect([Number(spent) <= Number(amount), spent, held, Number(found)]).toEqual([true, charged, '0', counted])
    expect((await verifyLedger(db)).drifts).toEqual([])
  })

  it('continue once they are raised: each row has one run that counts', async () => {
    const job = await buildJob({ rows: 20, ceiling: 50_000n })
    let status = await play(job, null)
    for (let raised = 100_000n; status === 'paused'; raised *= 2n) {
      const saveResponse = () => Promise.resolve()
      await changeJob(db, job, {
        change: { kind: 'edit', ceiling: raised, ceilingMax: null, concurrency: null },
        ...BY_A_PERSON,
        saveResponse,
      })
      await changeJob(db, job, { change: { kind: 'resume' }, ...BY_A_PERSON, saveResponse })
      status = await play(job, null)
    }
    expect(status).toBe('succeeded')
    const { rows } = await db.pool.query(
      `select (select count(*) from run where job_id = $1 and status = 'succeeded') as runs,
        (select count(distinct run_id) from job_row where job_id = $1) as rows`,
      [job.id],
    )
    expect(rows).toEqual([{ runs: '20', rows: '20' }])
  })
})

it('rounds of one job at once see what each other did: no waiting row is lost', async () => {
  const job = await buildJob({ rows: 20, ceiling: 50_000_000n })
  await Promise.all(((await round(job.id))?.begun ?? []).map((runId) => execute(runId, null)))
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('select from job where id = $1 for update', [job.id])
  const both = Promise.all([round(job.id), round(job.id)])
  await untilOthersWait(db)
  await holder.query('rollback')
  holder.release()
  const [first, second] = (await both).toSorted((a, b) => (b?.begun.length ?? 0) - (a?.begun.length ?? 0))
  expect([first?.status, first?.begun.length, second]).toMatchObject([
    'running',
    10,
    { status: 'finishing', begun: [], ended: 0 },
  ])
  await Promise.all((first?.begun ?? []).map((runId) => execute(runId, null)))
  expect(await play(job, null)).toBe('succeeded')
  expect((await readJob(db, job))?.counts).toMatchObject({ found: 20 })
})
