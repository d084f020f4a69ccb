import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { addMessagingAccount, findMessagingAccount } from '../../../../db/messaging-accounts/queries.ts'
import { INBOUND_SECRETS, sendInbound } from '../../../build/inbound.ts'
import { buildSession } from '../../../build/session.ts'
import { fixture } from '../../../fixtures/load.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { type Simulator, startSimulator } from '../../../support/http-simulator.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let unipile: Simulator
let service: TestService
let live: HttpClient
beforeAll(async () => {
  unipile = await startSimulator()
  service = await startTestService({
    providers: { unipile: { apiKey: 'unipile-key', baseUrl: `${unipile.url}/api/v1` } },
    inboundSecrets: INBOUND_SECRETS,
    askMsMax: 5_000,
  })
  live = httpClient(service.url, (await buildSession(service.db, service.workspace.id)).token)
}, 120_000)
afterAll(async () => {
  await service.stop()
  await unipile.close()
})
afterEach(() => unipile.reset())

const listed = async (id: string) =>
  [(await live.get('/v1/linkedin/accounts')).at('items')].flat().filter((item) => Object(item).account_id === id)

async function connected(): Promise<{ id: string; account: string }> {
  const account = randomUUID()
  const made = await addMessagingAccount(service.db, {
    workspaceId: service.workspace.id,
    environment: 'live',
    network: 'linkedin',
    provider: 'unipile',
    externalId: account,
    name: 'Robin Sample',
    status: 'connected',
  })
  return { id: made?.id ?? '', account }
}

describe('disconnecting an account', () => {
  it('removes it from the provider and from the list, and is not found a second time', async () => {
    const { id, account } = await connected()
    unipile.scriptPath(`/api/v1/accounts/${account}`, fixture('unipile/account-deleted'))
    const answer = await live.delete(`/v1/linkedin/accounts/${id}`)
    expect([answer.status, answer.at('account_id'), answer.at('status')]).toEqual([200, id, 'removed'])
    expect(unipile.calls.at(-1)).toMatchObject({ method: 'DELETE', path: `/api/v1/accounts/${account}` })
    expect(await listed(id)).toEqual([])
    expect((await live.delete(`/v1/linkedin/accounts/${id}`)).status).toBe(404)
    await sendInbound(service.url, 'unipile', {
      AccountStatus: { account_id: account, account_type: 'LINKEDIN', message: 'OK' },
    })
    expect((await findMessagingAccount(service.db, 'unipile', account))?.status).toBe('removed')
  })

  it('succeeds when it is gone at the provider already', async () => {
    const { id, account } = await connected()
    unipile.scriptPath(`/api/v1/accounts/${account}`, { status: 404, json: { type: 'errors/resource_not_found' } })
    expect((await live.delete(`/v1/linkedin/accounts/${id}`)).status).toBe(200)
  })

  it('changes nothing while the provider cannot be reached', async () => {
    const { id, account } = await connected()
    unipile.scriptPath(`/api/v1/accounts/${account}`, { fault: 'reset' })
    const answer = await live.delete(`/v1/linkedin/accounts/${id}`)
    expect([answer.status, answer.at('error', 'code')]).toEqual([503, 'unavailable'])
    expect(await listed(id)).toMatchObject([{ account_id: id, status: 'connected' }])
  })

  it('requires the network of the account, and its workspace', async () => {
    const { id } = await connected()
    expect((await live.delete(`/v1/gmail/accounts/${id}`)).status).toBe(404)
    expect((await live.delete(`/v1/linkedin/accounts/${id}`, { 'Service-Environment': 'test' })).status).toBe(404)
    expect(unipile.calls).toEqual([])
  })
})
