import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { eraseBatch } from '../../../usecases/erasure/erase-batch.ts'
import { type ErasureCursor, readErasure } from '../../../db/erasure/erasures.ts'
import { eraseWorkspaceBatch } from '../../../usecases/erasure/erase-workspace.ts'
import { findUpload } from '../../../db/jobs/uploads.ts'
import type { Json } from '../../../domain/json/json.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../build.ts'
import { buildUpload } from '../jobs/build.ts'
import { buildErasure } from './build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const makeOwner = async (): Promise<Owner> => ({ workspaceId: (await buildWorkspace(db)).id, environment: 'test' })
const rows = (count: number, last: readonly Json[]) => [
  ...Array.from({ length: count }, (_, n) => [`p${n}@example.com`, '']),
  last,
]

it('an erasure deletes the uploads that mention the person, in any part and size of a batch', async () => {
  for (const size of [undefined, { rows: 1, bytes: 1_000_000 }, { rows: 500, bytes: 1 }]) {
    const owner = await makeOwner()
    const upload = (columns: readonly string[], last: readonly Json[]) =>
      buildUpload(db, owner, { columns, rows: rows(1_200, last) })
    const uploads = [
      await upload(['email', 'note'], ['x', 'about Ada@Example.com.']),
      await upload(['email', 'note'], ['x', 'ada@example.com.au']),
      await upload(['email', 'note'], ['x', ['https://www.linkedin.com/in/ada-example/']]),
      // Without a line of column names, the first person is there.
      await upload(['ada@example.com', 'Ada'], ['x', '']),
      await upload(['handle', 'platform'], ['ada', 'x']),
      await upload(['handle', 'platform'], ['ada', 'instagram']),
    ]
    const elsewhere = await buildUpload(
      db,
      { ...owner, environment: 'live' },
      { columns: ['a'], rows: [['ada@example.com']] },
    )
    const { erasure, scope } = await buildErasure(db, owner, { kind: 'email', value: 'ada@example.com' })
    const identities = [
      ...scope.names.identities,
      { kind: 'linkedin', value: 'in/ada-example' } as const,
      { kind: 'handle', value: 'x:ada' } as const,
    ]
    const later = await upload(['email', 'note'], ['ada@example.com', ''])
    let cursor: ErasureCursor = { stage: null, after: null, waiting: null }
    for (let state = 'more'; state === 'more';)
      ({ state, cursor } = await eraseBatch(db, erasure, {
        scope: { ...scope, names: { ...scope.names, identities } },
        stage: 'watches',
        cursor,
        ...(size === undefined ? {} : { size }),
      }))
    const kept = await Promise.all([...uploads, later].map(({ id }) => findUpload(db, owner, id)))
    expect(kept.map((one) => one !== null)).toEqual([false, true, false, false, false, true, true])
    expect(await findUpload(db, { ...owner, environment: 'live' }, elsewhere.id)).not.toBeNull()
    expect((await readErasure(db, owner, erasure.id))?.erased).toEqual({ uploads: 4 })
  }
})

it('the erasure of a workspace deletes all its uploads, and none of another one', async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()]
  const uploads = [
    await buildUpload(db, owner, { columns: ['a'], rows: [['1']] }),
    await buildUpload(db, owner, { columns: ['b'], rows: rows(1_200, ['x']) }),
  ]
  const theirs = await buildUpload(db, other, { columns: ['a'], rows: [['1']] })
  let count = 0
  for (let after: string | null = ''; after !== null;) {
    const done = await eraseWorkspaceBatch(db, owner, { stage: 'watches', after })
    count += done.erased.uploads ?? 0
    after = done.after
  }
  expect(count).toBe(uploads.length)
  expect(await Promise.all(uploads.map(({ id }) => findUpload(db, owner, id)))).toEqual([null, null])
  expect(await findUpload(db, other, theirs.id)).not.toBeNull()
})
