import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { readable } from '../../../support/history.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import { storedAccount } from '../../../support/messaging-account.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { temporalLogLines } from '../../../support/temporal-log.ts'
import { until } from '../../../support/until.ts'

const NOTIFY = '/v1/inbound/unipile/accounts'
const LINK = 'POST /hosted/accounts/link'
let stage: Stage
let service: TestService
let workspace: TestWorkspace
let live: HttpClient
let sandbox: HttpClient
let anonymous: HttpClient
beforeAll(async () => {
  stage = await startStage({ providers: ['unipile'], askMsMax: 5_000 })
  service = stage.service
  anonymous = httpClient(service.url)
}, 120_000)
afterAll(() => stage.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  const { token } = await buildSession(service.db, workspace.id)
  live = httpClient(service.url, token)
  sandbox = withHeader(live)
})
afterEach(() => stage.reset())

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

/** An account that a person has connected at the provider, which has not been reported. */
const someAccount = async (network = 'LINKEDIN', more: object = {}): Promise<string> =>
  String((await stage.happen('unipile', 'signs_in', { network, ...more }))['account_id'])
const linkSent = () => stage.calls('unipile', LINK).at(-1)?.body
const nameSent = (): string => String(at(linkSent(), 'name'))
const itemsOf = async (client: HttpClient, network = 'linkedin') =>
  (await client.get(`/v1/${network}/accounts`)).at('items')

/** Requests a link and returns the name under which the provider will report it. */
async function linked(client = live, body?: object): Promise<string> {
  expect((await client.post('/v1/linkedin/accounts', body)).status).toBe(200)
  return nameSent()
}

const notify = (name: string, account: string, { status = 'CREATION_SUCCESS' } = {}) =>
  anonymous.post(NOTIFY, { status, account_id: account, name })

describe('connecting an account', () => {
  it("answers the provider's page, and its outcome belongs to the workspace and environment of the request", async () => {
    const answer = await live.post('/v1/linkedin/accounts')
    expect([answer.status, answer.body]).toEqual([
      200,
      { connect_url: expect.stringMatching(`^${stage.twins.url}/unipile/api/v1/connect/[\\w-]+$`) },
    ])
    expect(stage.calls('unipile')).toMatchObject([
      {
        route: LINK,
        account: 'twin_unipile_platform',
        body: {
          type: 'create',
          providers: ['LINKEDIN'],
          api_url: `${stage.twins.url}/unipile`,
          notify_url: `${service.url}${NOTIFY}`,
          name: expect.stringMatching(/^link_/),
          expiresOn: expect.any(String),
        },
      },
    ])
    const account = await someAccount()
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
    const [first, second] = [await someAccount(), await someAccount()]
    expect((await notify(name, first)).status).toBe(200)
    expect((await notify(name, first)).status).toBe(200)
    expect((await notify(name, second)).status).toBe(409)
    expect(await storedAccount(service.db, second)).toBeNull()
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
    const account = await someAccount()
    const answer = await notify(forge(await linked()), account)
    expect([answer.status, answer.at('error', 'code')]).toEqual([401, 'unauthorized'])
    expect(await storedAccount(service.db, account)).toBeNull()
  })

  it("never takes another workspace's account, nor one of another network", async () => {
    const theirs = await someAccount()
    await notify(await linked(), theirs)
    const outsider = await buildWorkspace(service.db)
    const client = httpClient(service.url, (await buildSession(service.db, outsider.id)).token)
    expect((await notify(await linked(client), theirs)).status).toBe(409)
    expect((await storedAccount(service.db, theirs))?.workspaceId).toBe(workspace.id)
    expect((await notify(await linked(client), await someAccount('WHATSAPP'))).status).toBe(409)
    expect(await itemsOf(client)).toEqual([])
  })

  it('binds nothing once the link has expired', async () => {
    const name = await linked()
    await service.db.pool.query(`update account_link set expires_at = now() - interval '3 hours'`)
    expect((await notify(name, await someAccount())).status).toBe(401)
  })

  it('uses only the name of the link while the provider reports nothing of the account', async () => {
    const name = await linked()
    const account = await someAccount()
    stage.set('unipile', 'wrong')
    expect((await notify(name, account)).status).toBe(200)
    expect(await itemsOf(live)).toMatchObject([{ name: 'LinkedIn account', status: 'connected' }])
  })

  it('shows what the provider reports of an account, and connects it again by a separate link', async () => {
    const account = await someAccount()
    await notify(await linked(), account)
    const [connected] = [await itemsOf(live)].flat()
    const id = String(Object(connected).account_id)
    await stage.happen('unipile', 'status_changes', { account_id: account, status: 'CREDENTIALS' })
    await until(
      () => itemsOf(live),
      (items) => Object(items)[0]?.status === 'disconnected',
    )
    const name = await linked(live, { account_id: id })
    expect(linkSent()).toMatchObject({ type: 'reconnect', reconnect_account: account })
    expect((await notify(name, await someAccount(), { status: 'RECONNECTED' })).status).toBe(409)
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
    expect([again.body, again.headers.get('idempotent-replay'), stage.calls('unipile', LINK).length]).toEqual([
      first.body,
      'true',
      1,
    ])
  })

  it.each<[string, () => unknown, number, string]>([
    ['the provider is away', () => stage.set('unipile', 'wrong'), 503, 'unavailable'],
    ['the provider refuses', () => stage.revoke('unipile', 'twin_unipile_platform'), 409, 'provider_not_available'],
    ['the answer is not a link', () => stage.set('unipile', 'empty'), 409, 'provider_not_available'],
  ])('answers with the reason when %s', async (_, before, status, code) => {
    await before()
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
    expect(stage.calls('unipile')).toEqual([])
  })

  it('a forged link is not found, and its name binds nothing at the route of the provider', async () => {
    expect((await anonymous.get('/connect/nothing')).status).toBe(404)
    const url = new URL(String((await sandbox.post('/v1/linkedin/accounts')).at('connect_url')))
    expect((await notify(url.pathname.slice('/connect/'.length), await someAccount())).status).toBe(401)
  })

  it('the link of a live account is not a page of the sandbox', async () => {
    expect((await anonymous.post(`/connect/${await linked()}`)).status).toBe(404)
  })
})

describe('confidential names', () => {
  it('the page and the name of an account are in no history, log or column but their own', async () => {
    const owner = 'Canary Owner 81ac'
    const answer = await live.post('/v1/linkedin/accounts', {}, { 'Idempotency-Key': 'canary-1' })
    const linkPage = String(answer.at('connect_url'))
    expect(linkPage).toContain(stage.twins.url)
    const name = nameSent()
    const account = await someAccount('LINKEDIN', { name: owner })
    const reported = await notify(name, account)
    const linkId = name.split('.')[0] ?? ''
    const texts: string[] = [...service.logLines, ...temporalLogLines]
    for (const id of [`connect:${linkId}`, `account:${reported.headers.get('request-id') ?? ''}`]) {
      texts.push(readable(historyToJSON(await service.client.workflow.getHandle(id).fetchHistory())))
      expect(texts.at(-1)).toContain(linkId)
    }
    expect(texts.filter((text) => [linkPage, owner, name].some((canary) => text.includes(canary)))).toEqual([])
    expect(await tablesThatHold(service.db, linkPage)).toEqual([])
    expect(await tablesThatHold(service.db, name)).toEqual([])
    expect(await tablesThatHold(service.db, owner)).toEqual(['messaging_account'])
  })
})
