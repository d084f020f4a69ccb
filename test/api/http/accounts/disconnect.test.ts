import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { connectAccount } from '../../../build/connected-account.ts'
import { INBOUND_SECRETS, sendInbound } from '../../../build/inbound.ts'
import { buildSession } from '../../../build/session.ts'
import { httpClient, type HttpClient, membersOf } from '../../../support/http.ts'
import { storedAccount } from '../../../support/messaging-account.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { platformKeyOf } from '../../../twins/kit/credential.ts'
import type { Twins } from '../../../twins/kit/host.ts'
import { twinSettings } from '../../../twins/kit/settings.ts'
import { startTwins } from '../../../twins/twins.ts'

let twins: Twins
let service: TestService
let live: HttpClient
beforeAll(async () => {
  twins = await startTwins()
  service = await startTestService({
    providers: twinSettings(twins.world),
    inboundSecrets: INBOUND_SECRETS,
    askMsMax: 5_000,
  })
  live = httpClient(service.url, (await buildSession(service.db, service.workspace.id)).token)
}, 120_000)
afterAll(async () => {
  await service.stop()
  await twins.close()
})
afterEach(() => twins.world.modes.clear())

const listed = async (id: string) =>
  [(await live.get('/v1/linkedin/accounts')).at('items')].flat().filter((item) => Object(item).account_id === id)

/** The platform's account at Unipile. */
const atUnipile = { 'X-API-KEY': platformKeyOf('unipile', undefined) }
const unipile = () => httpClient(`${twins.url}/unipile/api/v1`)
const accountsThere = async (): Promise<string[]> =>
  membersOf((await unipile().get('/accounts', atUnipile)).at('items')).map(([, item]) => String(Object(item).id))

async function connected(): Promise<{ id: string; account: string }> {
  const id = await connectAccount(live, 'linkedin')
  return { id, account: (await accountsThere()).at(-1) ?? '' }
}

describe('disconnecting an account', () => {
  it('removes it from the provider and from the list, and is not found a second time', async () => {
    const { id, account } = await connected()
    const answer = await live.delete(`/v1/linkedin/accounts/${id}`)
    expect([answer.status, answer.at('account_id'), answer.at('status')]).toEqual([200, id, 'removed'])
    expect(await accountsThere()).not.toContain(account)
    expect(await listed(id)).toEqual([])
    expect((await live.delete(`/v1/linkedin/accounts/${id}`)).status).toBe(404)
    await sendInbound(service.url, 'unipile', {
      AccountStatus: { account_id: account, account_type: 'LINKEDIN', message: 'OK' },
    })
    expect((await storedAccount(service.db, account))?.status).toBe('removed')
  })

  it('succeeds when it is gone at the provider already', async () => {
    const { id, account } = await connected()
    await unipile().delete(`/accounts/${account}`, atUnipile)
    expect((await live.delete(`/v1/linkedin/accounts/${id}`)).status).toBe(200)
  })

  it('changes nothing while the provider cannot be reached', async () => {
    const { id } = await connected()
    twins.world.modes.set('unipile', { mode: 'lost', ms: 0, times: null })
    const answer = await live.delete(`/v1/linkedin/accounts/${id}`)
    expect([answer.status, answer.at('error', 'code')]).toEqual([503, 'unavailable'])
    expect(await listed(id)).toMatchObject([{ account_id: id, status: 'connected' }])
  })

  it('requires the network of the account, and its workspace', async () => {
    const { id, account } = await connected()
    expect((await live.delete(`/v1/gmail/accounts/${id}`)).status).toBe(404)
    expect((await live.delete(`/v1/linkedin/accounts/${id}`, { 'Service-Environment': 'test' })).status).toBe(404)
    expect(await accountsThere()).toContain(account)
  })
})
