import { expect, it } from '@jest/globals'
import { newId } from '../../../../db/ids.ts'
import { waitingInboundReached } from '../../../../db/outreach/inbound/waiting.ts'
import { createWorkspace } from '../../../../usecases/access/create-workspace.ts'
import { QUOTAS } from '../../../../domain/plans/quotas.ts'
import { buildConnection, testCipher } from '../../../build/connection.ts'
import { openTestDatabase } from '../../build.ts'
import { processTogether } from '../../../../usecases/outreach/process-inbound.ts'
import { storeMessage } from './build.ts'

it('the messages of all own accounts of a workspace fill one quota until they are processed', async () => {
  const { db, close } = await openTestDatabase()
  const id = newId('ws')
  await db.transaction({ name: 'create_workspace', effect: true }, (tx) =>
    createWorkspace(tx, { id, name: id, seededAs: null, credit: { test: 0n, live: 0n }, awaitsConfirmation: true }),
  )
  const cipher = testCipher()
  const connect = (provider: string) =>
    buildConnection({ db, cipher }, { workspaceId: id, provider, credential: 'key' })
  const [one, other] = [await connect('unipile'), await connect('agentmail')]
  const most = QUOTAS.quarantine.inbound_bytes
  const message = {
    AccountStatus: { account_id: 'a', account_type: 'LINKEDIN', message: 'OK', pad: 'x'.repeat(most / 2) },
  }
  const stored = await storeMessage(db, 'unipile', message, one)
  expect(await waitingInboundReached(db, other, most / 4)).toBeNull()
  expect(await waitingInboundReached(db, other, most / 2)).toMatchObject({ of: 'inbound_bytes', limit: most })
  await processTogether({ db, cipher }, stored)
  expect(await waitingInboundReached(db, other, most / 2)).toBeNull()
  await close()
})
