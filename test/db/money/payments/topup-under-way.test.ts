import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { newId } from '../../../../db/ids.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

it('a wallet has one automatic top-up under way, whatever a bug writes', async () => {
  const { id } = await buildWorkspace(db)
  const insert = (environment: string) =>
    db.pool.query(
      `insert into topup (id, workspace_id, environment, origin, amount, simulated)
        values ($1, $2, $3, 'automatic', 20000000, false)`,
      [newId('topup'), id, environment],
    )
  await insert('live')
  await insert('test')
  await expect(insert('live')).rejects.toThrow(/topup_under_way/)
})
