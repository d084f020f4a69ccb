import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { findMessagingAccount } from '../../../../db/messaging-accounts/queries.ts'
import { INBOUND_SECRETS, sendInbound } from '../../../build/inbound.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { fixture } from '../../../fixtures/load.ts'
import { readable } from '../../../support/history.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { type Simulator, startSimulator } from '../../../support/http-simulator.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { temporalLogLines } from '../../../support/temporal-log.ts'
import { until } from '../../../support/until.ts'

const NOTIFY = '/v1/inbound/unipile/accounts'
let unipile: Simulator
let service: TestService
let workspace: TestWorkspace
let live: HttpClient
let sandbox: HttpClient
let anonymous: HttpClient
beforeAll(async () => {
  unipile = await startSimulator()
  service = await startTestService({
    providers: { unipile: { apiKey: 'unipile-key', baseUrl: `${unipile.url}/api/v1` } },
    inboundSecrets: INBOUND_SECRETS,
    askMsMax: 5_000,
  })
  anonymous = httpClient(service.url)
}, 120_000)
afterAll(async () => {
  await service.stop()
  await unipile.close()
})
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  const { token } = await buildSession(service.db, workspace.id)
  live = httpClient(service.url, token)
  sandbox = withHeader(live)
  unipile.scriptPath('/api/v1/hosted/accounts/link', fixture('unipile/connect-link'))
})
afterEach(() => unipile.reset())

/** The same session in the sandbox. */
const withHeader = (client: HttpClient): HttpClient => {
  const headers = { 'Service-Environment': 'test' }
  return {
    ...client,
    get: (path, more) => client.get(path, { ...headers, ...more }),
    post: (path, body, more) => client.post(path, body, { ...headers, ...more }),
    delete: (path, more) => client.delete(path, { ...headers, ...more }),
  }
}

let ids = 0
const someAccount = (): string => `unipile-account-${(ids += 1)}`
const nameSent = (): string => String(new Map(Object.entries(Object(unipile.calls.at(-1)?.body))).get('name'))
const itemsOf = async (client: HttpClient, network = 'linkedin') =>
  (await client.get(`/v1/${network}/accounts`)).at('items')

/** Requests a link and returns the name under which the provider will report it. */
async function linked(client = live, body?: object): Promise<string> {
  expect((await client.post('/v1/linkedin/accounts', body)).status).toBe(200)
  return nameSent()
}

async function notify(name: string, account: string, { status = 'CREATION_SUCCESS', type = 'LINKEDIN' } = {}) {
  unipile.scriptPath(`/api/v1/accounts/${account}`, {
    json: { object: 'Account', id: account, type, name: 'Robin Sample' },
  })
  return anonymous.post(NOTIFY, { status, account_id: account, name })
}

