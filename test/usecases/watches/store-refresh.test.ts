import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../domain/json/json.ts'
import {
  RECORD_BYTES_MAX,
  RECORDS_PER_REFRESH_MAX,
  RECORDS_PER_WATCH_MAX,
  REFRESHES_KEPT,
} from '../../../domain/watches/limits.ts'
import type { Database } from '../../../db/database.ts'
import {
  beginRefresh as begin,
  type BegunRefresh,
  type RefreshToBegin,
  requestRefresh,
} from '../../../usecases/watches/begin-refresh.ts'
import { storeRefresh } from '../../../usecases/watches/store-refresh.ts'
import { lastRefreshes, readRefresh } from '../../../db/tables/watches/refreshes.ts'
import { deleteWatch, readWatch, type StoredWatch } from '../../../db/tables/watches/watches.ts'
import { readStream } from '../../build/inbound.ts'
import { BY_A_PERSON, buildWatch } from '../../build/watch.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const buildOwnWatch = async (): Promise<StoredWatch> =>
  buildWatch(db, { workspaceId: (await buildWorkspace(db)).id, environment: 'live' })

const beginRefresh = (database: Database, request: RefreshToBegin) => begin(database, request, () => null)

async function call(watch: StoredWatch): Promise<BegunRefresh> {
  const refresh = await requestRefresh(db, watch, { ...BY_A_PERSON, saveResponse: async () => undefined })
  if (refresh === null) throw new Error('the watch is gone')
  return refresh
}

/** The run of a refresh ends with its result, without a provider and without money. */
async function endRun({ runId }: BegunRefresh, results: readonly JsonObject[]): Promise<void> {
  await db.pool.query(
    `insert into attempt (run_id, number, provider, capability, environment, token, lease_until, started_at,
      finished_at, duration_ms, outcome, output)
     values ($1, 1, 'serper', 'web.search', 'live', gen_random_uuid(), clock_timestamp(), clock_timestamp(),
       clock_timestamp(), 1, 'succeeded', $2)`,
    [runId, JSON.stringify({ results })],
  )
  await db.pool.query(
    `update run set status = 'succeeded', started_at = clock_timestamp(), finished_at = clock_timestamp(), delivered_attempt = 1, last_attempt = 1 where id = $1`,
    [runId],
  )
}

/** A complete refresh without its workflow. */
async function refreshed(watch: StoredWatch, results: readonly JsonObject[]) {
  const refresh = await call(watch)
  await endRun(refresh, results)
  return { ...refresh, recorded: await storeRefresh(db, { watchId: watch.id, refreshId: refresh.refreshId }) }
}

const pages = (from: number, to: number, more: JsonObject = {}): JsonObject[] =>
  Array.from({ length: to - from }, (_, index) => ({
    url: `https://example.com/${from + index}`,
    title: 'Sample',
    position: index,
    ...more,
  }))
const count = async (watchId: string): Promise<number> =>
  Number((await db.pool.query('select count(*) as n from watch_record where watch_id = $1', [watchId])).rows[0].n)

