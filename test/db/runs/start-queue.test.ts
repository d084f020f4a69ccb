import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { endRun } from '../../../usecases/runs/end-run.ts'
import { RUN_STARTS } from '../../../db/runs/start-queue.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildRun, failure, openTestDatabase, type Owner } from '../build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})
afterAll(() => close())

describe('the runs that a worker has started', () => {
  it('are those that have begun an attempt or have ended, of the runs that are named', async () => {
    const [created, reserved, running, ended] = await Promise.all(
      (['created', 'reserved', 'running', 'reserved'] as const).map((status) =>
        buildRun(db, owner, { status, hold: 1n }),
      ),
    )
    await endRun(db, failure(String(ended)))
    await buildRun(db, owner, { status: 'running', hold: 1n })
    const ids = [created, reserved, running, ended].map(String)
    const rows = await db.query(RUN_STARTS.started, { ids })
    expect(rows.map(({ id }) => id).toSorted()).toEqual([String(running), String(ended)].toSorted())
    expect(await db.query(RUN_STARTS.started, { ids: [] })).toEqual([])
  })
})
