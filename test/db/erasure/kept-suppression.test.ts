import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { eraseBatch } from '../../../usecases/erasure/erase-batch.ts'
import { addSuppressions, listSuppressions, removeSuppressions } from '../../../db/outreach/outbound/suppressions.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../build.ts'
import { buildSend, reserveSend, turnTablesOn } from '../outreach/outbound/build.ts'
import { buildTable, writeTo } from '../tables/build.ts'
import { buildErasure } from './build.ts'

const ADA = { kind: 'email', value: 'ada@example.com' } as const
const PROFILE = 'https://www.linkedin.com/in/ada-canary'
let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
  await writeTo(db, await buildTable(db, owner), [{ email: 'ada@example.com', linkedin: PROFILE }])
  await addSuppressions(db, owner, {
    subjects: [{ ...ADA, subject: 'Ada@Example.com' }],
    reason: 'manual',
    source: 'api',
  })
})

/** The stages that a person without runs and events has. */
async function erase(keepSuppression: boolean): Promise<number | undefined> {
  const { erasure, scope } = await buildErasure(db, owner, ADA, { keepSuppression })
  for (const stage of ['rows', 'people'] as const)
    await eraseBatch(db, erasure, { scope, stage, cursor: { stage: null, after: null, waiting: null } })
  const { rows } = await db.pool.query<{ erased: Record<string, number> }>('select erased from erasure where id = $1', [
    erasure.id,
  ])
  return rows[0]?.erased['suppressions']
}

const stored = async (): Promise<string> =>
  JSON.stringify(
    (await db.pool.query('select * from suppression where workspace_id = $1', [owner.workspaceId])).rows,
  ).toLowerCase()
const listed = async () =>
  (await listSuppressions(db, { ...owner, kind: null, reason: null, after: null, limit: 10 })).map(
    ({ subject }) => subject,
  )
const isBlocked = async (capability: string, input: object): Promise<boolean> =>
  (await reserveSend(db, await buildSend(db, owner, { capability, input: { ...input } }))).kind === 'blocked'
const mail = () => isBlocked('email.send', { to: 'ADA@example.com', subject: 's', text: 't' })
const invite = () => isBlocked('linkedin.invite', { profile_url: PROFILE })

describe('the suppression of an erased person', () => {
  it('is kept without their name, and blocks every identity that they had', async () => {
    expect(await erase(true)).toBeUndefined()
    const text = await stored()
    expect([text.includes('ada@'), text.includes('canary')]).toEqual([false, false])
    expect([await mail(), await invite()]).toEqual([true, true])
    expect(await erase(true)).toBeUndefined()
    expect(await mail()).toBe(true)
    expect(await isBlocked('email.send', { to: 'ada+news@example.com', subject: 's', text: 't' })).toBe(true)
  })

  it('is removed by their address, and by what the list shows', async () => {
    await erase(true)
    const shown = await listed()
    expect(shown).toEqual([expect.stringMatching(/^erased:[0-9a-f]{64}$/), expect.stringMatching(/^erased:/)])
    const removed = await removeSuppressions(db, owner, { subjects: [ADA], texts: ['ada@example.com'] })
    expect(removed.map(({ names }) => names)).toEqual([['email ada@example.com']])
    expect([await mail(), await invite()]).toEqual([false, true])
    await removeSuppressions(db, owner, { subjects: [], texts: await listed() })
    expect([await listed(), await invite()]).toEqual([[], false])
  })

  it('goes where it is not to be kept, also one that an earlier erasure has kept', async () => {
    await erase(true)
    expect(await erase(false)).toBe(1)
    expect(await erase(false)).toBeUndefined()
    expect(await mail()).toBe(false)
  })
})
