import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { eraseBatch } from '../../../db/erasures/erase-batch.ts'
import { finishErasure, readErasure, readOpenErasure, requestErasure } from '../../../db/erasures/erasures.ts'
import { erasedNames } from '../../../db/erasures/names.ts'
import { newId } from '../../../db/ids.ts'
import { endRun } from '../../../db/runs/settle.ts'
import { ERASURE_STAGES } from '../../../domain/erasures/stages.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildRun, failure, openTestDatabase, type Owner } from '../build.ts'

const START = { stage: null, after: null, waiting: null }

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

async function open(value = 'ada@example.com') {
  const owner: Owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
  return { owner, begin: () => begin(owner, value) }
}
async function begin(owner: Owner, value: string) {
  const { id } = await requestErasure(db, owner, {
    erasure: { id: newId('era'), subject: { kind: 'email', value }, reference: null, keepSuppression: false },
    saveResponse: async () => undefined,
  })
  const erasure = await readOpenErasure(db, id)
  if (erasure === null) throw new Error('it has just begun')
  const names = await erasedNames(db, erasure)
  if (names === null) throw new Error('it has just begun')
  return { id, erasure, names }
}

describe('an erasure', () => {
  it.each(ERASURE_STAGES)('has nothing to do at the stage %s of an empty workspace', async (stage) => {
    const { erasure, names } = await (await open()).begin()
    const done = await eraseBatch(db, erasure, { names, stage, place: START })
    expect(done).toEqual({ state: 'over', place: { stage, after: null, waiting: null }, watches: [] })
  })

  it('waits for a run of before, and not for one of after the request', async () => {
    const { owner, begin: start } = await open()
    const run = await buildRun(db, owner, { status: 'running', hold: 1n })
    const { erasure, names } = await start()
    await buildRun(db, owner, { status: 'running', hold: 1n })
    const erase = (place: Parameters<typeof eraseBatch>[2]['place']) =>
      eraseBatch(db, erasure, { names, stage: 'runs', place })
    const first = await erase(START)
    expect(first).toMatchObject({ state: 'waits', place: { stage: 'runs', after: run.slice(0, -1), waiting: null } })
    expect((await erase(first.place)).state).toBe('waits')
    await endRun(db, failure(run))
    expect((await erase(first.place)).state).toBe('over')
  })

  it.each([
    [{ rows: 2, bytes: 1_000_000 }, 3],
    [{ rows: 500, bytes: 1 }, 5],
    [{ rows: 5, bytes: 1_000_000 }, 2],
  ])('reads five runs in batches of %j', async (size, batches) => {
    const { owner, begin: start } = await open()
    for (let n = 0; n < 5; n += 1) await endRun(db, failure(await buildRun(db, owner, { status: 'running', hold: 1n })))
    const { erasure, names } = await start()
    let done = await eraseBatch(db, erasure, { names, stage: 'runs', place: START, size })
    let count = 1
    for (; done.state === 'more'; count += 1)
      done = await eraseBatch(db, erasure, { names, stage: 'runs', place: done.place, size })
    expect([count, done.state]).toEqual([batches, 'over'])
  })

  it('deletes its subject when it is finished, and finishes once', async () => {
    const { owner, begin: start } = await open()
    const { id } = await start()
    expect(await finishErasure(db, id)).toEqual({})
    expect(await finishErasure(db, id)).toBeNull()
    expect(await readOpenErasure(db, id)).toBeNull()
    expect(await readErasure(db, owner, id)).toMatchObject({ id, kind: 'email', finishedAt: expect.any(Date) })
    const { rows } = await db.pool.query('select subject, names, stage, after, waiting from erasure where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ subject: null, names: null, stage: null, after: null, waiting: null }])
  })
})
