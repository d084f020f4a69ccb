import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { beginInbox, giveInboxUp, settleInbox } from '../../../db/inboxes/create.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

describe('an inbox that its provider has made', () => {
  it.each([
    ['exists once, however often that is reported', false],
    ['exists though another request for it was refused meanwhile', true],
  ])('%s', async (_what, givenUp) => {
    const { id: workspaceId } = await buildWorkspace(db)
    const address = `${workspaceId}@example.com`
    const inbox = {
      id: newId('inbox'),
      workspaceId,
      environment: 'live' as const,
      provider: 'agentmail',
      address,
      displayName: 'Sales',
      connectionId: null,
    }
    const first = await beginInbox(db, { ...inbox, externalId: address, status: 'pending' })
    const second = await beginInbox(db, { ...inbox, id: newId('inbox'), externalId: address, status: 'pending' })
    expect([first, second]).toEqual([
      { kind: 'begun', id: inbox.id, connectionId: null },
      { kind: 'begun', id: inbox.id, connectionId: null },
    ])
    if (givenUp) await giveInboxUp(db, inbox.id)
    let done = 0
    for (const _time of [1, 2])
      await settleInbox(db, { ...inbox, externalId: `named ${address}` }, async () => {
        done += 1
      })
    await giveInboxUp(db, inbox.id)
    const { rows } = await db.pool.query(
      'select id, status, external_id, address, domain, display_name from inbox where workspace_id = $1',
      [workspaceId],
    )
    expect([rows, done]).toEqual([
      [
        {
          id: inbox.id,
          status: 'active',
          external_id: `named ${address}`,
          address,
          domain: 'example.com',
          display_name: 'Sales',
        },
      ],
      2,
    ])
  })
})
