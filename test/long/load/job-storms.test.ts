import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { at, type HttpAnswer, type HttpClient, httpClient } from '../../support/http.ts'
import type { Random } from '../../support/random.ts'
import { drawing, numRunsFor } from '../../support/seed.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 120_000)
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})

const ROWS = 40
/** Callers who change one job at once, and how often each does. */
const CALLERS = 4
const CHANGES = 15
/** What a row of the sandbox costs at most. */
const HOLD = 0.008
const TAGS = ['', '', '', '+no-match', '+error', '+slow-1'] as const
/** A change that the status of the job, or another change, does not allow. */
const ANSWERS = [200, 202, 400, 409]

const microdollars = (answer: HttpAnswer, member: string): bigint => parseUsd(String(answer.at(member)))

interface Storm {
  readonly client: HttpClient
  readonly jobId: string
  readonly random: Random
}

const usd = (amount: number): string => amount.toFixed(6)

/** One request for the job, whatever its state. */
function change({ client, jobId, random }: Storm, cancels: boolean): Promise<HttpAnswer> {
  const path = `/v1/jobs/${jobId}`
  const post = (kind: string, body: object = {}) => client.post(`${path}/${kind}`, body)
  return random.pick([
    () => post('pause'),
    () => post('resume'),
    () => post('resume'),
    () => post('approve'),
    () => client.patch(path, { ceiling: usd(random.next() * HOLD * ROWS) }),
    () => client.patch(path, { concurrency: random.int(1, 20) }),
    () => post('retry', { only: 'errors' }),
    ...(cancels ? [() => post('cancel')] : []),
  ])()
}

/** The job's amounts and counts add up at each look. */
async function look({ client, jobId }: Pick<Storm, 'client' | 'jobId'>, query = ''): Promise<HttpAnswer> {
  const job = await client.get(`/v1/jobs/${jobId}${query}`)
  expect(job.status).toBe(200)
  expect(microdollars(job, 'spent') + microdollars(job, 'held') <= microdollars(job, 'ceiling')).toBe(true)
  expect(Number(job.at('progress', 'done'))).toBeLessThanOrEqual(ROWS)
  return job
}

async function caller(storm: Storm, cancels: boolean): Promise<void> {
  for (let number = 0; number < CHANGES; number += 1) {
    await sleep(storm.random.int(0, 150))
    const answer = await change(storm, cancels && number === CHANGES - 1)
    expect(ANSWERS).toContain(answer.status)
    await look(storm)
  }
}

/** Whatever it waits for, it gets. */
async function carriedOn({ client, jobId }: Storm): Promise<HttpAnswer> {
  return until(
    async () => {
      await client.patch(`/v1/jobs/${jobId}`, { ceiling: '5.00', concurrency: 20 })
      await client.post(`/v1/jobs/${jobId}/approve`)
      await client.post(`/v1/jobs/${jobId}/resume`)
      return look({ client, jobId }, '?wait=5')
    },
    (job) => job.at('finished_at') !== null,
    250,
  )
}

/** Each row has ended once, in the way that is counted, and all that its runs were charged is spent. */
async function expectAllRows({ client, jobId }: Storm): Promise<void> {
  const job = await look({ client, jobId })
  const { rows, done, cost_per_found: _, eta_seconds: __, ...counts } = Object(job.at('progress'))
  expect([rows, done, job.at('held')]).toEqual([ROWS, ROWS, '0.00'])
  const { items } = Object((await client.get(`/v1/jobs/${jobId}/items?limit=1000`)).body)
  const counted: Record<string, number> = Object.fromEntries(Object.keys(counts).map((outcome) => [outcome, 0]))
  for (const { outcome } of items) counted[outcome] = (counted[outcome] ?? 0) + 1
  expect(counted).toEqual(counts)
  const charged = items.reduce(
    (sum: bigint, item: { charged: string | null }) => sum + parseUsd(item.charged ?? '0'),
    0n,
  )
  expect(charged).toBe(microdollars(job, 'spent'))
  const runs = items.flatMap(({ run_id: runId }: { run_id: string | null }) => (runId === null ? [] : [runId]))
  expect(new Set(runs).size).toBe(runs.length)
  const { items: events } = Object((await client.get('/v1/events?limit=200')).body)
  const types = events
    .filter(({ data }: { data: object }) => at(data, 'job_id') === jobId)
    .map(({ type }: { type: string }) => type)
  const times = (type: string): number => types.filter((one: string) => one === type).length
  expect([times('job.finished'), times('job.pilot_finished') <= 1]).toEqual([1, true])
}

async function weather(random: Random): Promise<void> {
  const { keys } = await buildWorkspace(service.db)
  const client = httpClient(service.url, keys.test)
  const made = await client.post('/v1/jobs', {
    capability: 'contact.verify',
    input: { email: '{{email}}' },
    rows: {
      items: Array.from({ length: ROWS }, (_, row) => ({
        email: `ada${row}${random.pick(TAGS)}@company${row}.example.com`,
      })),
    },
    ceiling: usd(random.next() * HOLD * ROWS),
    pilot: random.pick([0, 5]),
    approve: random.pick(['auto', 'manual']),
    concurrency: random.int(1, 20),
  })
  expect(made.status).toBe(202)
  const one = { client, jobId: String(made.at('job_id')), random }
  const cancels = random.chance(0.3)
  await Promise.all(Array.from({ length: CALLERS }, () => caller(one, cancels)))
  await carriedOn(one)
  await expectAllRows(one)
  // A retry may be under way.
  await until(
    () => client.get('/v1/jobs'),
    ({ body }) => Object(body).items.every((job: object) => at(job, 'finished_at') !== null),
    250,
  )
  expect((await client.get('/v1/wallet')).at('held')).toBe('0.00')
}

it('a job that many callers pause, resume, approve, change and cancel at once ends, and each row ends once', async () => {
  const random = drawing('storms of jobs')
  await Promise.all(Array.from({ length: numRunsFor(30) }, (_, index) => weather(random.fork(`storm ${index}`))))
}, 500_000)
