import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSession } from '../../build/session.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { leftovers, type ServiceProcess, urlOf } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { expectDeath, requestFromDying } from '../../support/dying.ts'
import { startMortal } from '../../support/mortal.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { httpClient } from '../../support/http.ts'
import {
  freeAccount,
  findThrough,
  type LiveProviders,
  startLiveProviders,
  occupyAccount,
} from '../../support/live-providers.ts'
import { findContact, runClient } from '../../support/run-client.ts'
import { readRunRecords } from '../../support/run-records.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { makeOverdue } from '../../support/sweep.ts'
import { until } from '../../support/until.ts'
import { within } from '../../support/within.ts'
import { workerEnv } from '../../support/worker-env.ts'

let providers: LiveProviders
let service: TestService
beforeAll(async () => {
  providers = await startLiveProviders()
  // The worker only announces which providers can be called; each test starts its own when it wants one.
  service = await startTestService({ providers: providers.settings, sweepEveryMs: 200 })
  await service.stopWorker()
}, 300_000)
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  await providers.close()
  expect(drifts).toEqual([])
  expect(leftovers()).toEqual([])
})

const live = () => runClient(service.url, service.workspace.keys.live)

const startDying = (
  script: 'api-child.ts' | 'worker-child.ts',
  at: CrashAt,
  signal: boolean,
): Promise<ServiceProcess> =>
  startMortal({
    script,
    signal,
    env: { ...workerEnv({ ...service, providers: providers.settings }), CRASH_AT: at, SWEEP_EVERY_MS: '200' },
  })

const requestFromDyingApi = async (
  at: CrashAt,
  request: (url: string) => Promise<unknown>,
  signal = false,
): Promise<void> => requestFromDying(await startDying('api-child.ts', at, signal), request)

/** `signal`: the api is a separate process, ended by SIGKILL. */
const postDying = (at: CrashAt, key: string, signal = false): Promise<void> =>
  requestFromDyingApi(
    at,
    (url) => runClient(url, service.workspace.keys.live).run(findThrough('hunter', { idempotency_key: key })),
    signal,
  )

const workflowsOf = async (runId: string): Promise<number> => {
  const { count } = await service.client.workflow.count(`WorkflowId = '${runId}'`)
  return count
}

describe('an api that dies between the insert of a run and the start of its workflow', () => {
  it('has promised the run: the sweeper starts it, it ends once, and the same request is answered with it', async () => {
    const key = randomUUID()
    await postDying('insert_run:after', key, true)
    const {
      body: { items },
    } = await live().list()
    expect(items).toHaveLength(1)
    const runId = String(items[0]?.run_id)
    expect([items[0]?.status, await workflowsOf(runId)]).toEqual(['created', 0])

    await makeOverdue(service.db)
    await service.startWorker()
    expect((await live().get(runId, 30)).body).toMatchObject({ status: 'succeeded', provider: 'hunter' })
    const replay = await live().run(findThrough('hunter', { idempotency_key: key }))
    await service.stopWorker()
    expect([replay.status, replay.headers.get('Idempotent-Replay'), replay.body.run_id]).toEqual([200, 'true', runId])
    expect((await live().list()).body.items).toHaveLength(1)
    expect(providers.calls('hunter')).toHaveLength(1)
    expect(await readRunRecords(service.db, runId)).toMatchObject({
      transfers: ['hold', 'charge'],
      attempts: [{ executions: 1 }],
    })
  }, 300_000)

  it('has stored it: a repeated request waits for the run, also before any sweep', async () => {
    const key = randomUUID()
    await postDying('insert_run:after', key)
    const replaying = live().run(findThrough('hunter', { idempotency_key: key, wait_seconds: 30 }))
    await makeOverdue(service.db)
    await service.startWorker()
    const replay = await replaying
    await service.stopWorker()
    expect([replay.status, replay.headers.get('Idempotent-Replay'), replay.body.status]).toEqual([
      200,
      'true',
      'succeeded',
    ])
  }, 300_000)
})

