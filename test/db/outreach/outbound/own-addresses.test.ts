import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildInbox } from '../../../build/inbound.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'
import { buildSend, buildSent, repeats, reserveSend, type SendToBuild, turnTablesOn } from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
  await close()
})
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
})

const to = (...addresses: string[]) => ({ input: { to: addresses, subject: 's', text: 't' } })
const send = (more?: SendToBuild) => buildSend(db, owner, more)
const request = async (more?: SendToBuild) => reserveSend(db, await send(more))
const sent = (more?: SendToBuild, end?: Parameters<typeof buildSent>[3]) => buildSent(db, owner, more, end)

describe("the workspace's own addresses", () => {
  const inbox = (address: string, workspaceId = owner.workspaceId) =>
    buildInbox(
      db,
      { workspaceId, environment: 'live' },
      { provider: 'agentmail', externalId: `${address} of ${workspaceId}`, address },
    )

  it.each([
    ['an inbox', 'sales@own.example.com', true],
    ["another address at the inbox's domain", 'boss@own.example.com', true],
    ['an address above or below that domain', 'boss@example.com', false],
    ['an inbox at a public mail domain', 'acme@agentmail.to', true],
    ['another person at a public mail domain', 'other@agentmail.to', false],
    ['a person at a domain where another workspace has an inbox', 'other@shared.example.com', false],
    ['an inbox at such a domain', 'own@shared.example.com', true],
    ['an inbox that was removed', 'gone@gone.example.com', false],
  ])('%s', async (_, address, passes) => {
    await db.pool.query('delete from inbox')
    await Promise.all(
      ['sales@own.example.com', 'acme@agentmail.to', 'own@shared.example.com', 'gone@gone.example.com'].map((own) =>
        inbox(own),
      ),
    )
    await inbox('theirs@shared.example.com', (await buildWorkspace(db)).id)
    await db.pool.query(`update inbox set status = 'removed' where address = 'gone@gone.example.com'`)
    await sent(to(address))
    expect((await request(to(address))).kind).toBe(passes ? 'reserved' : 'blocked')
  })

  it('exempt no other recipient of the same message', async () => {
    await db.pool.query('delete from inbox')
    await inbox('sales@agent.example.com')
    const first = await sent(to('sales@agent.example.com', 'robin@example.com'))
    expect(await request(to('boss@agent.example.com', 'robin@example.com'))).toEqual(repeats(first))
    expect(await request(to('boss@agent.example.com', 'sales@agent.example.com'))).toEqual({ kind: 'reserved' })
  })

  it('are the simulated inbox in the sandbox, and only there', async () => {
    for (const environment of ['test', 'live'] as const) {
      owner = { ...owner, environment }
      await sent(to('sandbox@inbox.example'))
      expect((await request(to('sandbox@inbox.example'))).kind).toBe(environment === 'test' ? 'reserved' : 'blocked')
    }
  })
})
