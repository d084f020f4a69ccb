import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSession } from '../../build/session.ts'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { requestFromDying } from '../../support/dying.ts'
import { startMortal } from '../../support/mortal.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { at, type HttpAnswer, httpClient, type HttpClient, type HttpRequest, membersOf } from '../../support/http.ts'
import { storedAccount } from '../../support/messaging-account.ts'
import { type LiveProviders, startLiveProviders } from '../../support/live-providers.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { workerEnv } from '../../support/worker-env.ts'
import { ownKeyOf, platformKeyOf } from '../../twins/kit/credential.ts'

const INBOXES = '/v1/email/inboxes'
const DOMAINS = '/v1/email/domains'
const ACCOUNTS = '/v1/linkedin/accounts'
const NOTIFY = '/v1/inbound/unipile/accounts'
const MAKE = 'POST /v0/inboxes'
const LINK = 'POST /hosted/accounts/link'
let providers: LiveProviders
let service: TestService
let live: HttpClient
let session: HttpClient
beforeAll(async () => {
  providers = await startLiveProviders(null)
  service = await startTestService({ providers: providers.settings, shortTasks: true })
  live = httpClient(service.url, service.workspace.keys.live)
  session = httpClient(service.url, (await buildSession(service.db, service.workspace.id)).token)
}, 120_000)
afterEach(() => providers.calm())
afterAll(async () => {
  await service.stop()
  await providers.close()
  expect(leftovers()).toEqual([])
})

async function requestFromDyingApi(
  crashAt: CrashAt,
  client: (url: string) => HttpClient,
  { path, ...request }: HttpRequest & { readonly path: string },
): Promise<void> {
  const api = await startMortal({
    script: 'api-child.ts',
    env: { ...workerEnv({ ...service, providers: {} }), CRASH_AT: crashAt },
  })
  await requestFromDying(api, (url) => client(url).request(path, request))
}

const asKey = (url: string): HttpClient => httpClient(url, service.workspace.keys.live)
const some = (): string => `crash-${randomUUID().slice(0, 8)}`

/** The names that the api gives the inbox at the provider. */
const clientIds = () => providers.calls('agentmail', MAKE).map(({ body }) => at(body, 'client_id'))
/** Opens a link and lets a person connect an account on its page; returns its id here and there. */
async function connected(): Promise<{ readonly id: string; readonly external: string }> {
  const notice = await openedLink()
  await httpClient(service.url).post(NOTIFY, notice)
  providers.calm()
  const external = notice.account_id
  return { id: (await storedAccount(service.db, external))?.id ?? '', external }
}
/** The notice of a new link's page, once a person has connected an account there. */
async function openedLink() {
  await session.post(ACCOUNTS)
  const { account_id } = await providers.happen('unipile', 'signs_in', { network: 'LINKEDIN' })
  const name = at(providers.calls('unipile', LINK).at(-1)?.body, 'name')
  return { status: 'CREATION_SUCCESS', account_id: String(account_id), name }
}
/** An account at a twin, as the owner of a key sees it. */
const atTwin = (twin: string, key: string) => httpClient(`${providers.twins.url}/${twin}`, key)
const inboxesAt = async (username: string) =>
  (
    await service.db.pool.query<{ status: string }>('select status from inbox where address = $1', [
      `${username}@agentmail.to`,
    ])
  ).rows

