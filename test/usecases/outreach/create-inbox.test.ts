import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import { beginDomain, removeEmailDomain } from '../../../usecases/outreach/email-domains.ts'
import { newId } from '../../../db/ids.ts'
import { giveInboxUp } from '../../../db/outreach/inboxes/create.ts'
import { beginInbox, settleInbox } from '../../../usecases/outreach/create-inbox.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'

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

describe('an inbox at a domain of the workspace', () => {
  it('is not made when the domain was removed meanwhile', async () => {
    const { id: workspaceId } = await buildWorkspace(db)
    const owner = { workspaceId, environment: 'live' as const, provider: 'resend', connectionId: null }
    const domain = `${workspaceId.replaceAll('_', '-')}.example.com`
    const domainId = newId('dom')
    await beginDomain(db, { ...owner, id: domainId, domain, reported: null })
    const address = (name: string) => ({ externalId: `${name}@${domain}`, address: `${name}@${domain}` })
    const make = (name: string) =>
      beginInbox(db, {
        ...owner,
        ...address(name),
        id: newId('inbox'),
        domainId,
        displayName: null,
        status: 'active',
      })
    const before = await make('before')
    // Another id of the provider than the one that was removed there: it was stored meanwhile.
    expect(await removeEmailDomain(db, { id: domainId, workspaceId, externalId: 'another' })).toBe(false)
    expect(await removeEmailDomain(db, { id: domainId, workspaceId, externalId: null })).toBe(true)
    const after = await make('after')
    const { rows } = await db.pool.query('select address, status from inbox where workspace_id = $1', [workspaceId])
    expect([before.kind, after.kind, rows]).toEqual([
      'begun',
      'gone',
      [{ address: `before@${domain}`, status: 'removed' }],
    ])
  })
})
