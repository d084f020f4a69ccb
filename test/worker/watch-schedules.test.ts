import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { nextRefreshMs } from '../../domain/watches/times.ts'
import { requestReconciliation } from '../../db/tables/watches/reconciliation.ts'
import { retentionScheduleId } from '../../worker/event-retention.ts'
import { reconcileWatches } from '../../worker/watch-reconciler.ts'
import { createWatchStarter, type WatchStarter } from '../../workflows/starters/watches.ts'
import { type HttpClient, httpClient } from '../support/http.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let client: HttpClient
let watches: WatchStarter
const lost: unknown[] = []

const starterOf = (taskQueue: string) =>
  createWatchStarter({
    client: service.client,
    taskQueue,
    eager: false,
    onLost: (_watchId, error) => {
      lost.push(error)
    },
  })

beforeAll(async () => {
  service = await startTestService()
  client = httpClient(service.url, service.workspace.keys.test)
  watches = starterOf(service.temporal.taskQueue)
}, 120_000)
afterEach(async () => {
  await service.db.pool.query('delete from watch')
  // One that was just made is listed a little later.
  await until(removeListed, (ids) => ids.length === 0)
})
afterAll(async () => {
  expect(lost).toEqual([])
  await service.stop()
})

const QUERY = { capability: 'web.search', input: { query: 'sample' }, every: '1h' }

async function makeWatch(): Promise<string> {
  const made = await client.post('/v1/watch', QUERY)
  expect(made.status).toBe(200)
  return String(made.at('id'))
}

async function listed(): Promise<string[]> {
  const ids: string[] = []
  for await (const { watchId } of watches.list()) ids.push(watchId)
  return ids
}

async function removeListed(): Promise<string[]> {
  const ids = await listed()
  for (const id of ids) await watches.remove(id)
  return ids
}

const describeOf = (id: string) => service.client.schedule.getHandle(id).describe()
const isThere = (id: string) =>
  describeOf(id).then(
    () => true,
    () => false,
  )

describe('the Schedule of a watch', () => {
  it('is made with the watch, fires at the times that the api shows, skips an overlap and catches up for a minute', async () => {
    const id = await makeWatch()
    await until(
      () => isThere(id),
      (there) => there,
    )
    const { action, policies, info, spec } = await describeOf(id)
    expect({ action, policies }).toMatchObject({
      action: { workflowType: 'refreshWatch', taskQueue: service.temporal.taskQueue, args: [{ watchId: id }] },
      policies: { overlap: 'SKIP', catchupWindow: 60_000 },
    })
    const watch = await client.get(`/v1/watch/${id}`)
    const createdAtMs = Date.parse(String(watch.at('created_at')))
    expect(watch.at('next_refresh_at')).toBe(info.nextActionTimes[0]?.toISOString())
    expect(info.nextActionTimes[0]?.getTime()).toBe(
      nextRefreshMs({ watchId: id, createdAtMs, everyMs: 3_600_000 }, Date.now()),
    )
    expect([info.nextActionTimes[1], spec.intervals?.[0]?.every]).toEqual([
      new Date(Number(info.nextActionTimes[0]) + 3_600_000),
      3_600_000,
    ])
    // The first is a full interval away, so nothing runs now.
    expect(Number(info.nextActionTimes[0]) - createdAtMs).toBeGreaterThanOrEqual(3_600_000)
  }, 60_000)

  it('starts a refresh whose run has the key of its scheduled time', async () => {
    const id = await makeWatch()
    await until(
      () => isThere(id),
      (there) => there,
    )
    await service.client.schedule.getHandle(id).trigger()
    const watch = await until(
      () => client.get(`/v1/watch/${id}`),
      (answer) => answer.at('last_refresh') !== null,
    )
    expect(watch.at('last_refresh')).toMatchObject({
      state: 'done',
      status: 'succeeded',
      scheduled_for: expect.any(String),
      changed: 0,
      unchanged: 0,
    })
    const {
      rows: [run],
    } = await service.db.pool.query<{ key: string }>('select idempotency_key as key from run where id = $1', [
      watch.at('last_refresh', 'run_id'),
    ])
    expect(run?.key).toBe(`${id}:${String(watch.at('last_refresh', 'scheduled_for'))}`)
    const [started] = (await describeOf(id)).info.recentActions
    expect(started?.action.workflow.workflowId.startsWith(`${id}-`)).toBe(true)
  }, 60_000)

  it('is deleted with the watch', async () => {
    const id = await makeWatch()
    await until(
      () => isThere(id),
      (there) => there,
    )
    expect((await client.delete(`/v1/watch/${id}`)).body).toMatchObject({
      id,
      status: 'deleted',
      next_refresh_at: null,
    })
    await until(
      () => isThere(id),
      (there) => !there,
    )
  }, 60_000)
})

