import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { SUPPRESSED_SQL, relatedIdentitiesSql } from '../../../db/outbound/related-identities-sql.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../build.ts'
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
      await client.query(`set plan_cache_mode = ${mode}`)
      await client.query(`prepare look (text) as with sending as materialized (select r.workspace_id, r.environment,
        r.send, r.record, true as tables_on from run r where r.id = $1),
      ${relatedIdentitiesSql('sending')}, ${SUPPRESSED_SQL} select * from suppressed`)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute look ('${runId}')`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(
        / using suppression_pkey on suppression s [^\n]*\n\s*Index Cond: [^\n]*kind = [^\n]*value = /,
      )
    } finally {
      client.release(true)
    }
  },
)
