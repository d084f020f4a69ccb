import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { addInbox, listInboxes, type NewInbox } from '../../../../db/outreach/inboxes/queries.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const owner = async () => ({ workspaceId: (await buildWorkspace(db)).id, environment: 'live' as const })
const buildInbox = (
  of: Pick<NewInbox, 'workspaceId' | 'environment'>,
  name: string,
  more: Partial<NewInbox> = {},
): NewInbox => ({
  provider: 'agentmail',
  externalId: `${of.workspaceId}-${name}`,
  address: `${name}@Example.com`,
  status: 'active',
  ...of,
  ...more,
})

describe('inboxes', () => {
  it('are listed only for their workspace and environment, oldest first, without removed ones', async () => {
    const [mine, theirs] = [await owner(), await owner()]
    const sandbox = { ...mine, environment: 'test' as const }
    const first = await addInbox(db, buildInbox(mine, 'First'))
    const second = await addInbox(db, buildInbox(mine, 'second', { status: 'pending' }))
    await addInbox(db, buildInbox(mine, 'gone', { status: 'removed' }))
    await addInbox(db, buildInbox(sandbox, 'simulated'))
    await addInbox(db, buildInbox(theirs, 'foreign'))
    expect((await listInboxes(db, mine)).map(({ id }) => id)).toEqual([first?.id, second?.id])
    expect((await listInboxes(db, sandbox)).map(({ address }) => address)).toEqual(['simulated@example.com'])
    expect(first).toMatchObject({
      id: expect.stringMatching(/^inbox_/),
      address: 'first@example.com',
      domain: 'example.com',
    })
  })

  it("have a provider's id once, in any workspace", async () => {
    const [mine, theirs] = [await owner(), await owner()]
    const held = await addInbox(db, buildInbox(mine, 'a', { externalId: 'shared' }))
    expect(await addInbox(db, buildInbox(theirs, 'a', { externalId: 'shared' }))).toBeNull()
    expect(await addInbox(db, buildInbox(theirs, 'a', { externalId: 'shared', provider: 'resend' }))).not.toBeNull()
    expect((await listInboxes(db, mine)).map(({ id }) => id)).toEqual([held?.id])
  })

  it.each([
    ['an address with capitals', { address: 'Robin@example.com' }],
    ['an address of another domain', { address: 'robin@example.com.evil.example' }],
    ['a domain without an address', { address: 'example.com' }],
    ['no id at the provider', { external_id: '' }],
    ['an unknown status', { status: 'sleeping' }],
    ['an unknown workspace', { workspace_id: 'ws_nobody' }],
  ])('with %s are refused by the database', async (_, wrong) => {
    const { workspaceId } = await owner()
    const row = {
      id: `inbox_${workspaceId}`,
      workspace_id: workspaceId,
      environment: 'live',
      provider: 'agentmail',
      external_id: workspaceId,
      address: 'robin@example.com',
      domain: 'example.com',
      status: 'active',
      ...wrong,
    }
    const insert = db.pool.query('insert into inbox select * from jsonb_populate_record(null::inbox, $1::jsonb)', [
      { ...row, created_at: new Date() },
    ])
    await expect(insert).rejects.toThrow(/violates/)
  })
})
