import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'

/** Below every id of a run. */
const EARLIEST = `run_${'0'.repeat(26)}`

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const planOf = async (where: string, values: unknown[]): Promise<string> =>
  JSON.stringify(
    (await db.pool.query(`explain (format json) select count(*), sum(charged) from run where ${where}`, values)).rows,
  )

it('the use of a key, and of no key, is counted only from indexes, however many runs others have', async () => {
  const { id, keyIds } = await buildWorkspace(db)
  await db.pool.query(
    `insert into run (id, workspace_id, environment, api_key_id, request_id, kind, capability, input, routing,
        request_hash, subjects)
      select 'run_' || lpad(n::text, 26, '0'), $1, 'live',
        case when n % 50 = 0 then $2 when n % 50 > 1 then $3 end,
        'req', 'capability', 'contact.find', '{}', '{}', '', '[]'
      from generate_series(1, 20000) n`,
    [id, keyIds.live, keyIds.test],
  )
  await db.pool.query('vacuum analyze run')
  expect(await planOf('api_key_id = $1 and id >= $2', [keyIds.live, EARLIEST])).toMatch(
    /"Index Only Scan".*"run_by_key"/,
  )
  expect(
    await planOf(`workspace_id = $1 and environment = 'live' and api_key_id is null and id >= $2`, [id, EARLIEST]),
  ).toMatch(/"Index Only Scan".*"run_without_key"/)
})