describe('an api that is killed while runs wait for their start', () => {
  /** One that is alone has eight permits for each of RUN_STARTS_AT_ONCE: most of these wait. */
  const RUNS = 24
  const isStarted = (runId: string): Promise<boolean> =>
    service.client.workflow
      .getHandle(runId)
      .describe()
      .then(
        () => true,
        () => false,
      )
  /** When the sweeper takes each of the runs for lost, in seconds from now, and its status. */
  const sweptIn = async (runIds: readonly string[]): Promise<{ status: string; seconds: number }[]> =>
    (
      await service.db.pool.query(
        'select status, extract(epoch from sweep_at - clock_timestamp())::float8 as seconds from run where id = any($1)',
        [runIds],
      )
    ).rows

  it('has kept the sweeper off them for seconds only: the sweeper starts them when these are over, and all of them end', async () => {
    const api = await startMortal({
      script: 'api-child.ts',
      env: {
        ...workerEnv({ ...service, providers: providers.settings }),
        RUN_STARTS_AT_ONCE: '1',
        POSTPONE_STARTS_SECONDS: '5',
      },
    })
    const caller = runClient(urlOf(api), service.workspace.keys.test)
    const accepted = await Promise.all(Array.from({ length: RUNS }, () => caller.run(findContact('', { async: true }))))
    const runIds = accepted.map(({ body }) => body.run_id)
    // No worker takes up the first ones, so the others wait; as if they had waited until the sweeper wants them.
    await makeOverdue(service.db)
    await until(
      () => sweptIn(runIds),
      (runs) => runs.filter(({ seconds }) => seconds > 0).length > RUNS / 2,
    )
    api.signal('SIGKILL')
    await expectDeath(api)

    const started = await Promise.all(runIds.map(isStarted))
    const waiting = runIds.filter((_, index) => started[index] === false)
    expect(waiting.length).toBeGreaterThan(RUNS / 2)
    expect(await sweptIn(waiting)).toEqual(waiting.map(() => ({ status: 'created', seconds: expect.any(Number) })))
    for (const { seconds } of await sweptIn(waiting)) expect(seconds).toBeLessThanOrEqual(5)

    await service.startWorker()
    const ended = await Promise.all(
      runIds.map((runId) => runClient(service.url, service.workspace.keys.test).get(runId, 60)),
    )
    await service.stopWorker()
    expect(ended.map(({ body }) => body.status)).toEqual(runIds.map(() => 'succeeded'))
    expect(await Promise.all(waiting.map(isStarted))).toEqual(waiting.map(() => true))
  }, 300_000)
})

describe('an api that dies before the insert of a run', () => {
  it('has promised nothing: the same request runs, and is no replay', async () => {
    const key = randomUUID()
    const before = (await live().list()).body.items.length
    await postDying('insert_run:before', key)
    expect((await live().list()).body.items).toHaveLength(before)
    await service.startWorker()
    const again = await live().run(findThrough('hunter', { idempotency_key: key }))
    await service.stopWorker()
    expect([again.status, again.headers.get('Idempotent-Replay'), again.body.status]).toEqual([200, null, 'succeeded'])
  }, 300_000)
})

describe('an api that dies between a cancellation and its signal', () => {
  it('has cancelled the run: its workflow notices, and no provider is called', async () => {
    await service.startWorker()
    await occupyAccount(service.db, 'findymail')
    const {
      body: { run_id: runId },
    } = await live().run(findThrough('findymail', { async: true }))
    await until(
      () => live().get(runId),
      ({ body }) => body.status === 'queued',
    )
    await requestFromDyingApi('cancel_by_request:after', (url) =>
      runClient(url, service.workspace.keys.live).cancel(runId),
    )
    await freeAccount(service.db, 'findymail')
    const result: { status: string } = await within(
      30,
      'the workflow did not close',
      service.client.workflow.getHandle(runId).result(),
    )
    await service.stopWorker()
    expect([(await live().get(runId)).body.status, result.status]).toEqual(['cancelled', 'cancelled'])
    expect(providers.calls('findymail')).toHaveLength(0)
    expect((await readRunRecords(service.db, runId)).transfers).toEqual(['hold', 'release'])
  }, 300_000)
})

describe('an api that dies between an approval and its signal', () => {
  it('has approved the run: the sweeper resumes its workflow', async () => {
    await service.startWorker()
    const {
      body: { run_id: runId },
    } = await live().run(findThrough('hunter', { approval: 'required' }))
    const { token } = await buildSession(service.db, service.workspace.id)
    await requestFromDyingApi('decide_by_request:after', (url) =>
      httpClient(url, token).post(`/v1/runs/${runId}/approve`),
    )
    expect((await live().get(runId)).body.status).toBe('created')
    await makeOverdue(service.db)
    expect((await live().get(runId, 30)).body.status).toBe('succeeded')
    await service.stopWorker()
    expect((await readRunRecords(service.db, runId)).transfers).toEqual(['hold', 'charge'])
  }, 300_000)
})

describe('a sweeper that dies around its claim', () => {
  it.each(played(['claim_overdue_runs:before', 'claim_overdue_runs:after'] as const))(
    '%s: the run falls due again and ends once',
    async (at) => {
      providers.calm()
      await postDying('insert_run:after', randomUUID())
      const runId = String((await live().list('?status=created')).body.items[0]?.run_id)
      await makeOverdue(service.db)
      // It dies in its first round, perhaps before it has logged that it is ready.
      await startDying('worker-child.ts', at, false).then(expectDeath, (error: Error) => {
        expect(error.message).toContain('SIGKILL')
      })
      expect((await live().get(runId)).body.status).toBe('created')
      await makeOverdue(service.db)
      await service.startWorker()
      expect((await live().get(runId, 30)).body.status).toBe('succeeded')
      await service.stopWorker()
      expect(providers.calls('hunter')).toHaveLength(1)
    },
    300_000,
  )
})
