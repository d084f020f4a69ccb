import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../../support/browser.ts'
import { httpClient } from '../../../support/http.ts'
import {
  answerConsent,
  type App,
  type AuthorizationRequest,
  requestAuthorization,
  locationOf,
  openConsent,
  type Person,
  registerApp,
} from '../../../support/oauth.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let app: App
let browser: Browser
let authorization: AuthorizationRequest
let page: string
const person: Person = { email: 'ada@example.com', password: 'correct horse battery staple' }
const CREDENTIALS = [
  ['email', person.email],
  ['password', person.password],
] as const
beforeAll(async () => {
  service = await startTestService({ worker: false })
  await httpClient(service.url).post('/v1/auth/signup', { ...person, workspace: 'Analytical <Engines>' })
  app = await registerApp(service.url, {
    client_name: '<b>Reporter</b> "&\'',
    redirect_uris: ['https://app.example.com/callback'],
  })
}, 120_000)
afterAll(() => service.stop())
beforeEach(async () => {
  for (const table of ['rate_limit', 'oauth_artifact', 'connected_app'])
    await service.db.pool.query(`delete from ${table}`)
  browser = openBrowser()
  authorization = await requestAuthorization(app, { scope: 'read run' })
  page = await openConsent(authorization, browser)
})

const signIn = (from = browser, headers: Readonly<Record<string, string>> = {}) =>
  from.post(page, [...CREDENTIALS, ['action', 'sign_in']], headers)
const nothingConnected = async (): Promise<boolean> =>
  (await service.db.pool.query('select 1 from connected_app')).rowCount === 0

describe('the consent page', () => {
  it('shows the app, where its answer goes, the workspace and the scopes; all of it as text', async () => {
    const first = await browser.get(page)
    expect(first.status).toBe(200)
    expect(first.text).toContain('&lt;b&gt;Reporter&lt;/b&gt; &quot;&amp;&#39;')
    expect(first.text).toContain('app.example.com')
    expect(first.text).not.toContain('Analytical')
    const second = await browser.get(locationOf(await signIn(), page))
    expect(second.text).toContain('Analytical &lt;Engines&gt;')
    expect(second.text.match(/name="scope" value="\w+"/g)).toEqual([
      'name="scope" value="read"',
      'name="scope" value="run"',
    ])
    expect(second.text).not.toMatch(/<script|<b>|Engines>/)
  })

  it('is in no frame, runs no script, is not cached, and submits its form only to us and to the app', async () => {
    for (const answer of [await browser.get(page), await browser.get(locationOf(await signIn(), page))]) {
      expect(
        Object.fromEntries(
          ['x-frame-options', 'cache-control', 'referrer-policy', 'x-content-type-options'].map((name) => [
            name,
            answer.headers.get(name),
          ]),
        ),
      ).toEqual({
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
          "form-action 'self' https://app.example.com",
        ]),
      )
      expect(policy).not.toMatch(/script-src|unsafe|\*/)
    }
  })

  it.each([
    ['http://127.0.0.1:7777/cb', 'an app on this computer', "'self' http://127.0.0.1:7777"],
    ['http://[::1]:7777/cb', 'an app on this computer', "'self' http:"],
    ['cursor://oauth/callback', 'the app that opens cursor: links', "'self' cursor:"],
  ])('names the owner of %s', async (redirectUri, words, target) => {
    const other = await registerApp(service.url, { redirect_uris: [redirectUri] })
    const answer = await browser.get(await openConsent(await requestAuthorization(other), browser))
    expect(answer.text).toContain(words)
    expect(answer.headers.get('content-security-policy')).toContain(`form-action ${target}`)
  })

  it('sets cookies for this server only, for this one request', async () => {
    for (const cookie of browser.cookies.filter((set) => !set.includes('.sig='))) {
      expect(cookie).toMatch(/; path=\/oauth\/(interaction|authorize)\/[\w-]{43};.*samesite=lax; httponly/i)
    }
    expect(browser.cookies.length).toBeGreaterThan(0)
    await answerConsent(page, person, { browser })
    expect(browser.cookies.filter((set) => set.startsWith('service_oauth_session'))).toEqual([])
  })

  it('lets the person refuse, before and after the sign-in', async () => {
    for (const steps of ['deny at once', 'deny later']) {
      if (steps === 'deny later') await signIn()
      const denied = await browser.post(page, [['action', 'deny']])
      const back = new URL(locationOf(await browser.get(locationOf(denied, page)), page))
      expect([back.origin, Object.fromEntries(back.searchParams)]).toEqual([
        'https://app.example.com',
        { error: 'access_denied', error_description: expect.any(String), state: authorization.state, iss: service.url },
      ])
      authorization = await requestAuthorization(app, { scope: 'read run' })
      page = await openConsent(authorization, browser)
    }
    expect(await nothingConnected()).toBe(true)
  })

  it('refuses a consent with no scope, or with one that was not requested', async () => {
    await signIn()
    const none = await browser.post(page, [['action', 'allow']])
    expect([none.status, none.text.includes('at least one thing')]).toEqual([200, true])
    const more = await browser.post(page, [
      ['scope', 'write'],
      ['action', 'allow'],
    ])
    expect([more.status, more.text.includes('at least one thing')]).toEqual([200, true])
    expect(await nothingConnected()).toBe(true)
  })

  it('gives the app a budget, which the person changes later', async () => {
    await signIn()
    const allow = (budget: string) =>
      browser.post(page, [
        ['scope', 'run'],
        ['budget', budget],
        ['period', 'week'],
        ['action', 'allow'],
      ])
    const wrong = await allow('much')
    expect([wrong.status, wrong.text.includes('must be an amount in USD')]).toEqual([200, true])
    expect(await nothingConnected()).toBe(true)
    expect((await allow('5.00')).status).toBe(303)
    const token = (await httpClient(service.url).post('/v1/auth/signin', person)).at('session_token')
    const session = httpClient(service.url, String(token))
    const connected = await session.get('/v1/connected-apps')
    expect(connected.at('items', '0', 'budget')).toMatchObject({ amount: '5.00', period: 'week', spent: '0.00' })
    const path = `/v1/connected-apps/${String(connected.at('items', '0', 'id'))}`
    const changed = await session.patch(path, { budget: { amount: '1.00', period: 'week' } })
    expect(changed.at('budget', 'remaining')).toBe('1.00')
    expect((await session.patch(path, { budget: null })).at('budget')).toBeNull()
  })

  it('asks for the new password of a person who has changed it since the sign-in', async () => {
    await signIn()
    const { email, password } = person
    const session = await httpClient(service.url).post('/v1/auth/signin', { email, password })
    const client = httpClient(service.url, String(session.at('session_token')))
    const change = (from: string, to: string) =>
      client.post('/v1/auth/password', { current_password: from, password: to })
    expect((await change(password, 'another phrase of words')).status).toBe(200)
    const answer = await browser.post(page, [
      ['scope', 'read'],
      ['action', 'allow'],
    ])
    expect(answer.text).toContain('name="password"')
    expect(await nothingConnected()).toBe(true)
    expect((await change('another phrase of words', password)).status).toBe(200)
  })

  it('connects nothing without a sign-in', async () => {
    const answer = await browser.post(page, [
      ['scope', 'read'],
      ['action', 'allow'],
    ])
    expect([answer.status, answer.text.includes('name="password"')]).toEqual([200, true])
    const resumed = await browser.get(page.replace('/interaction/', '/authorize/'))
    // The library starts again, under another name.
    expect(resumed.headers.get('location')).toMatch(/\/oauth\/interaction\//)
    expect(await nothingConnected()).toBe(true)
  })

  it('refuses a wrong password and an unknown address with the same text, and after five failures tries no sign-in', async () => {
    const wrong = async (email: string) =>
      browser.post(page, [
        ['email', email],
        ['password', 'guess'],
        ['action', 'sign_in'],
      ])
    const [known, unknown] = [await wrong(person.email), await wrong('nobody@example.com')]
    expect([known.status, unknown.status, known.text]).toEqual([403, 403, unknown.text])
    expect(known.text).toContain('is wrong')
    for (let failures = 2; failures < 5; failures += 1) await wrong(person.email)
    const limited = await signIn()
    expect([
      limited.status,
      Number(limited.headers.get('retry-after')) > 0,
      limited.text.includes('role="alert"'),
    ]).toEqual([429, true, true])
  })
})

