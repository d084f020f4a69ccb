import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import * as oauth from 'oauth4webapi'
import { type AppSite, type SiteAnswer, startAppSite } from '../../../support/app-site.ts'
import { openBrowser } from '../../../support/browser.ts'
import { httpClient } from '../../../support/http.ts'
import {
  type App,
  connectApp,
  INSECURE,
  openConsent,
  type Person,
  REDIRECT_URI,
  refresh,
  requestAuthorization,
} from '../../../support/oauth.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { BEHIND_PROXY, freshAddress } from '../auth/people.ts'

const person: Person = { email: 'ada@example.com', password: 'correct horse battery staple' }
const trusted = tls.getCACertificates('default')
let site: AppSite
/** A site whose documents are at fault, and one that many addresses request: a host has a limit. */
let faulty: AppSite
let popular: AppSite
let service: TestService
let server: oauth.AuthorizationServer
/** With the person's dashboard session. */
let dashboard: ReturnType<typeof httpClient>
beforeAll(async () => {
  ;[site, faulty, popular] = await Promise.all([startAppSite(), startAppSite(), startAppSite()])
  tls.setDefaultCACertificates([...trusted, ...[site, faulty, popular].map(({ authority }) => authority)])
  service = await startTestService({ env: BEHIND_PROXY, askMsMax: 7_000 })
  const signedUp = await httpClient(service.url).post('/v1/auth/signup', { ...person, workspace: 'Analytical Engines' })
  dashboard = httpClient(service.url, String(signedUp.at('session_token')))
  const url = new URL(service.url)
  server = await oauth.processDiscoveryResponse(
    url,
    await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...INSECURE }),
  )
}, 120_000)
afterAll(async () => {
  tls.setDefaultCACertificates(trusted)
  await service.stop()
  await Promise.all([site, faulty, popular].map((one) => one.close()))
})

/** An app that has published its document; `members` replaces some of it, `answer` the answer around it. */
function publish(
  path: string,
  members: object = {},
  { at = site, ...answer }: SiteAnswer & { at?: AppSite } = {},
): App {
  const clientId = `${at.url}${path}`
  const body = {
    client_id: clientId,
    client_name: 'Reporter',
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    ...members,
  }
  at.publish(path, { body, ...answer })
  return { server, client: { client_id: clientId, token_endpoint_auth_method: 'none' }, redirectUri: REDIRECT_URI }
}

const requests = (path: string): number => site.requested.filter((requested) => requested === path).length

async function authorize(app: App, from = freshAddress(), parameters: Readonly<Record<string, string>> = {}) {
  const { url } = await requestAuthorization(app, parameters)
  return httpClient(service.url).request(`${url.pathname}${url.search}`, { headers: from })
}

describe('an app that is known by the URL of its document', () => {
  it('connects without a registration, is listed with its host, and is disconnected', async () => {
    expect(server['client_id_metadata_document_supported']).toBe(true)
    const app = publish('/complete/client.json')
    const tokens = await connectApp(app, person)
    const renewed = await refresh(app, tokens.refresh_token)
    const events = () => httpClient(service.url, renewed.access_token).get('/v1/events')
    expect((await events()).status).toBe(200)
    expect(requests('/complete/client.json')).toBe(1)
    const { items } = (await dashboard.get('/v1/connected-apps')).body as { items: { id: string; name: string }[] }
    const listed = items.find(({ name }) => name === 'Reporter')
    expect(listed).toMatchObject({ host: site.host, scopes: ['read'] })
    expect((await dashboard.delete(`/v1/connected-apps/${listed?.id}`)).status).toBe(200)
    expect((await events()).status).toBe(401)
  })

  it('is introduced with the host that has published it', async () => {
    const browser = openBrowser()
    const page = await browser.get(await openConsent(await requestAuthorization(publish('/shown.json')), browser))
    expect(page.text).toContain(`<strong>Reporter</strong> wants to use your workspace`)
    expect(page.text).toContain(`<strong>${site.host}</strong> has published this app`)
    expect(page.text).toContain('Any program on your computer could claim that it is this app')
  })

  it('gets no code at a redirect URI that its document does not name', async () => {
    const app = publish('/redirects.json', { redirect_uris: ['https://app.example.com/callback'] })
    const answer = await authorize(app, freshAddress(), { redirect_uri: 'https://app.example.com/other' })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('invalid_redirect_uri')])
  })

  it('is read once for many requests, whatever its headers state', async () => {
    // Requests share a reading that is under way. All five are there before this one ends.
    const app = publish('/once.json', {}, { headers: { 'Cache-Control': 'no-store' }, afterMs: 1_000 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => authorize(app)))
    answers.push(await authorize(app))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303))
    expect(requests('/once.json')).toBe(1)
  })

  it('is read no more often than the limit of an address allows', async () => {
    const from = freshAddress()
    const answers = []
    for (let time = 0; time < 11; time += 1) answers.push(await authorize(publish(`/limit/${time}.json`), from))
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 303), 429])
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(requests('/limit/10.json')).toBe(0)
  })
})