describe('an api that dies while it makes an inbox', () => {
  it.each<[CrashAt, string[], number]>(
    played([
      ['begin_inbox:before', [], 0],
      ['begin_inbox:after', ['pending'], 0],
      ['settle_inbox:before', ['pending'], 1],
      ['settle_inbox:after', ['active'], 1],
    ]),
  )(
    '%s: after a repeated request there is one inbox, with one name',
    async (crashAt, left, calls) => {
      const username = some()
      await requestFromDyingApi(crashAt, asKey, { path: INBOXES, method: 'POST', body: { username } })
      expect([(await inboxesAt(username)).map(({ status }) => status), clientIds().length]).toEqual([left, calls])
      const again = await live.post(INBOXES, { username })
      expect(again.status).toBe(left.includes('active') ? 409 : 200)
      expect(await inboxesAt(username)).toEqual([{ status: 'active' }])
      expect(new Set(clientIds()).size).toBe(1)
    },
    120_000,
  )

  it('settle_inbox:after: the same idempotency key is answered what was stored with it', async () => {
    const username = some()
    const request = { path: INBOXES, method: 'POST', body: { username }, headers: { 'Idempotency-Key': username } }
    await requestFromDyingApi('settle_inbox:after', asKey, request)
    const again = await live.post(INBOXES, { username }, request.headers)
    expect([again.status, again.at('status'), again.headers.get('idempotent-replay'), clientIds().length]).toEqual([
      200,
      'active',
      'true',
      1,
    ])
  }, 120_000)

  it.each<[CrashAt, string[]]>(
    played([
      ['give_inbox_up:before', ['pending']],
      ['give_inbox_up:after', []],
    ]),
  )(
    '%s: a refused address is given up by the next request',
    async (crashAt, left) => {
      const username = some()
      await atTwin('agentmail', ownKeyOf('agentmail', 'foreign', undefined)).post('/v0/inboxes', { username })
      await requestFromDyingApi(crashAt, asKey, { path: INBOXES, method: 'POST', body: { username } })
      expect((await inboxesAt(username)).map(({ status }) => status)).toEqual(left)
      expect((await live.post(INBOXES, { username })).status).toBe(409)
      expect(await inboxesAt(username)).toEqual([])
    },
    120_000,
  )
})

describe('an api that dies while a domain is added or removed', () => {
  const account = (key: string) => atTwin('resend', key)
  const namesOf = (list: unknown, name: string) => membersOf(list).map(([, one]) => at(one, name))
  const domainsThere = async () =>
    namesOf((await account(platformKeyOf('resend', undefined)).get('/domains')).at('data'), 'name')
  const domainsHere = async () => namesOf((await live.get(DOMAINS)).at('items'), 'domain')

  it.each<[CrashAt]>(
    played([['begin_domain:before'], ['begin_domain:after'], ['settle_domain:before'], ['settle_domain:after']]),
  )(
    '%s: after a repeated request there is one domain, with its records',
    async (crashAt) => {
      const domain = `${some()}.example.com`
      await requestFromDyingApi(crashAt, asKey, { path: DOMAINS, method: 'POST', body: { domain } })
      expect((await live.post(DOMAINS, { domain })).body).toMatchObject({ status: 'pending', records: [{}, {}, {}] })
      expect([await domainsThere(), await domainsHere()]).toEqual([[domain], [domain]])
      await live.delete(`${DOMAINS}/${domain}`)
    },
    120_000,
  )

  it.each<[CrashAt]>(played([['give_domain_up:before'], ['give_domain_up:after']]))(
    '%s: a refused domain is given up by the next request',
    async (crashAt) => {
      const domain = `${some()}.example.com`
      await account(ownKeyOf('resend', 'foreign', undefined)).post('/domains', { name: domain })
      await requestFromDyingApi(crashAt, asKey, { path: DOMAINS, method: 'POST', body: { domain } })
      expect((await live.post(DOMAINS, { domain })).status).toBe(409)
      expect(await domainsHere()).toEqual([])
    },
    120_000,
  )

  it.each<[CrashAt, number]>(
    played([
      ['remove_domain:before', 200],
      ['remove_domain:after', 404],
    ]),
  )(
    '%s: what is gone at the provider is removed here by the next request',
    async (crashAt, status) => {
      const domain = `${some()}.example.com`
      await live.post(DOMAINS, { domain })
      await requestFromDyingApi(crashAt, asKey, { path: `${DOMAINS}/${domain}`, method: 'DELETE' })
      expect((await live.delete(`${DOMAINS}/${domain}`)).status).toBe(status)
      expect([await domainsThere(), await domainsHere()]).toEqual([[], []])
    },
    120_000,
  )
})

