import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Environment } from '../../../domain/runs/states.ts'
import { buildWorkspace, type TestWorkspace } from '../../build/workspace.ts'
import { findThrough, type LiveProviders, startLiveProviders } from '../../support/live-providers.ts'
import { httpClient } from '../../support/http.ts'
import { findContact, runClient } from '../../support/run-client.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

/** Far more than start at once. */
const FLOOD = 60

const ROWS_OF_JOB = 1_000
const SINGLE_RUNS = 12

let providers: LiveProviders
let service: TestService
let bystander: TestWorkspace
beforeAll(async () => {
  providers = await startLiveProviders()
  service = await startTestService({ providers: providers.settings, sweepEveryMs: 500 })
  bystander = await buildWorkspace(service.db)
  // Without it the one that floods would be alone, and have eight times the permits.
  await client(bystander, 'test').run(findContact())
}, 300_000)
afterAll(async () => {
  await service.stop()
  await providers.close()
})

const client = (workspace: TestWorkspace, environment: Environment, url = service.url) =>
  runClient(url, workspace.keys[environment])
/** This number of runs at once that no request waits for, by their ids. */
const flood = async (count: number, url?: string): Promise<string[]> =>
  (
    await Promise.all(
      Array.from({ length: count }, () => client(service.workspace, 'test', url).run(findContact('', { async: true }))),
    )
  ).map(({ body }) => body.run_id)

/** How many of the flood ended while the run was under way, and after it. */
async function endedAround(runId: string, others: readonly string[]): Promise<{ during: number; after: number }> {
  await until(
    () => open(others),
    (count) => count === 0,
  )
  const {
    rows: [row],
  } = await service.db.pool.query<{ during: number; after: number }>(
    `select (count(*) filter (where o.finished_at between r.created_at and r.finished_at))::integer as during,
       (count(*) filter (where o.finished_at > r.finished_at))::integer as after
     from run r, run o where r.id = $1 and o.id = any($2)`,
    [runId, others],
  )
  return row ?? { during: 0, after: 0 }
}

const open = async (runIds: readonly string[]): Promise<number> => {
  const { rows } = await service.db.pool.query('select 1 from run where id = any($1) and finished_at is null', [runIds])
  return rows.length
}
const statuses = async (runIds: readonly string[]): Promise<Record<string, number>> => {
  const { rows } = await service.db.pool.query<{ status: string; runs: number }>(
    'select status, count(*)::integer as runs from run where id = any($1) group by status',
    [runIds],
  )
  return Object.fromEntries(rows.map(({ status, runs }) => [status, runs]))
}

describe('while a workspace floods the sandbox', () => {
  it('live and sandbox runs of another workspace do not wait behind the flood', async () => {
    const others = await flood(FLOOD)
    const answers = await Promise.all([
      client(bystander, 'live').run(findThrough('hunter')),
      client(bystander, 'test').run(findContact()),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const { body } of answers) {
      const { during, after } = await endedAround(body.run_id, others)
      expect(after).toBeGreaterThan(during)
    }
    expect(await statuses(others)).toEqual({ succeeded: FLOOD })
  }, 300_000)

  it('a run that waits for its start is cancelled like any other, and is never started', async () => {
    const others = await flood(FLOOD)
    const waiting = others.slice(-5)
    const answers = await Promise.all(waiting.map((runId) => client(service.workspace, 'test').cancel(runId)))
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(waiting.map(() => [200, 'cancelled']))
    await until(
      () => open(others),
      (count) => count === 0,
    )
    const started = await Promise.all(
      waiting.map(async (runId) => (await service.client.workflow.count(`WorkflowId = '${runId}'`)).count),
    )
    expect(started).toEqual(waiting.map(() => 0))
  }, 300_000)
})

describe('while a job of many rows runs', () => {
  it('few of its rows end during a single run of another workspace', async () => {
    const job = httpClient(service.url, service.workspace.keys.test)
    const created = await job.post('/v1/jobs', {
      capability: 'contact.verify',
      rows: {
        items: Array.from({ length: ROWS_OF_JOB }, (_, row) => ({ email: `ada${row}@company${row}.example.com` })),
      },
      input: { email: '{{email}}' },
      ceiling: '100.00',
      pilot: 0,
    })
    const id = String(created.at('job_id'))
    const singles: string[] = []
    for (let run = 0; run < SINGLE_RUNS; run += 1)
      singles.push((await client(bystander, 'test').run(findContact())).body.run_id)
    expect((await job.get(`/v1/jobs/${id}`)).at('status')).toBe('running')
    await job.post(`/v1/jobs/${id}/cancel`)
    const {
      rows: [row],
    } = await service.db.pool.query<{ during: number }>(
      `select count(*)::integer as during from run r join run o on o.finished_at between r.created_at and r.finished_at
       where r.id = any($1) and o.job_id = $2`,
      [singles, id],
    )
    // One begins at a time: it, and one that began before.
    expect((row?.during ?? 0) / SINGLE_RUNS).toBeLessThanOrEqual(2)
  }, 300_000)
})

describe('an api that stops while runs wait for their start', () => {
  it('leaves them to the next sweep: all of them end', async () => {
    const replica = await service.startReplica()
    const others = await flood(FLOOD, replica.ownUrl)
    await replica.drain()
    await until(
      () => open(others),
      (count) => count === 0,
    )
    expect(await statuses(others)).toEqual({ succeeded: FLOOD })
  }, 300_000)
})
