import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { storeRefresh } from '../../../usecases/watches/store-refresh.ts'
import type { Database } from '../../../db/database.ts'
import { eraseBatch } from '../../../usecases/erasure/erase-batch.ts'
import { type ErasureCursor, finishErasure, readErasure, readOpenErasure } from '../../../db/erasure/erasures.ts'
import { rereadSuppressions } from '../../../usecases/outreach/reread-suppressions.ts'
import { addSuppressions, listSuppressions } from '../../../db/outreach/outbound/suppressions.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { requestRefresh } from '../../../usecases/watches/begin-refresh.ts'
import { type ErasureStage, ERASURE_STAGES } from '../../../domain/erasures/stages.ts'
import { BY_A_PERSON, buildWatch } from '../../build/watch.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildRun, failure, openTestDatabase, type Owner, reserveAmount } from '../../db/build.ts'
import { buildTable, rowCounts, storedRows, writeTo } from '../../db/tables/build.ts'
import { type BegunErasure, buildErasure } from '../../db/erasure/build.ts'

const PAGE = { kind: null, reason: null, limit: 100, after: null }
const SLUG = { kind: 'linkedin', value: 'in/ada-example' } as const
const START = { stage: null, after: null, waiting: null }

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

async function open(value = 'ada@example.com') {
  const owner: Owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
  return { owner, begin: () => buildErasure(db, owner, { kind: 'email', value }) }
}
/** Every batch of a stage: the watches that were deleted. */
async function eraseStage({ erasure, scope }: BegunErasure, stage: ErasureStage): Promise<string[]> {
  const watches: string[] = []
  for (let cursor: ErasureCursor = START; ;) {
    const done = await eraseBatch(db, erasure, { scope, stage, cursor })
    watches.push(...done.watches)
    if (done.state !== 'more') return watches
    cursor = done.cursor
  }
}