describe('a host with many documents', () => {
  it('is requested no more often than its limit allows, however many addresses there are', async () => {
    const answers = []
    for (let index = 0; index < 31; index += 1)
      answers.push(await authorize(publish(`/${index}.json`, {}, { at: popular })))
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 303), 429])
    expect(popular.requested).toHaveLength(30)
    const becomesStale = (): Promise<unknown> =>
      service.db.pool.query('update oauth_client set fresh_until = clock_timestamp() where id like $1', [
        `${popular.url}/%`,
      ])
    // A known app is read apart from what outsiders make up, and beyond that what is stored of it serves.
    const known = publish('/0.json', {}, { at: popular })
    for (const from of Array.from({ length: 32 }, () => freshAddress())) {
      await becomesStale()
      expect((await authorize(known, from)).status).toBe(303)
    }
    expect(popular.requested).toHaveLength(60)
  })
})

describe('a document', () => {
  it.each<[string, object, SiteAnswer, string]>([
    ['that is not there', {}, { status: 404 }, 'it was answered 404'],
    [
      'that is elsewhere',
      {},
      { status: 302, headers: { Location: 'https://localhost/' } },
      'it was answered 302, and redirects are not followed',
    ],
    ['that is too large', { contacts: ['a'.repeat(5_200)] }, {}, 'it has more than 5120 bytes'],
    ['that never arrives', {}, { hangs: true }, 'no answer within 5 s'],
    ['of another type', {}, { headers: { 'Content-Type': 'text/html' } }, 'its Content-Type is not application/json'],
    ['that is no JSON', {}, { body: '{' }, 'it is not a JSON object'],
    ['that is a list', {}, { body: [] }, 'its client_id is not this URL'],
    ['of another client', { client_id: 'https://app.example.com/client.json' }, {}, 'its client_id is not this URL'],
    ['with a secret', { client_secret: 'shared' }, {}, 'it has a client_secret'],
    ['of a client with a key', { token_endpoint_auth_method: 'private_key_jwt' }, {}, 'must be none'],
    ['without redirect URIs', { redirect_uris: [] }, {}, '/redirect_uris'],
    ['with a script', { redirect_uris: ['javascript:alert(1)'] }, {}, 'a redirect URI must'],
    ['with plain http elsewhere', { redirect_uris: ['http://app.example.com/'] }, {}, 'a redirect URI must use https'],
    ['with a name that reverses the direction of writing', { client_name: 'Re\u202Eporter' }, {}, '/client_name'],
  ])('%s connects no app', async (name, members, answer, reason) => {
    const response = await authorize(publish(`/${encodeURIComponent(name)}.json`, members, { at: faulty, ...answer }))
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('<code>invalid_client</code>')])
    expect(response.text).toContain(reason)
  })

  it.each([
    ['https://10.0.0.1/client.json', 'the URL is not allowed'],
    ['https://169.254.169.254/client.json', 'the URL is not allowed'],
    ['https://[fd00::1]/client.json', 'the URL is not allowed'],
    ['https://10.0.0.1:22/client.json', 'the URL is not allowed'],
    ['http://app.example.com/client.json', 'must be an https URL'],
    ['https://app.example.com/', 'must have a path'],
    ['https://app.example.com/client.json?user=1', 'must not have a query'],
    ['https://app.example.com/client.json#a', 'must not have a fragment'],
    ['https://user:word@app.example.com/client.json', 'must not have a user part'],
    ['https://app.example.com/a/../client.json', 'must be written as https://app.example.com/client.json'],
    ['https://app.example.com/a/%2e%2E/client.json', 'must be written as'],
    ['https://APP.example.com/client.json', 'must be written as'],
    ['https://app.example.com:443/client.json', 'must be written as'],
    [`https://app.example.com/${'a'.repeat(500)}`, 'must have at most 512 characters'],
  ])('is not looked for at %s', async (clientId, reason) => {
    const answer = await authorize({ server, client: { client_id: clientId }, redirectUri: REDIRECT_URI })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('<code>invalid_client</code>')])
    expect(answer.text).toContain(reason)
  })

  it('waits for a worker', async () => {
    await service.stopWorker()
    const app = publish('/waits.json', {}, { at: faulty })
    const answer = await authorize(app)
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('temporarily_unavailable')])
    await service.startWorker()
    expect((await authorize(app)).status).toBe(303)
  }, 60_000)
})