describe('beginning a refresh', () => {
  it('on schedule is one refresh and one run, however many begin it at once and again', async () => {
    const watch = await buildOwnWatch()
    const scheduledFor = new Date('2026-11-22T05:00:00Z')
    const beginOne = () => beginRefresh(db, { watchId: watch.id, scheduledFor, workflowId: 'one' })
    const answers = await Promise.all(Array.from({ length: 8 }, beginOne))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await beginOne()).toEqual(answers[0])
    const { rows } = await db.pool.query('select idempotency_key as key, status from run where workspace_id = $1', [
      watch.workspaceId,
    ])
    expect(rows).toEqual([{ key: `${watch.id}:2026-11-22T05:00:00.000Z`, status: 'created' }])
  })

  it('takes no run of a request that has used its key', async () => {
    const watch = await buildOwnWatch()
    const scheduledFor = new Date('2026-11-22T05:00:00Z')
    const first = await beginRefresh(db, { watchId: watch.id, scheduledFor, workflowId: 'one' })
    await db.pool.query('delete from watch_refresh where watch_id = $1', [watch.id])
    const second = await beginRefresh(db, { watchId: watch.id, scheduledFor, workflowId: 'one' })
    expect([
      first.kind,
      second.kind,
      first.kind === 'begun' && second.kind === 'begun' && first.runId !== second.runId,
    ]).toEqual(['begun', 'begun', true])
  })

  it('whose stored request is refused now pauses the watch and reports that once, without a run', async () => {
    const watch = await buildOwnWatch()
    const scheduled = (time: string) =>
      begin(db, { watchId: watch.id, scheduledFor: new Date(time), workflowId: time }, () => 'It sends.')
    expect((await scheduled('2026-11-22T05:00:00Z')).kind).toBe('refused')
    expect((await scheduled('2026-11-22T06:00:00Z')).kind).toBe('paused')
    expect(await readWatch(db, watch)).toMatchObject({ status: 'paused', pausedReason: 'request_refused' })
    expect((await readStream(db, watch)).map(({ type, data }) => [type, data])).toEqual([
      [
        'watch.paused',
        {
          watch_id: watch.id,
          run_id: null,
          reason: 'request_refused',
          message: 'It sends.',
          next_step: expect.stringContaining(`GET /v1/watch/${watch.id}`),
        },
      ],
    ])
    const { rows } = await db.pool.query('select id from run where workspace_id = $1', [watch.workspaceId])
    expect(rows).toEqual([])
  })

  it('skips what is under way, paused or gone', async () => {
    const watch = await buildOwnWatch()
    const later = () => beginRefresh(db, { watchId: watch.id, scheduledFor: new Date(), workflowId: 'one' })
    const under = await call(watch)
    expect([await later(), (await call(watch)).refreshId]).toEqual([{ kind: 'overlapping' }, under.refreshId])
    await endRun(under, [])
    await storeRefresh(db, { watchId: watch.id, refreshId: under.refreshId })
    await db.pool.query(`update watch set status = 'paused', paused_reason = 'insufficient_balance' where id = $1`, [
      watch.id,
    ])
    expect(await later()).toEqual({ kind: 'paused' })
    await deleteWatch(db, watch, BY_A_PERSON.caller)
    expect([await later(), await beginRefresh(db, { watchId: watch.id, refreshId: under.refreshId })]).toEqual([
      { kind: 'gone' },
      { kind: 'gone' },
    ])
  })
})

