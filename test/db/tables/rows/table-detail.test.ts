import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readTableDetail } from '../../../../db/tables/rows/table-detail.ts'
import { findTable } from '../../../../db/tables/tables.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { buildTable } from '../build.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())

describe('the detail of a large table', () => {
  it('counts the fields of the newest rows, so that it answers in time', async () => {
    const { db } = opened
    const owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' as const }
    const { id, name } = await buildTable(db, owner)
    await db.pool.query(
      `insert into table_row (table_id, workspace_id, environment, key, data, created_at)
      select $1, $2, 'live', 'k' || n, jsonb_build_object('note', repeat(md5(n::text), 80)) || case
        when n <= 2000 then '{"old": 1}'::jsonb else '{}' end, now() + make_interval(secs => n)
      from generate_series(1, 12000) n`,
      [id, owner.workspaceId],
    )
    await db.pool.query('update workspace_table set row_count = 12000 where id = $1', [id])
    const stored = await findTable(db, owner, name)
    if (stored === null) throw new Error('unreachable')
    const before = await readTableDetail(db, stored)
    expect([before.counted, before.fields]).toEqual([
      12_000,
      [
        { name: 'note', type: 'string', filled: 12_000 },
        { name: 'old', type: 'number', filled: 2_000 },
      ],
    ])
    await db.pool.query(
      `update table_row set data = data || jsonb_build_object('more', (select string_agg(md5((n + id)::text), '') from generate_series(1, 80) n)) where table_id = $1`,
      [id],
    )
    const after = await readTableDetail(db, stored)
    expect([after.counted, after.fields]).toEqual([
      10_000,
      [
        { name: 'more', type: 'string', filled: 10_000 },
        { name: 'note', type: 'string', filled: 10_000 },
      ],
    ])
  })
})
