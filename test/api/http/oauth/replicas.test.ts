import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { RunningApi } from '../../../../api/compose.ts'
import { openBrowser } from '../../../support/browser.ts'
import { httpClient } from '../../../support/http.ts'
import {
  answerConsent,
  type App,
  requestAuthorization,
  connectApp,
  locationOf,
  type Person,
  redeem,
  refresh,
  registerApp,
} from '../../../support/oauth.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let replica: RunningApi
let app: App
const person: Person = { email: 'ada@example.com', password: 'correct horse battery staple' }
beforeAll(async () => {
  service = await startTestService({ worker: false })
  replica = await service.startReplica()
  await httpClient(service.url).post('/v1/auth/signup', { ...person, workspace: 'Analytical Engines' })
  app = await registerApp(service.url)
}, 120_000)
afterAll(async () => {
  await replica.drain()
  await service.stop()
})

/** The same address at the other replica, as a load balancer would route it. */
const atOtherReplica = (url: string): string => url.replace(service.url, replica.ownUrl)
const atReplica = (of: App): App => ({
  ...of,
  server: { ...of.server, token_endpoint: atOtherReplica(of.server.token_endpoint ?? '') },
})

describe('two replicas', () => {
  it('are one authorization server: one continues what the other began', async () => {
    const browser = openBrowser()
    const authorization = await requestAuthorization(app)
    const begun = await browser.get(authorization.url.href)
    // Cookies do not depend on ports, so the browser sends the other replica what this one has set.
    const signedIn = await browser.post(
      atOtherReplica(locationOf(begun, service.url)),
      [
        ['email', person.email],
        ['password', person.password],
        ['action', 'sign_in'],
      ],
      { Origin: service.url },
    )
    const page = locationOf(signedIn, service.url)
    expect((await browser.get(page)).text).toContain('Analytical Engines')
    const answered = await browser.post(
      atOtherReplica(page),
      [
        ['scope', 'read'],
        ['action', 'allow'],
      ],
      { Origin: service.url },
    )
    const back = new URL(locationOf(await browser.get(locationOf(answered, service.url)), service.url))
    const tokens = await redeem(atReplica(app), authorization, back)
    for (const url of [service.url, replica.ownUrl])
      expect((await httpClient(url, tokens.access_token).get('/v1/events')).status).toBe(200)
  })

  it.each([
    ['the first', 'the second'],
    ['the second', 'the first'],
  ])('refuse an app at once: disconnected at %s, it is refused at %s', async (disconnectedAt) => {
    const tokens = await connectApp(app, person)
    const [here, other] = disconnectedAt === 'the first' ? [service.url, replica.ownUrl] : [replica.ownUrl, service.url]
    const session = String((await httpClient(service.url).post('/v1/auth/signin', person)).at('session_token'))
    expect((await httpClient(other, tokens.access_token).get('/v1/events')).status).toBe(200)
    const listed = await httpClient(here, session).get('/v1/connected-apps')
    await httpClient(here, session).delete(`/v1/connected-apps/${String(listed.at('items', '0', 'id'))}`)
    expect((await httpClient(other, tokens.access_token).get('/v1/events')).status).toBe(401)
    await expect(refresh(other === service.url ? app : atReplica(app), tokens.refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('count the uses of a refresh token together', async () => {
    const first = await connectApp(app, person)
    const answers = await Promise.allSettled([
      refresh(app, first.refresh_token),
      refresh(atReplica(app), first.refresh_token),
    ])
    const won = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.access_token] : []))
    expect(won.length).toBe(1)
    for (const token of [first.access_token, ...won])
      expect((await httpClient(replica.ownUrl, token).get('/v1/events')).status).toBe(200)
  })
})

describe('secrets of a connected app', () => {
  it('are nowhere in plain text: no code, token, cookie or password in the database or the log', async () => {
    const browser = openBrowser()
    const authorization = await requestAuthorization(app)
    const page = locationOf(await browser.get(authorization.url.href), service.url)
    // Once while the interaction is open, and again at the end.
    const uid = page.split('/').at(-1) ?? ''
    expect(await tablesThatHold(service.db, uid)).toEqual([])
    const back = await answerConsent(page, person, { browser })
    const tokens = await redeem(app, authorization, back)
    const next = await refresh(app, tokens.refresh_token)
    const secrets = [
      uid,
      back.searchParams.get('code'),
      tokens.access_token,
      tokens.refresh_token,
      next.access_token,
      next.refresh_token,
      authorization.verifier,
      person.password,
      authorization.state,
    ]
    for (const secret of secrets) {
      expect(secret).toBeTruthy()
      expect(await tablesThatHold(service.db, String(secret))).toEqual([])
      expect(service.logLines.join('')).not.toContain(secret)
    }
    expect(service.logLines.join('')).toContain('"route":"/oauth/interaction/{uid}"')
  })
})

describe('a service with a PUBLIC_URL', () => {
  let behind: TestService
  beforeAll(async () => {
    behind = await startTestService({ worker: false, env: { PUBLIC_URL: 'https://api.example.com' } })
  }, 60_000)
  afterAll(() => behind.stop())

  it('uses it as issuer, in every redirect and for every cookie, whatever Host and X-Forwarded headers arrive', async () => {
    const client = httpClient(behind.api.ownUrl)
    const metadata = await client.get('/.well-known/oauth-authorization-server')
    expect(metadata.body).toMatchObject({
      issuer: 'https://api.example.com',
      token_endpoint: 'https://api.example.com/oauth/token',
    })
    expect((await client.get('/v1/events')).headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"',
    )
    const registered = await client.post('/oauth/register', { redirect_uris: ['https://app.example.com/callback'] })
    const authorization = await requestAuthorization({
      server: { issuer: 'https://api.example.com', authorization_endpoint: `${behind.api.ownUrl}/oauth/authorize` },
      client: { client_id: String(registered.at('client_id')) },
      redirectUri: 'https://app.example.com/callback',
    })
    const answer = await client.get(`${authorization.url.pathname}${authorization.url.search}`, {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/oauth\/interaction\//),
    ])
    const {
      rows: [row],
    } = await behind.db.pool.query(
      `select payload->>'returnTo' as "returnTo" from oauth_artifact where kind = 'Interaction'`,
    )
    expect(row.returnTo).toBe('https://api.example.com/oauth/authorize/')
    await client.post('/v1/auth/signup', { ...person, workspace: 'Analytical Engines' })
    const browser = openBrowser((url) => url.replace('https://api.example.com', behind.api.ownUrl))
    const page = locationOf(await browser.get(authorization.url.href), 'https://api.example.com')
    const back = await answerConsent(page, person, { browser })
    expect([back.origin, back.searchParams.get('iss'), back.searchParams.has('code')]).toEqual([
      'https://app.example.com',
      'https://api.example.com',
      true,
    ])
    expect(browser.cookies.length).toBeGreaterThan(2)
    expect(browser.cookies.filter((cookie) => !/; secure/i.test(cookie))).toEqual([])
  })
})
