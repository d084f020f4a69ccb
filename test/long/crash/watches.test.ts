import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { readStream } from '../../build/inbound.ts'
import { buildWorkspace, type TestWorkspace } from '../../build/workspace.ts'
import { leftovers, type ServiceProcess, urlOf } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { expectDeath } from '../../support/dying.ts'
import { startMortal } from '../../support/mortal.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { type ChangingWeb, startChangingWeb, watchTheWeb } from '../../support/web-search.ts'
import { workerEnv } from '../../support/worker-env.ts'

let web: ChangingWeb
let service: TestService
let receiver: Receiver
let workspace: TestWorkspace
let client: HttpClient
let watchId: string

beforeAll(async () => {
  web = await startChangingWeb()
  receiver = await startReceiver()
  // A worker that ran once has announced which providers can be called.
  service = await startTestService({ providers: web.settings, sweepEveryMs: 200 })
  await service.stopWorker()
}, 300_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
  await web.close()
  expect(leftovers()).toEqual([])
})
beforeEach(async () => {
  await web.lists({ url: 'https://example.com/a' }, { url: 'https://example.com/b' })
  workspace = await buildWorkspace(service.db)
  client = httpClient(service.url, workspace.keys.live)
  await client.post('/v1/webhooks', { url: `${receiver.url}/${workspace.id}` })
  const made = await client.post('/v1/watch', watchTheWeb())
  expect(made.status).toBe(200)
  watchId = String(made.at('id'))
})
afterEach(async () => {
  await service.stopWorker()
  await client.delete(`/v1/watch/${watchId}`)
})

const startDying = (script: 'api-child.ts' | 'worker-child.ts', at: CrashAt): Promise<ServiceProcess> =>
  startMortal({
    script,
    env: { ...workerEnv({ ...service, providers: web.settings }), CRASH_AT: at, SWEEP_EVERY_MS: '200' },
  })

/** The Schedule's time comes. */
async function fire(): Promise<void> {
  const handle = service.client.schedule.getHandle(watchId)
  await until(
    () =>
      handle.describe().then(
        () => true,
        () => false,
      ),
    (there) => there,
  )
  await handle.trigger()
}

const makeOverdue = async (): Promise<void> => {
  await service.db.pool.query(
    `update watch_refresh set sweep_at = clock_timestamp() - interval '1 second' where state = 'started'`,
  )
  await service.db.pool.query(
    `update webhook_delivery set sweep_at = clock_timestamp() - interval '1 second' where status = 'pending'`,
  )
}

const refreshes = async (): Promise<{ id: string; run_id: string; state: string }[]> =>
  (
    await service.db.pool.query('select id, run_id, state from watch_refresh where watch_id = $1 order by id', [
      watchId,
    ])
  ).rows

/** One run, one event, one delivery, every record reported once; and the next refresh knows them all. */
async function expectToldOnce(): Promise<void> {
  await until(refreshes, ([refresh]) => refresh?.state === 'done')
  const [refresh, ...more] = await refreshes()
  expect(more).toEqual([])
  const shown = await client.get(`/v1/watch/${watchId}/refreshes/${refresh?.id}`)
  expect(shown.body).toMatchObject({
    status: 'succeeded',
    new: [{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }],
    changed: [],
    unchanged: 0,
  })
  const { rows: runs } = await service.db.pool.query('select id from run where workspace_id = $1', [workspace.id])
  const events = await readStream(service.db, { workspaceId: workspace.id, environment: 'live' })
  expect([runs, events.map(({ type, data }) => ({ type, data }))]).toMatchObject([
    [{ id: refresh?.run_id }],
    [{ type: 'watch.updated', data: { watch_id: watchId, refresh_id: refresh?.id, new: 2 } }],
  ])
  await makeOverdue()
  // Of this workspace alone: what an earlier test has sent again may arrive late.
  const received = async (): Promise<unknown[]> =>
    receiver.received
      .filter(({ path }) => path === `/${workspace.id}`)
      .map(({ headers }) => headers['service-event-id'])
  expect(new Set(await until(received, (ids) => ids.length > 0))).toEqual(new Set([events[0]?.id]))
  expect((await client.post(`/v1/watch/${watchId}/refresh`)).body).toMatchObject({ new: [], changed: [], unchanged: 2 })
}

describe('a worker that dies in mid-refresh', () => {
  it.each(
    played([
      'begin_refresh:before',
      'begin_refresh:after',
      'reserve_runs:after',
      'call_provider:after',
      'record_and_settle:before',
      'record_and_settle:after',
      'record_refresh:before',
      'record_refresh:after',
    ] as const),
  )(
    '%s: no record is reported twice or lost, and there is one run',
    async (at) => {
      const worker = await startDying('worker-child.ts', at)
      await fire()
      await expectDeath(worker)
      await service.startWorker()
      await expectToldOnce()
    },
    300_000,
  )

  it('is followed by the sweeper when the workflow is lost as well', async () => {
    const worker = await startDying('worker-child.ts', 'record_refresh:before')
    await fire()
    await expectDeath(worker)
    const {
      rows: [refresh],
    } = await service.db.pool.query('select workflow_id from watch_refresh where watch_id = $1', [watchId])
    await service.client.workflow.getHandle(refresh.workflow_id).terminate()
    await makeOverdue()
    await service.startWorker()
    await expectToldOnce()
  }, 300_000)
})

describe('a sweeper that dies around its claim', () => {
  it.each(played(['claim_overdue_refreshes:before', 'claim_overdue_refreshes:after'] as const))(
    '%s: the refresh falls due again',
    async (at) => {
      const requested = await client.post(`/v1/watch/${watchId}/refresh?wait_seconds=0`)
      expect(requested.status).toBe(202)
      await until(
        () =>
          service.client.workflow
            .getHandle(`${watchId}:${String(requested.at('refresh_id'))}`)
            .terminate()
            .then(
              () => true,
              () => false,
            ),
        (gone) => gone,
      )
      await makeOverdue()
      // It dies in its first round, perhaps before it has logged that it is ready.
      await startDying('worker-child.ts', at).then(expectDeath, (error: Error) => {
        expect(error.message).toContain('SIGKILL')
      })
      expect((await refreshes())[0]?.state).toBe('started')
      await makeOverdue()
      await service.startWorker()
      await expectToldOnce()
    },
    300_000,
  )
})

describe('an api that dies around the beginning of a refresh by hand', () => {
  it.each(played(['request_refresh:before', 'request_refresh:after'] as const))(
    '%s: repeated with its key, it is the same refresh',
    async (at) => {
      const api = await startDying('api-child.ts', at)
      const key = { 'Idempotency-Key': 'refresh-once' }
      const dying = httpClient(urlOf(api), workspace.keys.live)
      await expect(dying.post(`/v1/watch/${watchId}/refresh`, undefined, key)).rejects.toThrow('fetch failed')
      await expectDeath(api)
      expect(await refreshes()).toHaveLength(at === 'request_refresh:after' ? 1 : 0)
      // Who held the key has died: the next one takes it over when its lease has passed.
      await service.db.pool.query(
        `update idempotent_answer set lease_until = clock_timestamp() where workspace_id = $1`,
        [workspace.id],
      )
      await makeOverdue()
      await service.startWorker()
      const again = await client.post(`/v1/watch/${watchId}/refresh`, undefined, key)
      expect([again.status, again.headers.get('idempotent-replay')]).toEqual([
        200,
        at === 'request_refresh:after' ? 'true' : null,
      ])
      await expectToldOnce()
    },
    300_000,
  )
})