describe('connecting an account', () => {
  it("answers the provider's page, and its outcome belongs to the workspace and environment of the request", async () => {
    const answer = await live.post('/v1/linkedin/accounts')
    expect([answer.status, answer.body]).toEqual([
      200,
      { connect_url: 'https://account.unipile.example/canary-link-5d1c' },
    ])
    expect(unipile.calls).toMatchObject([
      {
        method: 'POST',
        path: '/api/v1/hosted/accounts/link',
        headers: { 'x-api-key': 'unipile-key' },
        body: {
          type: 'create',
          providers: ['LINKEDIN'],
          api_url: unipile.url,
          notify_url: `${service.url}${NOTIFY}`,
          name: expect.stringMatching(/^link_/),
          expiresOn: expect.any(String),
        },
      },
    ])
    const account = someAccount()
    expect((await notify(nameSent(), account)).status).toBe(200)
    expect(await itemsOf(live)).toEqual([
      {
        account_id: expect.stringMatching(/^acct_/),
        name: 'Robin Sample',
        status: 'connected',
        account: 'platform',
        connected_at: expect.any(String),
      },
    ])
    expect([await itemsOf(live, 'gmail'), await itemsOf(sandbox)]).toEqual([[], []])
  })

  it('binds once: a repeated report changes nothing, and another account binds nothing under the same name', async () => {
    const name = await linked()
    const [first, second] = [someAccount(), someAccount()]
    expect((await notify(name, first)).status).toBe(200)
    expect((await notify(name, first)).status).toBe(200)
    expect((await notify(name, second)).status).toBe(409)
    expect(await findMessagingAccount(service.db, 'unipile', second)).toBeNull()
    expect(await itemsOf(live)).toHaveLength(1)
  })

  it.each<[string, (name: string) => string]>([
    ['made up', () => 'invented'],
    ['empty', () => ''],
    ['of another id', (name) => name.replace(/(?<=^link_)./, (first) => (first === '0' ? '1' : '0'))],
    ['of another code', (name) => `${name.slice(0, -2)}${name.endsWith('A') ? 'BB' : 'AA'}`],
    ['of another key', (name) => name.replace('.1.', '.2.')],
    ['longer', (name) => `${name}x`],
  ])('binds nothing by a name that is %s', async (_, forge) => {
    const account = someAccount()
    const answer = await notify(forge(await linked()), account)
    expect([answer.status, answer.at('error', 'code')]).toEqual([401, 'unauthorized'])
    expect(await findMessagingAccount(service.db, 'unipile', account)).toBeNull()
  })

  it("never takes another workspace's account, nor one of another network", async () => {
    const theirs = someAccount()
    await notify(await linked(), theirs)
    const stranger = await buildWorkspace(service.db)
    const client = httpClient(service.url, (await buildSession(service.db, stranger.id)).token)
    expect((await notify(await linked(client), theirs)).status).toBe(409)
    expect((await findMessagingAccount(service.db, 'unipile', theirs))?.workspaceId).toBe(workspace.id)
    expect((await notify(await linked(client), someAccount(), { type: 'WHATSAPP' })).status).toBe(409)
    expect(await itemsOf(client)).toEqual([])
  })

  it('binds nothing once the link has expired', async () => {
    const name = await linked()
    await service.db.pool.query(`update account_link set expires_at = now() - interval '3 hours'`)
    expect((await notify(name, someAccount())).status).toBe(401)
  })

  it('uses only the name of the link while the provider reports nothing of the account', async () => {
    const name = await linked()
    const account = someAccount()
    unipile.scriptPath(`/api/v1/accounts/${account}`, { status: 503 })
    expect((await anonymous.post(NOTIFY, { status: 'CREATION_SUCCESS', account_id: account, name })).status).toBe(200)
    expect(await itemsOf(live)).toMatchObject([{ name: 'LinkedIn account', status: 'connected' }])
  })

  it('shows what the provider reports of an account, and connects it again by a separate link', async () => {
    const account = someAccount()
    await notify(await linked(), account)
    const [connected] = [await itemsOf(live)].flat()
    const id = String(Object(connected).account_id)
    await sendInbound(service.url, 'unipile', {
      AccountStatus: { account_id: account, account_type: 'LINKEDIN', message: 'CREDENTIALS' },
    })
    await until(
      () => itemsOf(live),
      (items) => Object(items)[0]?.status === 'disconnected',
    )
    const name = await linked(live, { account_id: id })
    expect(unipile.calls.at(-1)?.body).toMatchObject({ type: 'reconnect', reconnect_account: account })
    expect((await notify(name, someAccount(), { status: 'RECONNECTED' })).status).toBe(409)
    expect((await notify(name, account, { status: 'RECONNECTED' })).status).toBe(200)
    expect(await itemsOf(live)).toMatchObject([{ account_id: id, status: 'connected' }])
    expect((await live.get('/v1/events?types=account.disconnected,account.reconnected')).at('items')).toMatchObject([
      { type: 'account.disconnected', data: { account_id: id } },
      { type: 'account.reconnected', data: { account_id: id, network: 'linkedin' } },
    ])
  })

  it('answers one idempotency key once', async () => {
    const call = () => live.post('/v1/linkedin/accounts', {}, { 'Idempotency-Key': 'connect-1' })
    const [first, again] = [await call(), await call()]
    expect([again.body, again.headers.get('idempotent-replay'), unipile.calls.length]).toEqual([first.body, 'true', 1])
  })

  it.each<[string, object, number, string]>([
    ['the provider is away', { status: 503 }, 503, 'unavailable'],
    [
      'the provider refuses',
      { status: 401, json: { type: 'errors/invalid_credentials' } },
      409,
      'provider_not_available',
    ],
    ['the answer is not a link', { json: { object: 'HostedAuthUrl' } }, 409, 'provider_not_available'],
  ])('answers with the reason when %s', async (_, reply, status, code) => {
    unipile.scriptPath('/api/v1/hosted/accounts/link', reply)
    const answer = await live.post('/v1/linkedin/accounts')
    expect([answer.status, answer.at('error', 'code')]).toEqual([status, code])
  })

  it('takes an object or no body, and nothing else', async () => {
    for (const body of [null, [], 'linkedin'])
      expect((await sandbox.post('/v1/linkedin/accounts', body)).at('error', 'code')).toBe('invalid_request')
    for (const body of [undefined, {}]) expect((await sandbox.post('/v1/linkedin/accounts', body)).status).toBe(200)
  })

  it('has no other networks, and takes sessions only', async () => {
    for (const method of ['GET', 'POST'])
      expect((await live.request('/v1/telegram/accounts', { method })).at('error', 'code')).toBe('not_found')
    for (const key of Object.values(workspace.keys)) {
      expect((await live.as(key).post('/v1/linkedin/accounts')).status).toBe(403)
      expect((await live.as(key).get('/v1/linkedin/accounts')).status).toBe(200)
    }
  })

  it('keeps twenty links open at most', async () => {
    for (let count = 0; count < 20; count += 1) expect((await sandbox.post('/v1/gmail/accounts')).status).toBe(200)
    expect((await live.post('/v1/gmail/accounts')).at('error', 'code')).toBe('limit_reached')
  })
})