describe('an erasure', () => {
  it('keeps a row that is another person too, without what names the erased one', async () => {
    const { owner, begin } = await open()
    const table = await buildTable(db, owner)
    await writeTo(db, table, [{ email: 'bob@example.com', linkedin: 'linkedin.com/in/team', full_name: 'Bob Sample' }])
    await writeTo(db, table, [{ email: 'ada@example.com', linkedin: 'linkedin.com/in/team', full_name: 'Ada Example' }])
    await writeTo(db, table, [{ email: 'cleo@example.com', phone: '+14155552671', note: 'asks for ada@example.com' }])
    const begun = await begin()
    await eraseStage(begun, 'rows')
    expect(await storedRows(db, table)).toMatchObject([
      { key: 'bob@example.com', names: ['email bob@example.com *', 'linkedin in/team *'] },
      { key: 'cleo@example.com', data: { email: 'cleo@example.com', phone: '+14155552671' } },
    ])
    expect(JSON.stringify(await storedRows(db, table))).not.toMatch(/ada@|Ada Example/)
    const { rows } = await db.pool.query(
      'select 1 from row_merge m join table_row r on r.id = m.row_id where r.table_id = $1',
      [table.id],
    )
    expect(rows).toEqual([])
    expect((await readErasure(db, begun.erasure, begun.erasure.id))?.erased).toEqual({ row_fields: 3 })
  })

  it('of one colleague deletes no row of another with the same phone', async () => {
    const { owner, begin } = await open()
    const table = await buildTable(db, owner)
    const people = ['ada', 'bob', 'cleo'].map((name) => ({ email: `${name}@example.com`, phone: '+14155552671' }))
    await writeTo(db, table, people)
    await eraseStage(await begin(), 'rows')
    expect((await storedRows(db, table)).map(({ data }) => data)).toEqual(people.slice(1))
  })

  it.each(ERASURE_STAGES)('has nothing to do at the stage %s of an empty workspace', async (stage) => {
    const { erasure, scope } = await (await open()).begin()
    expect(await eraseStage({ erasure, scope }, stage)).toEqual([])
    expect((await readErasure(db, erasure, erasure.id))?.erased).toEqual({})
  })

  it('waits for a run of before, and not for one of after the request', async () => {
    const { owner, begin: start } = await open()
    const run = await buildRun(db, owner, { status: 'running', hold: 1n })
    const { erasure, scope } = await start()
    await buildRun(db, owner, { status: 'running', hold: 1n })
    const erase = (cursor: Parameters<typeof eraseBatch>[2]['cursor']) =>
      eraseBatch(db, erasure, { scope, stage: 'runs', cursor })
    const first = await erase(START)
    expect(first).toMatchObject({ state: 'waits', cursor: { stage: 'runs', after: run.slice(0, -1), waiting: null } })
    expect((await erase(first.cursor)).state).toBe('waits')
    await endRun(db, failure(run))
    expect((await erase(first.cursor)).state).toBe('over')
  })

  it('waits for a refresh whose run has ended, until it is recorded', async () => {
    const { owner, begin: start } = await open()
    const watch = await buildWatch(db, owner)
    const refresh = await requestRefresh(db, watch, { ...BY_A_PERSON, saveResponse: async () => undefined })
    if (refresh === null) throw new Error('the watch has just been made')
    await reserveAmount(db, refresh.runId, 0n)
    await endRun(db, failure(refresh.runId))
    const { erasure, scope } = await start()
    const erase = () => eraseBatch(db, erasure, { scope, stage: 'runs', cursor: START })
    expect((await erase()).state).toBe('waits')
    await storeRefresh(db, { watchId: watch.id, refreshId: refresh.refreshId })
    expect((await erase()).state).toBe('over')
  })

  it.each([
    [{ rows: 2, bytes: 1_000_000 }, 3],
    [{ rows: 500, bytes: 1 }, 5],
    [{ rows: 5, bytes: 1_000_000 }, 2],
  ])('reads five runs in batches of %j', async (size, batches) => {
    const { owner, begin: start } = await open()
    for (let n = 0; n < 5; n += 1) await endRun(db, failure(await buildRun(db, owner, { status: 'running', hold: 1n })))
    const { erasure, scope } = await start()
    let done = await eraseBatch(db, erasure, { scope, stage: 'runs', cursor: START, size })
    let count = 1
    for (; done.state === 'more'; count += 1)
      done = await eraseBatch(db, erasure, { scope, stage: 'runs', cursor: done.cursor, size })
    expect([count, done.state]).toEqual([batches, 'over'])
  })

  it('leaves what was made after the request', async () => {
    const { owner, begin: start } = await open()
    const suppressed = async () => (await listSuppressions(db, { ...owner, ...PAGE })).map(({ value }) => value)
    const ada = { kind: 'email', value: 'ada@example.com', subject: 'ada@example.com' } as const
    const forbid = () => addSuppressions(db, owner, { subjects: [ada], reason: 'unsubscribe', source: 'api' })
    const table = await buildTable(db, owner)
    const before = await start()
    await forbid()
    await writeTo(db, table, [{ email: ada.value }])
    await eraseStage(before, 'rows')
    await eraseStage(before, 'people')
    expect([await suppressed(), await rowCounts(db, table)]).toEqual([[ada.value], { stored: 1, counted: 1 }])
    const after = await start()
    await eraseStage(after, 'rows')
    await eraseStage(after, 'people')
    expect([await suppressed(), await rowCounts(db, table)]).toEqual([[], { stored: 0, counted: 0 }])
  })

  it('takes what an earlier reader made of the text of a suppression', async () => {
    const { owner, begin: start } = await open()
    const old = { kind: 'email', value: "'ada@example.com", subject: "'ada@example.com" } as const
    await addSuppressions(db, owner, { subjects: [old], reason: 'manual', source: 'api' })
    await db.pool.query(`update suppression set reading = 'first' where workspace_id = $1`, [owner.workspaceId])
    await rereadSuppressions(db)
    await eraseStage(await start(), 'people')
    const left = await db.pool.query('select value from suppression where workspace_id = $1', [owner.workspaceId])
    expect(left.rows).toEqual([])
  })

  it('takes the rows that a run of before has written after the request', async () => {
    const { owner, begin: start } = await open()
    const table = await buildTable(db, owner)
    const run = await buildRun(db, owner, { status: 'running', hold: 1n }, { input: { email: 'ada@example.com' } })
    const { erasure, scope } = await start()
    await writeTo(db, table, [{ email: 'ada@example.com' }])
    await endRun(db, failure(run))
    await eraseStage({ erasure, scope }, 'runs')
    await writeTo(db, table, [
      { email: 'ada@example.com', phone: '+14155552671' },
      { email: 'robin@example.com', note: 'ada@example.com' },
    ])
    const now = await readOpenErasure(db, erasure.id)
    if (now?.scope == null) throw new Error('it is under way')
    await eraseStage({ erasure: now, scope: now.scope }, 'rows')
    expect((await storedRows(db, table)).map(({ data }) => data)).toEqual([
      { email: 'robin@example.com', note: 'ada@example.com' },
    ])
  })

  it.each([1, 2, 500])('reads the rows of three tables in batches of %i', async (rows) => {
    const { owner, begin: start } = await open()
    const tables = []
    for (let n = 0; n < 3; n += 1) tables.push(await buildTable(db, owner))
    for (const table of tables.slice(1))
      await writeTo(db, table, [
        { email: 'ada@example.com', note: `${'a'.repeat(300)} b` },
        { email: 'robin@example.com', note: 'ada@example.com', slug: 'ada-example' },
        { email: 'sam@example.com', profile: 'in/sam' },
      ])
    const { erasure, scope } = await start()
    const names = { ...scope.names, identities: [...scope.names.identities, SLUG] }
    let cursor: ErasureCursor = START
    for (let state = 'more'; state === 'more';)
      ({ state, cursor } = await eraseBatch(db, erasure, {
        scope: { ...scope, names },
        stage: 'rows',
        cursor,
        size: { rows, bytes: 1_000_000 },
      }))
    for (const table of tables.slice(1))
      expect((await storedRows(db, table)).map(({ data }) => data)).toEqual([
        { email: 'robin@example.com' },
        { email: 'sam@example.com', profile: 'in/sam' },
      ])
    expect((await readErasure(db, owner, erasure.id))?.erased).toEqual({ rows: 2, row_fields: 4 })
  })

  it('deletes its subject when it is finished, and finishes once', async () => {
    const { owner, begin: start } = await open()
    const { id } = (await start()).erasure
    expect(await finishErasure(db, id)).toEqual({})
    expect(await finishErasure(db, id)).toBeNull()
    expect(await readOpenErasure(db, id)).toBeNull()
    expect(await readErasure(db, owner, id)).toMatchObject({ id, kind: 'email', finishedAt: expect.any(Date) })
    const { rows } = await db.pool.query(
      'select subject, names, up_to, stage, after, waiting from erasure where id = $1',
      [id],
    )
    expect(rows).toEqual([{ subject: null, names: null, up_to: null, stage: null, after: null, waiting: null }])
  })
})
