import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { ROWS_PER_IMPORT_MAX } from '../../../../domain/tables/limits.ts'
import type { Database } from '../../../../db/database.ts'
import { insertResultRows } from '../../../../db/tables/rows/insert-result-rows.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { buildTable, BY_TEST, rowCounts } from '../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(5))
})
afterAll(() => close())

it('imports from an endless list what one transaction can write, and counts the rest as refused', async () => {
  const table = await buildTable(db, { workspaceId: (await buildWorkspace(db)).id, environment: 'test' })
  const rows = Array.from({ length: ROWS_PER_IMPORT_MAX + 7 }, (_, index) => ({ domain: `d${index}.example.com` }))
  const landed = await db.transaction({ name: 'test_import', effect: true }, (tx) =>
    insertResultRows(tx, { tableId: table.id, status: null, rows, now: new Date(), cause: BY_TEST }),
  )
  expect(landed?.result).toMatchObject({ inserted: ROWS_PER_IMPORT_MAX, refused: 7 })
  expect(landed?.waiting).toEqual(Array.from({ length: 7 }, (_, index) => ROWS_PER_IMPORT_MAX + index))
  expect(await rowCounts(db, table)).toEqual({ stored: ROWS_PER_IMPORT_MAX, counted: ROWS_PER_IMPORT_MAX })
})

it('names the rows that found a conflict: they may be stored later', async () => {
  const table = await buildTable(db, { workspaceId: (await buildWorkspace(db)).id, environment: 'test' })
  const land = (rows: readonly JsonObject[]) =>
    db.transaction({ name: 'test_import', effect: true }, (tx) =>
      insertResultRows(tx, { tableId: table.id, status: null, rows, now: new Date(), cause: BY_TEST }),
    )
  const [email, linkedin] = [{ email: 'ada@example.com' }, { linkedin_url: 'https://www.linkedin.com/in/ada' }]
  await land([email, linkedin])
  const landed = await land([{ email: 'bob@example.com' }, { ...email, ...linkedin }, { full_name: 'Nameless' }])
  expect([landed?.waiting, landed?.result.refused, landed?.result.conflicts?.length]).toEqual([[1], 1, 1])
})
