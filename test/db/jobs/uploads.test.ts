import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { deleteUpload, findUpload, readUploadRows } from '../../../db/jobs/uploads.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { BY_A_PERSON } from '../../build/watch.ts'
import { openTestDatabase, type Owner } from '../build.ts'
import { buildUpload } from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})
afterAll(() => close())

describe('the rows of an upload', () => {
  it.each([1, 7, 499, 500, 501, 1_300, 5_000])('are read in windows of %i, in the order of the file', async (limit) => {
    const { id } = await buildUpload(db, owner, {
      columns: ['n', 'empty', 'list'],
      rows: Array.from({ length: limit === 1 ? 3 : 1_234 }, (_, n) => [String(n), '', [n]]),
    })
    const read = []
    for (let after = 0; ;) {
      const rows = await readUploadRows(db, id, after, limit)
      expect(rows.length).toBeLessThanOrEqual(limit)
      read.push(...rows)
      after = rows.at(-1)?.number ?? after
      if (rows.length < limit) break
    }
    expect(read).toEqual(
      Array.from({ length: limit === 1 ? 3 : 1_234 }, (_, n) => ({
        number: n + 1,
        refused: null,
        line: n + 2,
        data: { n: String(n), list: [n] },
      })),
    )
  })

  it('are none beyond the last one, and none of an upload that was deleted', async () => {
    const { id } = await buildUpload(db, owner, { columns: ['n'], rows: [['1'], ['2']] })
    expect(await readUploadRows(db, id, 2, 10)).toEqual([])
    expect(await readUploadRows(db, id, 1, 10)).toMatchObject([{ number: 2 }])
    expect(await deleteUpload(db, { ...owner, id }, BY_A_PERSON.caller)).toMatchObject({
      kind: 'deleted',
      upload: { id, sample: [{ n: '1' }, { n: '2' }] },
    })
    expect(await readUploadRows(db, id, 0, 10)).toEqual([])
    expect(await findUpload(db, owner, id)).toBeNull()
  })
})