describe('only the browser of the request', () => {
  const refused = async (answer: { readonly status: number; readonly text: string }, status: number) => {
    expect([answer.status, answer.text.includes('cannot be connected')]).toEqual([status, true])
    expect(await nothingConnected()).toBe(true)
  }

  it('sees the page or answers it: not without the cookie', async () => {
    await refused(await openBrowser().get(page), 400)
    await refused(await signIn(openBrowser()), 400)
  })

  it('not with the cookie of another request', async () => {
    const other = openBrowser()
    const own = await openConsent(await requestAuthorization(app), other)
    await refused(await signIn(other), 400)
    const stolen = other.cookies.map((set) => set.split(';')[0]).join('; ')
    await refused(await openBrowser().post(page, [...CREDENTIALS, ['action', 'sign_in']], { Cookie: stolen }), 400)
    expect(own).not.toBe(page)
  })

  it('not with a forged cookie', async () => {
    const uid = page.split('/').at(-1)
    await refused(
      await openBrowser().post(page, [['action', 'deny']], { Cookie: `service_oauth_interaction=${uid}` }),
      400,
    )
    await refused(
      await openBrowser().post(page, [['action', 'deny']], {
        Cookie: `service_oauth_interaction=${uid}; service_oauth_interaction.sig=${'A'.repeat(27)}`,
      }),
      400,
    )
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['another site', { Origin: 'https://evil.example' }],
    ['nowhere', { Origin: 'null' }],
    ['another port', { Origin: 'http://127.0.0.1:1' }],
    ['another site, as the browser reports', { Origin: '', 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour', { Origin: '', 'Sec-Fetch-Site': 'same-site' }],
  ])('not with a form from %s, even with the cookie', async (_, headers) => {
    await signIn()
    await refused(
      await browser.post(
        page,
        [
          ['scope', 'read'],
          ['action', 'allow'],
        ],
        headers,
      ),
      403,
    )
  })

  it('not a second time', async () => {
    await answerConsent(page, person, { browser })
    const again = await browser.post(page, [
      ['scope', 'read'],
      ['action', 'allow'],
    ])
    expect(again.status).toBe(400)
  })

  it('not with an endless form', async () => {
    const answer = await browser.post(page, [
      ['email', 'a'.repeat(20_000)],
      ['action', 'sign_in'],
    ])
    expect([answer.status, answer.at('error', 'code')]).toEqual([413, 'payload_too_large'])
  })
})