describe('reconciling Schedules with the rows', () => {
  it('makes what is missing, corrects what fires at other times, removes orphans, and writes nothing where all is well', async () => {
    const [missing, other, kept] = [await makeWatch(), await makeWatch(), await makeWatch()]
    for (const id of [missing, other, kept])
      await until(
        () => isThere(id),
        (there) => there,
      )
    await until(listed, (ids) => ids.length === 3)
    await watches.remove(missing)
    await service.client.schedule
      .getHandle(other)
      .update(({ spec: _spec, ...rest }) => ({ ...rest, spec: { intervals: [{ every: '2 hours' }] } }))
    const [orphan, another] = [
      await watchRow('watch_00000000000000000000000001'),
      await watchRow('watch_00000000000000000000000002'),
    ]
    await watches.make(orphan)
    const elsewhere = starterOf(`${service.temporal.taskQueue}-another`)
    await elsewhere.make(another)
    await until(listed, (ids) => ids.includes(orphan.id) && !ids.includes(missing))

    expect(
      await until(
        () => reconcileWatches({ db: service.db, watches }),
        ({ corrected }) => corrected > 0,
      ),
    ).toMatchObject({ corrected: 1 })
    expect([await isThere(missing), await isThere(orphan.id), await isThere(another.id)]).toEqual([true, false, true])
    expect((await describeOf(other)).spec.intervals).toEqual(
      (await describeOf(other)).spec.intervals?.map((interval) => ({ ...interval, every: 3_600_000 })),
    )
    await until(listed, (ids) => ids.length === 3)
    expect(
      await until(
        () => reconcileWatches({ db: service.db, watches }),
        ({ made, corrected, removed }) => made + corrected + removed === 0,
      ),
    ).toEqual({ made: 0, corrected: 0, removed: 0 })
    await elsewhere.remove(another.id)
  }, 120_000)

  it('is harmless when several workers do it at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, makeWatch))
    await until(listed, (found) => ids.every((id) => found.includes(id)))
    for (const id of ids.slice(0, 4)) await watches.remove(id)
    await until(listed, (found) => found.length === 4)
    await Promise.all(
      Array.from({ length: 3 }, () =>
        reconcileWatches({ db: service.db, watches: starterOf(service.temporal.taskQueue) }),
      ),
    )
    expect((await Promise.all(ids.map(isThere))).every(Boolean)).toBe(true)
  }, 120_000)

  it('is done by a starting worker, once for several that start, and within a minute of a lost write', async () => {
    const statements: string[] = []
    const looks = () => statements.filter((statement) => statement === 'claim_watch_reconciliation').length
    const other = await startTestService({ schedules: true, onQuery: (statement) => statements.push(statement) })
    try {
      const {
        db,
        temporal: { taskQueue },
      } = other
      const made = await httpClient(other.url, other.workspace.keys.test).post('/v1/watch', QUERY)
      const id = String(made.at('id'))
      await until(
        () => isThere(id),
        (there) => there,
      )
      // A worker that is stopped during its round releases it: this one has ended its own.
      await until(
        async () =>
          (
            await db.pool.query(
              'select 1 from watch_reconciliation where deployment = $1 and finished_at is not null',
              [taskQueue],
            )
          ).rowCount,
        (count) => count === 1,
      )
      await other.stopWorker()
      const mine = starterOf(taskQueue)
      await mine.remove(id)
      const isListed = async (): Promise<boolean> => {
        for await (const { watchId } of mine.list()) if (watchId === id) return true
        return false
      }
      await until(isListed, (there) => !there)
      // The first worker has done it a moment ago.
      const reconciliations = async () => (await db.pool.query('select * from watch_reconciliation')).rows
      const [looked, done] = [looks(), await reconciliations()]
      await other.startWorker()
      await until(
        async () => looks(),
        (count) => count > looked,
      )
      await other.stopWorker()
      expect([await reconciliations(), await isListed()]).toEqual([done, false])
      requestReconciliation(db, taskQueue)
      await until(
        async () => (await db.pool.query('select 1 from watch_reconciliation')).rowCount,
        (count) => count === 0,
      )
      await other.startWorker()
      await until(
        () => isThere(id),
        (there) => there,
      )
      await mine.remove(id)
      await service.client.schedule.getHandle(retentionScheduleId(taskQueue)).delete()
    } finally {
      await other.stop()
    }
  }, 120_000)

  async function watchRow(id: string) {
    return {
      id,
      workspaceId: service.workspace.id,
      environment: 'test' as const,
      capability: 'web.search',
      rawRequest: null,
      every: '1h',
      everyMs: 3_600_000n,
      createdAt: new Date(),
    }
  }
})
