import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { previewErasure } from '../../../db/erasure/preview.ts'
import { addSuppressions } from '../../../db/outreach/outbound/suppressions.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../build.ts'
import { buildTable, writeTo } from '../tables/build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const ADA = { kind: 'email', value: 'ada@example.com' } as const

it('shows which rows an erasure deletes, and which stay because they are another person, too', async () => {
  const owner: Owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
  expect(await previewErasure(db, owner, ADA)).toEqual({ rows: [], suppressions: 0, touches: 0, runs: 0 })
  const [own, team] = [await buildTable(db, owner), await buildTable(db, owner)]
  await writeTo(db, own, [
    { email: 'ada@example.com', phone: '+14155552671' },
    { email: 'bob@example.com', phone: '+14155552671' },
  ])
  await writeTo(db, team, [{ email: 'ada@example.com', linkedin: 'linkedin.com/in/team', full_name: 'Ada Example' }])
  await writeTo(db, team, [{ email: 'bob@example.com', linkedin: 'linkedin.com/in/team', full_name: 'Bob Sample' }])
  const subjects = ['ada@example.com', 'bob@example.com'].map((value) => ({ ...ADA, value, subject: value }))
  await addSuppressions(db, owner, { subjects, reason: 'manual', source: 'api' })
  const { rows, suppressions } = await previewErasure(db, owner, ADA)
  expect([rows.map(({ key, kept }) => `${key} ${kept}`).toSorted(), suppressions]).toEqual([
    ['ada@example.com null', 'bob@example.com in_doubt'],
    1,
  ])
})
