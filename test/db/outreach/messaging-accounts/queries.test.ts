import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import {
  addMessagingAccount,
  listMessagingAccounts,
  type NewMessagingAccount,
} from '../../../../db/outreach/messaging-accounts/queries.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const owner = async () => ({ workspaceId: (await buildWorkspace(db)).id, environment: 'live' as const })
const buildAccount = (
  of: Pick<NewMessagingAccount, 'workspaceId' | 'environment'>,
  externalId: string,
  more: Partial<NewMessagingAccount> = {},
): NewMessagingAccount => ({
  network: 'linkedin',
  provider: 'unipile',
  externalId,
  name: 'Robin Sample',
  status: 'connected',
  ...of,
  ...more,
})

describe('messaging accounts', () => {
  it('are listed only for their workspace, environment and network, oldest first, without removed ones', async () => {
    const [mine, theirs] = [await owner(), await owner()]
    const first = await addMessagingAccount(db, buildAccount(mine, 'list-1'))
    const second = await addMessagingAccount(db, buildAccount(mine, 'list-2', { status: 'disconnected' }))
    await addMessagingAccount(db, buildAccount(mine, 'list-3', { status: 'removed' }))
    await addMessagingAccount(db, buildAccount(mine, 'list-4', { network: 'whatsapp' }))
    await addMessagingAccount(db, buildAccount({ ...mine, environment: 'test' }, 'list-5'))
    await addMessagingAccount(db, buildAccount(theirs, 'list-6'))
    expect((await listMessagingAccounts(db, { ...mine, network: 'linkedin' })).map(({ id }) => id)).toEqual([
      first?.id,
      second?.id,
    ])
    expect(await listMessagingAccounts(db, { ...mine, network: 'instagram' })).toEqual([])
  })

  it('have a time of connection once they are connected', async () => {
    const { workspaceId } = await owner()
    const insert = db.pool.query(
      `insert into messaging_account (id, workspace_id, environment, network, provider, external_id, name, status) values ('acct_x', $1, 'live', 'linkedin', 'unipile', 'x', '', 'connected')`,
      [workspaceId],
    )
    await expect(insert).rejects.toThrow(/violates check constraint/)
  })
})
