import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { SuppressionKind } from '../../../domain/outbound/channels.ts'
import type { Database } from '../../../db/database.ts'
import { rereadSuppressions } from '../../../usecases/outreach/reread-suppressions.ts'
import { addSuppressions, listSuppressions, removeSuppressions } from '../../../db/outreach/outbound/suppressions.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../db/build.ts'
import { buildSend, reserveSend, turnTablesOn } from '../../db/outreach/outbound/build.ts'

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
})

/** A suppression as the version before stored it. */
async function stored(kind: SuppressionKind, value: string, subject: string): Promise<void> {
  await addSuppressions(db, owner, { subjects: [{ kind, value, subject }], reason: 'manual', source: 'api' })
  await db.pool.query(`update suppression set reading = 'first' where workspace_id = $1`, [owner.workspaceId])
}
const listed = async () =>
  (await listSuppressions(db, { ...owner, kind: null, reason: null, after: null, limit: 10 })).map(
    ({ kind, value, subject }) => [subject, kind, value],
  )
const sendTo = async (phone: string) =>
  reserveSend(
    db,
    await buildSend(db, owner, { capability: 'chat.send', input: { platform: 'whatsapp', phone, text: 't' } }),
  )

describe('a suppression that an earlier reader has stored', () => {
  it('blocks what its text means today, is listed once, and goes with its text', async () => {
    await stored('phone', '+5215512345678', '+52 1 55 1234 5678')
    await rereadSuppressions(db)
    await rereadSuppressions(db)
    expect(await listed()).toEqual([['+52 1 55 1234 5678', 'phone', '+525512345678']])
    for (const phone of ['+525512345678', '+5215512345678'])
      expect(await sendTo(phone)).toMatchObject({ kind: 'blocked', block: { kind: 'suppressed' } })

    const removed = await removeSuppressions(db, owner, {
      subjects: [{ kind: 'phone', value: '+525512345678' }],
      texts: ['+52 1 55 1234 5678'],
    })
    expect(removed.map(({ value }) => value).toSorted()).toEqual(['+5215512345678', '+525512345678'])
    expect(await sendTo('+525512345678')).toMatchObject({ kind: 'reserved' })
  })

  it('stays where its text is no identity today, and its text removes it', async () => {
    await stored('email', 'noemail@noemail.com', 'noemail@noemail.com')
    await rereadSuppressions(db)
    expect(await listed()).toEqual([['noemail@noemail.com', 'email', 'noemail@noemail.com']])
    await removeSuppressions(db, owner, { subjects: [], texts: ['noemail@noemail.com'] })
    expect(await listed()).toEqual([])
  })
})