describe('in the sandbox', () => {
  it('the page is marked as a simulation, and its button connects a simulated account', async () => {
    const url = new URL(String((await sandbox.post('/v1/whatsapp/accounts')).at('connect_url')))
    const shown = await anonymous.get(url.pathname)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(shown.text).toContain('This is a simulation')
    expect(shown.text).toContain('<form method="post">')
    for (let count = 0; count < 2; count += 1) expect((await anonymous.post(url.pathname)).status).toBe(200)
    expect(await itemsOf(sandbox, 'whatsapp')).toEqual([
      {
        account_id: expect.any(String),
        name: 'Simulated WhatsApp account',
        status: 'connected',
        account: 'platform',
        connected_at: expect.any(String),
        simulated: true,
      },
    ])
    expect(await itemsOf(live, 'whatsapp')).toEqual([])
    expect(unipile.calls).toEqual([])
  })

  it('a forged link is not found, and its name binds nothing at the route of the provider', async () => {
    expect((await anonymous.get('/connect/nothing')).status).toBe(404)
    const url = new URL(String((await sandbox.post('/v1/linkedin/accounts')).at('connect_url')))
    expect((await notify(url.pathname.slice('/connect/'.length), someAccount())).status).toBe(401)
  })

  it('the link of a live account is not a page of the sandbox', async () => {
    expect((await anonymous.post(`/connect/${await linked()}`)).status).toBe(404)
  })
})

describe('confidential names', () => {
  it('the page and the name of an account are in no history, log or column but their own', async () => {
    const linkPage = 'https://account.unipile.example/canary-link-5d1c'
    const owner = 'Canary Owner 81ac'
    const answer = await live.post('/v1/linkedin/accounts', {}, { 'Idempotency-Key': 'canary-1' })
    expect(answer.at('connect_url')).toBe(linkPage)
    const name = nameSent()
    const account = someAccount()
    unipile.scriptPath(`/api/v1/accounts/${account}`, {
      json: { object: 'Account', id: account, type: 'LINKEDIN', name: owner },
    })
    const reported = await anonymous.post(NOTIFY, { status: 'CREATION_SUCCESS', account_id: account, name })
    const linkId = name.split('.')[0] ?? ''
    const said: string[] = [...service.logLines, ...temporalLogLines]
    for (const id of [`connect:${linkId}`, `account:${reported.headers.get('request-id') ?? ''}`]) {
      said.push(readable(historyToJSON(await service.client.workflow.getHandle(id).fetchHistory())))
      expect(said.at(-1)).toContain(linkId)
    }
    expect(said.filter((text) => [linkPage, owner, name].some((canary) => text.includes(canary)))).toEqual([])
    expect(await tablesThatHold(service.db, linkPage)).toEqual([])
    expect(await tablesThatHold(service.db, name)).toEqual([])
    expect(await tablesThatHold(service.db, owner)).toEqual(['messaging_account'])
  })
})