describe('an api that dies while an account is connected', () => {
  const asSession =
    (token: string) =>
    (url: string): HttpClient =>
      httpClient(url, token)

  it.each<[CrashAt]>(played([['open_account_link:before'], ['open_account_link:after']]))(
    '%s: another link is made, and nothing is connected by either',
    async (crashAt) => {
      const { token } = await buildSession(service.db, service.workspace.id)
      await requestFromDyingApi(crashAt, asSession(token), { path: ACCOUNTS, method: 'POST', body: {} })
      expect((await session.post(ACCOUNTS)).status).toBe(200)
      expect(providers.calls('unipile')).toHaveLength(1)
    },
    120_000,
  )

  it.each<[CrashAt]>(played([['bind_account:before'], ['bind_account:after']]))(
    '%s: the account is connected once when the notice is repeated',
    async (crashAt) => {
      const notice = await openedLink()
      const account = notice.account_id
      await requestFromDyingApi(crashAt, (url) => httpClient(url), { path: NOTIFY, method: 'POST', body: notice })
      expect((await storedAccount(service.db, account))?.status ?? 'none').toBe(
        crashAt.endsWith('after') ? 'connected' : 'none',
      )
      expect((await httpClient(service.url).post(NOTIFY, notice)).status).toBe(200)
      expect(await storedAccount(service.db, account)).toMatchObject({
        status: 'connected',
        workspaceId: service.workspace.id,
      })
    },
    120_000,
  )

  it.each<[CrashAt, number]>(
    played([
      ['remove_account:before', 200],
      ['remove_account:after', 404],
    ]),
  )(
    '%s: what is gone at the provider is removed here by the next request',
    async (crashAt, status) => {
      const { id: account, external } = await connected()
      const { token } = await buildSession(service.db, service.workspace.id)
      const path = `${ACCOUNTS}/${account}`
      await requestFromDyingApi(crashAt, asSession(token), { path, method: 'DELETE' })
      expect((await session.delete(path)).status).toBe(status)
      expect((await storedAccount(service.db, external))?.status).toBe('removed')
    },
    120_000,
  )
})

describe('a worker that dies during a provider operation', () => {
  /** The provider hangs, the worker dies over it, and the next one is answered. */
  async function withDyingWorker(
    twin: string,
    ask: () => Promise<HttpAnswer>,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ): Promise<HttpAnswer> {
    await service.stopWorker()
    const dying = await startMortal({
      script: 'worker-child.ts',
      env: workerEnv({ ...service, providers: providers.settings }),
    })
    providers.set(twin, 'hang', { times: 1 })
    const answering = ask()
    await until(
      async () => providers.calls(twin).length,
      (calls) => calls === 1,
    )
    dying.signal('SIGKILL')
    await dying.exited
    await meanwhile()
    await service.startWorker()
    return answering
  }

  it('is followed by one that requests the same inbox, by the same client id', async () => {
    const username = some()
    const answer = await withDyingWorker('agentmail', () => live.post(INBOXES, { username }))
    expect([answer.status, answer.at('status')]).toEqual([200, 'active'])
    expect(clientIds()).toEqual([answer.at('inbox_id'), answer.at('inbox_id')])
  }, 120_000)

  it('is followed by one that requests a page under the same name', async () => {
    const answer = await withDyingWorker('unipile', () => session.post(ACCOUNTS))
    expect([answer.status, answer.at('connect_url')]).toEqual([200, expect.stringContaining(providers.twins.url)])
    const names = providers.calls('unipile', LINK).map(({ body }) => at(body, 'name'))
    expect([names.length, new Set(names).size]).toEqual([2, 1])
  }, 120_000)

  it('is followed by one that finds the account gone, and it is removed', async () => {
    const { id, external } = await connected()
    const answer = await withDyingWorker(
      'unipile',
      () => session.delete(`${ACCOUNTS}/${id}`),
      () =>
        httpClient(`${providers.twins.url}/unipile/api/v1`).delete(`/accounts/${external}`, {
          'X-API-KEY': platformKeyOf('unipile', undefined),
        }),
    )
    expect([answer.status, answer.at('status')]).toEqual([200, 'removed'])
    expect((await storedAccount(service.db, external))?.status).toBe('removed')
  }, 120_000)
})
