import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { buildWorkspace, type TestWorkspace } from '../../build/workspace.ts'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { expectDeath, requestFromDying } from '../../support/dying.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { startMortal } from '../../support/mortal.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { makeOverdue } from '../../support/sweep.ts'
import { until } from '../../support/until.ts'
import { workerEnv } from '../../support/worker-env.ts'
import { expectOnce } from './every-row-once.ts'

let service: TestService
let workspace: TestWorkspace
let client: HttpClient
beforeAll(async () => {
  // A worker that ran once has announced which providers can be called.
  service = await startTestService({ sweepEveryMs: 200 })
  await service.stopWorker()
}, 300_000)
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
  expect(leftovers()).toEqual([])
})
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  client = httpClient(service.url, workspace.keys.test)
})
afterEach(() => service.stopWorker())

const ROWS = 30
/** Every fifth row misses, and every seventh fails. */
const tagOf = (index: number): string => (index % 7 === 3 ? '+error' : index % 5 === 2 ? '+no-match' : '')
const OUTCOMES = { '+error': 'failed', '+no-match': 'missed', '': 'found' } as const

const JOB = {
  capability: 'contact.verify',
  input: { email: '{{email}}' },
  rows: {
    items: Array.from({ length: ROWS }, (_, index) => ({
      email: `ada${index}${tagOf(index)}@company${index}.example.com`,
    })),
  },
  ceiling: '5.00',
  pilot: 3,
  concurrency: 6,
}

const create = async (job: object = JOB): Promise<string> => {
  const made = await client.post('/v1/jobs', job)
  expect(made.status).toBe(202)
  return String(made.at('job_id'))
}

const startDying = (script: 'api-child.ts' | 'worker-child.ts', at: CrashAt, signal = false) =>
  startMortal({
    script,
    signal,
    env: { ...workerEnv({ ...service, providers: {} }), CRASH_AT: at, SWEEP_EVERY_MS: '200' },
  })

/** As if the time had passed after which the sweeper looks for jobs that have not moved. */
const makeJobsOverdue = () =>
  service.db.pool.query(`update job set sweep_at = clock_timestamp() - interval '1 second' where sweep_at is not null`)

/** The same for jobs and runs. */
async function makeAllOverdue(): Promise<void> {
  await makeJobsOverdue()
  await makeOverdue(service.db)
}

/** It may die in its first round, before it has reported that it is ready. */
async function startAndDie(at: CrashAt, signal: boolean): Promise<void> {
  await startDying('worker-child.ts', at, signal).then(expectDeath, (error: Error) => {
    expect(error.message).toContain('SIGKILL')
  })
}

async function workerDies(at: CrashAt, signal = false): Promise<void> {
  await makeAllOverdue()
  await startAndDie(at, signal)
}

/** The workflow of a job is gone, as with Temporal's database. */
const loseWorkflow = (jobId: string): Promise<boolean> =>
  until(
    () =>
      service.client.workflow
        .getHandle(jobId)
        .terminate()
        .then(
          () => true,
          () => false,
        ),
    (gone) => gone,
  )

/** A worker that stays ends the job: what dead workers left is found again as if its time had passed. */
async function ended(jobId: string): Promise<Awaited<ReturnType<HttpClient['get']>>> {
  await service.startWorker()
  return until(
    async () => {
      await makeAllOverdue()
      return client.get(`/v1/jobs/${jobId}?wait=2`)
    },
    (job) => job.at('finished_at') !== null,
  )
}

/** A worker that stays ends the job, and every row has ended once. */
async function expectEndsOnce(jobId: string): Promise<void> {
  await ended(jobId)
  const outcomes = JOB.rows.items.map((_, index) => OUTCOMES[tagOf(index) as keyof typeof OUTCOMES])
  await expectOnce(service, client, { jobId, outcomes })
}

describe('workers that die in a job of some dozens of rows', () => {
  // The first row's workers are processes, ended by SIGKILL.
  it.each(
    played<readonly CrashAt[]>([
      // One after the other dies behind its first round.
      ['play_job_round:after', 'play_job_round:after', 'play_job_round:after', 'play_job_round:after'],
      ['play_job_round:before', 'play_job_round:after', 'play_job_round:before'],
      ['reserve_runs:before', 'reserve_runs:after'],
      ['call_provider:after', 'record_and_settle:before', 'record_and_settle:after'],
    ]).map((ats, index) => [ats, index === 0] as const),
  )(
    '%j: every row once, and the ledger proves it',
    async (ats, signal) => {
      const jobId = await create()
      for (const at of ats) await workerDies(at, signal)
      await expectEndsOnce(jobId)
    },
    300_000,
  )
})

/** In the order of a round. The transaction is open: a process dies. */
const STATEMENTS_OF_A_ROUND: readonly CrashAt[] = [
  'within lock_job_for_round:after',
  'within read_job_for_round:after',
  'within store_job_round:after',
  'within begin_job_rows:after',
  'within write_events:after',
]