describe('recording a refresh', () => {
  it('reports every record once, however many record it at once and again', async () => {
    const watch = await buildOwnWatch()
    const refresh = await call(watch)
    expect(await storeRefresh(db, { watchId: watch.id, refreshId: refresh.refreshId })).toEqual({ kind: 'running' })
    await endRun(refresh, pages(0, 30))
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => storeRefresh(db, { watchId: watch.id, refreshId: refresh.refreshId })),
    )
    expect(
      answers.map(
        (answer) => answer.kind === 'recorded' && [answer.status, answer.new, answer.changed, answer.unchanged],
      ),
    ).toEqual(answers.map(() => ['succeeded', 30, 0, 0]))
    expect((await readStream(db, watch)).map(({ type, data }) => [type, data['new']])).toEqual([['watch.updated', 30]])
    const stored = await readRefresh(db, { ...watch, watchId: watch.id, refreshId: refresh.refreshId })
    expect([stored?.answer?.new.length, stored?.answer?.new[0], await count(watch.id)]).toEqual([
      30,
      pages(0, 1)[0],
      30,
    ])
  })

  it('stores all of it or nothing when the watch is deleted at the same time', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const watch = await buildOwnWatch()
      const refresh = await call(watch)
      await endRun(refresh, pages(0, 3))
      const both = [
        storeRefresh(db, { watchId: watch.id, refreshId: refresh.refreshId }),
        deleteWatch(db, watch, BY_A_PERSON.caller),
      ] as const
      const [recorded, deleted] = await Promise.all(both)
      outcomes.add(recorded.kind)
      expect([deleted.kind, await count(watch.id), (await readStream(db, watch)).length]).toEqual([
        'deleted',
        0,
        recorded.kind === 'recorded' ? 1 : 0,
      ])
    }
    expect([...outcomes].every((kind) => kind === 'recorded' || kind === 'gone')).toBe(true)
  })

  it('compares with what was reported last, by any refresh', async () => {
    const watch = await buildOwnWatch()
    await refreshed(watch, pages(0, 3))
    expect((await refreshed(watch, pages(1, 5, { title: 'Another' }))).recorded).toMatchObject({
      new: 2,
      changed: 2,
      unchanged: 0,
    })
    expect((await refreshed(watch, pages(0, 5, { title: 'Another', position: 99 }))).recorded).toMatchObject({
      new: 0,
      changed: 1,
      unchanged: 4,
    })
    expect(
      (await readStream(db, watch)).map(({ data }) => [
        data['new'],
        data['changed'],
        data['unchanged'],
        Array.isArray(data['changed_keys']) && data['changed_keys'].length,
      ]),
    ).toEqual([
      [3, 0, 0, 0],
      [2, 2, 0, 2],
      [0, 1, 4, 1],
    ])
  })

  it(`keeps ${RECORDS_PER_WATCH_MAX} and drops those that were seen longest ago; of a long list it compares the first ${RECORDS_PER_REFRESH_MAX}`, async () => {
    const watch = await buildOwnWatch()
    const half = RECORDS_PER_REFRESH_MAX
    const first = await refreshed(watch, pages(0, half + 100))
    expect([first.recorded, (await lastRefreshes(db, watch.id, 1))[0]]).toMatchObject([{ new: half }, { leftOut: 100 }])
    await refreshed(watch, pages(half, 2 * half))
    await refreshed(watch, pages(0, 10))
    expect(await count(watch.id)).toBe(RECORDS_PER_WATCH_MAX)
    expect((await refreshed(watch, pages(2 * half, 2 * half + 20))).recorded).toMatchObject({ new: 20 })
    expect(await count(watch.id)).toBe(RECORDS_PER_WATCH_MAX)
    // The first ten were seen last and are known; twenty of the others of the first list are forgotten.
    expect((await refreshed(watch, pages(0, half))).recorded).toMatchObject({ new: 20, unchanged: half - 20 })
  }, 120_000)

  it('stores no record that is too large, and reports it all the same', async () => {
    const watch = await buildOwnWatch()
    const large = (text: string): JsonObject => ({
      url: 'https://example.com/large',
      text: text.repeat(RECORD_BYTES_MAX),
    })
    await refreshed(watch, [large('a')])
    expect((await refreshed(watch, [large('a')])).recorded).toMatchObject({ new: 0, changed: 0, unchanged: 1 })
    const { refreshId, recorded } = await refreshed(watch, [large('b')])
    const stored = await readRefresh(db, { ...watch, watchId: watch.id, refreshId })
    expect([recorded, stored?.answer?.changed[0]?.before]).toMatchObject([{ changed: 1 }, null])
    expect(stored?.answer?.changed[0]?.after).toEqual(large('b'))
  })

  it(`keeps the last ${REFRESHES_KEPT} refreshes`, async () => {
    const watch = await buildOwnWatch()
    const all: string[] = []
    for (let index = 0; index < REFRESHES_KEPT + 3; index += 1)
      all.unshift((await refreshed(watch, pages(0, 1))).refreshId)
    expect((await lastRefreshes(db, watch.id, 100)).map(({ id }) => id)).toEqual(all.slice(0, REFRESHES_KEPT))
  })
})
