import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'
import { buildSend, turnTablesOn } from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(5))
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
  await db.pool.query(
    `insert into suppression (workspace_id, environment, kind, value, subject, reason, source)
      select $1, 'live', 'email', 's' || n || '@example.com', 's', 'manual', 'api' from generate_series(1, 50000) n`,
    [owner.workspaceId],
  )
  await db.pool.query('analyze suppression')
})
afterAll(() => close())

it.each(['force_generic_plan', 'force_custom_plan'])(
  'looks a send up among many suppressions by their index, with %s',
  async (mode) => {
    const runId = await buildSend(db, owner)
    const client = await db.pool.connect()
    try {
      await client.query(`begin; set local plan_cache_mode = ${mode}`)
      await client.query(`select * from suppressed_v1('${runId}')`)
      const { rows } = await client.query(
        `select seq_scan = 0 as "byIndex", idx_scan > 0 as looked, idx_tup_fetch::integer as fetched
        from pg_stat_xact_user_tables where relname = 'suppression'`,
      )
      expect(rows).toEqual([{ byIndex: true, looked: true, fetched: 0 }])
    } finally {
      client.release(true)
    }
  },
)
