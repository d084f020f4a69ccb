import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { purgeExpired } from '../../../activities/maintenance/purge-expired.ts'
import { judgeSharedPhones } from '../../../usecases/tables/judge-shared-phones.ts'
import { noteSharedPhones } from '../../../db/tables/rows/shared-phones.ts'
import { deleteTable } from '../../../usecases/tables/delete-table.ts'
import { type TableState } from '../../../db/tables/tables.ts'
import { WRITE_ROWS } from '../../../usecases/tables/write-rows.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../db/build.ts'
import { A_PERSON, buildTable, writeTo } from '../../db/tables/build.ts'

const OFFICE = '+442079460018'
const ADA = { email: 'ada@example.com', full_name: 'Ada Example', phone: OFFICE }
const BOB = { email: 'bob@example.com', full_name: 'Bob Sample', phone: OFFICE }
let db: Database
let close: () => Promise<void>
let owner: Owner
let table: TableState
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  table = await buildTable(db, owner)
})

const noted = async (): Promise<unknown[]> =>
  (
    await db.pool.query('select value, is_shared from shared_phone where workspace_id = $1', [owner.workspaceId])
  ).rows.map(({ value, is_shared: isShared }) => [value, isShared])
const judge = () => judgeSharedPhones(db, { before: 'infinity', limit: 1_000 })
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const purgeIn = (days: number) => purgeExpired({ db, log })({ at: Date.now() + days * 86_400_000 })

describe('a number of several people', () => {
  it('is forgotten when its rows are gone, and while they are there it stays', async () => {
    await writeTo(db, table, [ADA, BOB])
    await purgeIn(2)
    expect(await noted()).toEqual([[OFFICE, true]])
    await deleteTable(db, owner, { name: table.name, caller: A_PERSON })
    await purgeIn(2)
    expect(await noted()).toEqual([])
  })

  it('is one person again when the other has another number', async () => {
    await writeTo(db, table, [ADA, BOB])
    await writeTo(db, table, [{ ...BOB, phone: '+442079460019' }], { mode: 'replace' })
    await judge()
    expect(await noted()).toEqual([])
  })

  it('is not forgotten while a write that found it noted has not ended', async () => {
    await writeTo(db, table, [ADA, BOB])
    const other = await buildTable(db, owner)
    const all = await judge()
    await db.transaction(WRITE_ROWS, async (tx) => {
      await noteSharedPhones(tx, other, [OFFICE])
      expect(await judge()).toBe(all - 1)
    })
    expect(await judge()).toBe(all)
  })
})
