import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { findAlsoIn } from '../../../../db/tables/rows/also-in.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { buildRun, openTestDatabase } from '../../build.ts'
import { buildTable, writeTo } from '../build.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())

describe('people in other tables', () => {
  it('are counted once a row, by status, with those that a send has reached', async () => {
    const { db } = opened
    const owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' as const }
    const [leads, others, orders] = [
      await buildTable(db, owner),
      await buildTable(db, owner),
      await buildTable(db, owner, 'field:sku'),
    ]
    await db.pool.query(
      `insert into touch (run_id, kind, value, workspace_id, environment, channel, at) values ($1, 'linkedin', 'in/a', $2, 'live', 'linkedin', now())`,
      [await buildRun(db, owner, { status: 'created' }), owner.workspaceId],
    )
    await writeTo(db, others, [
      { email: 'a@example.com', linkedin: 'linkedin.com/in/a', status: 'won' },
      { email: 'b@example.com' },
      { email: 'c@example.com' },
    ])
    await writeTo(db, orders, [{ sku: 'a@example.com', note: 'an order named as a person' }])
    const { rows } = await writeTo(db, leads, [
      { email: 'a@example.com', linkedin: 'linkedin.com/in/a' },
      { email: 'b@example.com' },
      { email: 'd@example.com' },
    ])
    expect(
      await findAlsoIn(
        db,
        leads.id,
        rows.map(({ id }) => id),
      ),
    ).toEqual([{ table: others.name, count: 2, byStatus: { none: 1, won: 1 }, contacted: 1 }])
    expect(await findAlsoIn(db, leads.id, [])).toEqual([])
  })
})