/** Rows that other workers have begun are under way, and every fourth of them takes a second. */
const BUSY_JOB = {
  ...JOB,
  rows: {
    items: JOB.rows.items.map(({ email }, index) => ({
      email: index % 4 === 0 ? email.replace('@', '+slow-1@') : email,
    })),
  },
}

describe('a worker that dies in a round while rows are under way', () => {
  it.each(played(STATEMENTS_OF_A_ROUND))(
    '%s: the round never was: every row once, and the ledger proves it',
    async (at) => {
      const jobId = await create(BUSY_JOB)
      await workerDies('play_job_round:after')
      await workerDies(at, true)
      await expectEndsOnce(jobId)
    },
    300_000,
  )
})

describe('a worker that dies while it cancels a job with rows under way', () => {
  it.each(
    played<readonly [at: CrashAt, signal: boolean]>([
      ['cancel_run:before', false],
      ['cancel_run:after', false],
      ['within cancel_waiting_job_rows:after', true],
      ['play_job_round:after', false],
    ]),
  )(
    '%s: no row is lost, and nothing is held',
    async (at, signal) => {
      const jobId = await create(BUSY_JOB)
      await workerDies('play_job_round:after')
      expect((await client.post(`/v1/jobs/${jobId}/cancel`)).at('status')).toBe('finishing')
      // No step of the dead worker is waited for, and its runs are cancelled before the sweeper starts them.
      await loseWorkflow(jobId)
      await makeJobsOverdue()
      await startAndDie(at, signal)
      const job = await ended(jobId)
      expect(job.body).toMatchObject({ status: 'cancelled', held: '0.00', progress: { done: ROWS } })
      const { items } = Object((await client.get(`/v1/jobs/${jobId}/items?limit=1000`)).body)
      expect(items.filter(({ outcome }: { outcome: unknown }) => outcome === 'cancelled')).toHaveLength(
        Number(job.at('progress', 'cancelled')),
      )
      expect(items.filter(({ outcome }: { outcome: unknown }) => outcome === null)).toEqual([])
      expect((await client.get('/v1/wallet')).at('held')).toBe('0.00')
    },
    300_000,
  )
})

describe('a sweeper that dies around its claim', () => {
  it.each(played(['claim_overdue_jobs:before', 'claim_overdue_jobs:after'] as const))(
    '%s: the job falls due again, although its first start was lost',
    async (at) => {
      const jobId = await create()
      await loseWorkflow(jobId)
      await workerDies(at)
      await expectEndsOnce(jobId)
    },
    300_000,
  )
})

describe('an api that dies around the creation of a job', () => {
  it.each(played(['create_job:before', 'create_job:after'] as const))(
    '%s: repeated with its key, it is the same job, which the sweeper starts',
    async (at) => {
      const key = { 'Idempotency-Key': randomUUID() }
      await requestFromDying(await startDying('api-child.ts', at), (url) =>
        httpClient(url, workspace.keys.test).post('/v1/jobs', JOB, key),
      )
      // Who held the key has died: the next one takes it over when its lease has passed.
      await service.db.pool.query(
        `update idempotent_answer set lease_until = clock_timestamp() where workspace_id = $1`,
        [workspace.id],
      )
      const again = await client.post('/v1/jobs', JOB, key)
      expect([again.status, again.headers.get('idempotent-replay')]).toEqual([
        202,
        at === 'create_job:after' ? 'true' : null,
      ])
      expect(Object((await client.get('/v1/jobs')).body).items).toHaveLength(1)
      await expectEndsOnce(String(again.at('job_id')))
    },
    300_000,
  )
})

describe('an api that dies around a change of a job', () => {
  it.each(played(['change_job:before', 'change_job:after'] as const))(
    '%s: repeated with its key, it is the same change, and the sweeper wakes the job',
    async (at) => {
      const jobId = await create({ ...JOB, approve: 'manual' })
      await service.startWorker()
      expect((await client.get(`/v1/jobs/${jobId}?wait=60`)).at('status')).toBe('awaiting_approval')
      const key = { 'Idempotency-Key': randomUUID() }
      const approve = (url: string) =>
        httpClient(url, workspace.keys.test).post(`/v1/jobs/${jobId}/approve`, undefined, key)
      await requestFromDying(await startDying('api-child.ts', at), approve)
      expect((await client.get(`/v1/jobs/${jobId}`)).at('status')).toBe(
        at === 'change_job:after' ? 'running' : 'awaiting_approval',
      )
      // After the commit the sweeper alone knows of it.
      if (at === 'change_job:before') {
        await service.db.pool.query(
          `update idempotent_answer set lease_until = clock_timestamp() where workspace_id = $1`,
          [workspace.id],
        )
        expect((await approve(service.url)).status).toBe(200)
      }
      await expectEndsOnce(jobId)
    },
    300_000,
  )
})
