import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { enter, type Person, signUpPerson } from './person.ts'

/** Reached by https through a proxy on this machine. */
const PUBLIC_URL = 'https://dashboard.example'

let service: TestService
let person: Person
let api: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { PUBLIC_URL, TRUSTED_PROXIES: '127.0.0.0/8' } })
  api = httpClient(service.api.ownUrl)
  person = await signUpPerson(service.api.ownUrl, 'Analytical Engines')
})
afterAll(() => service.stop())

const pageUrl = (path: string) => `${PUBLIC_URL}/dashboard${path}`
const browse = () => openBrowser((url) => url.replace(PUBLIC_URL, service.api.ownUrl))
const signedIn = (): Promise<Browser> => enter(browse(), PUBLIC_URL, person)
const locationOf = async (answer: ReturnType<Browser['get']>) => {
  const { status, headers } = await answer
  return [status, headers.get('location')]
}
const LED_TO_SIGN_IN = [303, '/dashboard/sign-in?to=%2Fdashboard%2Flive']

describe('a person who has not signed in', () => {
  it.each([['/live/runs?status=failed'], ['/test'], ['/live/runs/run_01j9zq3v6n4k8w2x5y7a9b1c3d'], ['/nothing']])(
    'is redirected from %s to the sign-in, and back from there',
    async (path) => {
      const browser = browse()
      const signIn = `/dashboard/sign-in?to=${encodeURIComponent(`/dashboard${path}`)}`
      expect(await locationOf(browser.get(pageUrl(path)))).toEqual([303, signIn])
      expect(await locationOf(browser.post(`${PUBLIC_URL}${signIn}`, person.form))).toEqual([303, `/dashboard${path}`])
    },
  )

  it('cannot submit a form of a page', async () => {
    expect(await locationOf(browse().post(pageUrl('/live'), [['action', 'limits']]))).toEqual(LED_TO_SIGN_IN)
  })

  it.each([
    ['https://evil.example/'],
    ['//evil.example/dashboard'],
    ['/\\evil.example/dashboard'],
    ['/dashboard/..//evil.example'],
    ['/dashboard/%2e%2e//evil.example'],
    ['/dashboardx'],
    ['/v1/auth/me'],
    ['javascript:alert(1)'],
    ['\thttps://evil.example/'],
    ['http://dashboard.invalid:80@evil.example/dashboard'],
    ['http://'],
  ])('is never redirected elsewhere: %j', async (to) => {
    expect(
      await locationOf(browse().post(pageUrl(`/sign-in?${new URLSearchParams({ to }).toString()}`), person.form)),
    ).toEqual([303, '/dashboard'])
  })

  it('sees why the sign-in was refused, with the address and without the password kept', async () => {
    const browser = browse()
    const refused = await browser.post(pageUrl('/sign-in'), [
      ['email', person.email],
      ['password', 'wrong-but-long'],
      ['action', 'sign-in'],
    ])
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('The email address or the password is wrong.')
    expect(refused.text).toContain(`value="${person.email}"`)
    expect(refused.text).not.toContain('wrong-but-long')
    expect(browser.cookies).toEqual([])
  })

  it("sees a field's fault next to the field, with the focus there", async () => {
    const refused = await browse().post(pageUrl('/sign-up'), [
      ['workspace', 'Two "of" <these>'],
      ['email', person.email],
      ['password', 'short'],
      ['action', 'sign-up'],
    ])
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(
      /<input type="password" id="sign-up-password"[^>]* aria-invalid="true" autofocus aria-describedby="sign-up-password-hint sign-up-password-fault"/,
    )
    expect(refused.text).toContain(
      '<p class="fault" id="sign-up-password-fault">Password must have at least 8 characters.</p>',
    )
    expect(refused.text).toContain('value="Two &quot;of&quot; &lt;these&gt;"')
  })

  it('is limited as in the API: after five failures no sign-in is tried', async () => {
    const victim = await signUpPerson(service.api.ownUrl, 'Victim')
    const attempt = (password: string) =>
      browse().post(
        pageUrl('/sign-in'),
        [
          ['email', victim.email],
          ['password', password],
          ['action', 'sign-in'],
        ],
        { 'X-Forwarded-For': '192.0.2.9' },
      )
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) statuses.push((await attempt(`wrong ${index}`)).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    expect(Number((await attempt('correct horse battery staple')).headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('can sign in where they have before, whatever outsiders try, and cannot elsewhere', async () => {
    const other = await signUpPerson(service.api.ownUrl, 'Difference Engines')
    const known = await enter(browse(), PUBLIC_URL, other)
    const device = known.cookies.find((cookie) => cookie.startsWith('known_device')) ?? ''
    expect(device).toMatch(/; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/i)
    const fromElsewhere = (last: number) => ({ 'X-Forwarded-For': `203.0.113.${last}` })
    const guess: [string, string][] = [
      ['email', other.email],
      ['password', 'wrong-but-long'],
      ['action', 'sign-in'],
    ]
    for (let time = 1; time <= 6; time += 1) await browse().post(pageUrl('/sign-in'), guess, fromElsewhere(time))
    const signIn = async (browser: Browser, last: number) =>
      (await browser.post(pageUrl('/sign-in'), other.form, fromElsewhere(last))).status
    expect([await signIn(browse(), 100), await signIn(known, 101)]).toEqual([429, 303])
  })

  it('signs up and is signed in', async () => {
    const browser = browse()
    const made = await browser.post(pageUrl('/sign-up'), [
      ['workspace', 'New'],
      ['email', `new-${person.email}`],
      ['password', 'correct horse battery staple'],
      ['referral_code', ''],
      ['action', 'sign-up'],
    ])
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(made.text).toContain('<a href="/dashboard/test" class="button">I have copied it</a>')
    // The sandbox key is shown this once: in the page, and neither in a cookie nor in the log.
    const [, key = ''] = /id="sandbox-key" value="([^"]+)"/.exec(made.text) ?? []
    expect((await api.as(key).get('/v1/auth/me')).at('environment')).toBe('test')
    expect(browser.cookies.join('\n') + service.logLines.join('\n')).not.toContain(key)
    expect((await browser.get(pageUrl('/test'))).text).toContain('$1,000.00')
  })
})

describe('a session in a browser', () => {
  it('is a cookie that no script reads, that no other path and no plain connection gets, and that ends with the session', async () => {
    const browser = await signedIn()
    const [cookie = ''] = browser.cookies
    const [pair = '', ...attributes] = cookie.split('; ')
    expect(pair).toMatch(/^dashboard_session=svc_sess_\w+$/)
    expect(attributes.filter((attribute) => !attribute.startsWith('expires=')).toSorted()).toEqual([
      'httponly',
      'path=/dashboard',
      'samesite=lax',
      'secure',
    ])
    const session = await api.as(pair.slice('dashboard_session='.length)).get('/v1/auth/me')
    const expires = attributes.find((attribute) => attribute.startsWith('expires='))?.slice('expires='.length) ?? ''
    expect(Math.floor(Date.parse(String(session.at('expires_at'))) / 1000)).toBe(Date.parse(expires) / 1000)
  })

  it('shows the person, in the environment of the address, which is remembered', async () => {
    const browser = await signedIn()
    const page = await browser.get(pageUrl('/test'))
    expect(page.status).toBe(200)
    expect(page.text).toContain('Analytical Engines')
    expect(page.text).toContain(person.email)
    expect(page.text).toContain('$1,000.00')
    expect(await locationOf(browser.get(pageUrl('')))).toEqual([303, '/dashboard/test'])
    expect(await locationOf(browser.get(pageUrl('/runs?status=failed')))).toEqual([
      303,
      '/dashboard/test/runs?status=failed',
    ])
    expect((await browser.get(pageUrl('/live'))).text).toContain('$0.00')
    expect(await locationOf(browser.get(pageUrl('/')))).toEqual([303, '/dashboard/live'])
    expect(await locationOf(browser.get(pageUrl('/sign-in?to=/dashboard/live/wallet')))).toEqual([
      303,
      '/dashboard/live/wallet',
    ])
  })

  it('ends with the sign-out, everywhere', async () => {
    const browser = await signedIn()
    const token = /dashboard_session=(\w+)/.exec(browser.cookies[0] ?? '')?.[1] ?? ''
    expect((await api.as(token).get('/v1/wallet')).status).toBe(200)
    expect(await locationOf(browser.post(pageUrl('/sign-out'), []))).toEqual([303, '/dashboard/sign-in'])
    expect((await api.as(token).get('/v1/wallet')).status).toBe(401)
    expect(await locationOf(browser.get(pageUrl('/live')))).toEqual(LED_TO_SIGN_IN)
  })

  it('leads to the sign-in when it was ended elsewhere, and a new one replaces it', async () => {
    const browser = await signedIn()
    const token = /dashboard_session=(\w+)/.exec(browser.cookies[0] ?? '')?.[1] ?? ''
    await enter(browser, PUBLIC_URL, person)
    expect((await api.as(token).get('/v1/wallet')).status).toBe(401)
    const next =
      /dashboard_session=(\w+)/.exec(
        browser.cookies.findLast((cookie) => cookie.startsWith('dashboard_session')) ?? '',
      )?.[1] ?? ''
    await api.as(next).post('/v1/auth/signout')
    expect(await locationOf(browser.get(pageUrl('/live')))).toEqual(LED_TO_SIGN_IN)
  })

  it.each([
    ['a key', () => person.testKey],
    ['an unknown token', () => 'svc_sess_nobody'],
    ['something long', () => 'x'.repeat(3_000)],
  ])('is never %s', async (_, token) => {
    const answer = await api.get('/dashboard/live', { Cookie: `dashboard_session=${token()}` })
    expect([answer.status, answer.headers.get('location')]).toEqual(LED_TO_SIGN_IN)
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['another site', { Origin: 'https://evil.example' }],
    ['a neighbour of this site', { Origin: 'https://other.dashboard.example', 'Sec-Fetch-Site': 'same-site' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['another site without Sec-Fetch headers', { Origin: '', 'Sec-Fetch-Site': 'cross-site' }],
    ['a site with a false name', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
    ['the same name without encryption', { Origin: 'http://dashboard.example' }],
  ])('is not used by a form of %s', async (_, headers) => {
    const browser = await signedIn()
    const limits = [
      ['action', 'limits'],
      ['enabled', 'true'],
      ['daily_limit', '0.01'],
    ] as const
    expect((await browser.post(pageUrl('/live/wallet'), limits, headers)).status).toBe(403)
    expect((await browser.post(pageUrl('/sign-out'), [], headers)).status).toBe(403)
    expect((await browse().post(pageUrl('/sign-in'), person.form, headers)).status).toBe(403)
    expect((await api.as(person.testKey).get('/v1/spend-guard')).at('daily_limit')).toBeNull()
  })
})

describe('what a browser stores and runs', () => {
  it.each([['/live'], ['/sign-in'], ['/live/runs/run_x'], ['/nothing'], ['/sign-out'], ['/%']])(
    'includes no page, no inline script and no resource from elsewhere: %s',
    async (path) => {
      const { headers, text } = await (await signedIn()).get(pageUrl(path))
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(text).not.toMatch(/<style|<script>| style=| on\w+=/)
    },
  )

  it('includes the style sheet and the script forever, under a name that changes with them', async () => {
    const page = await browse().get(pageUrl('/sign-in'))
    const files = [...page.text.matchAll(/(?:href|src)="(\/dashboard\/assets\/dashboard\.[0-9a-f]{12}\.\w+)"/g)].map(
      ([, file]) => file ?? '',
    )
    expect(files.map((file) => file.split('.').at(-1)).toSorted()).toEqual(['css', 'js', 'svg'])
    for (const file of files) {
      const answer = await api.get(file)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
      const other = await api.get(file.replace(/[0-9a-f]{12}/, '000000000000'))
      expect([other.status, other.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
    }
  })

  it.each<[string, number, Parameters<HttpClient['request']>[1]]>([
    ['/live', 405, { method: 'DELETE' }],
    ['/sign-in', 415, { method: 'POST', body: { email: 'a@example.com' } }],
    [
      '/sign-in',
      413,
      {
        method: 'POST',
        text: `email=${'a'.repeat(70_000)}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    ],
    [
      '/sign-in',
      400,
      {
        method: 'POST',
        text: 'email=%00&password=%ff',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      },
    ],
  ])('includes a page with the error for an invalid request to %s, with %i', async (path, status, request) => {
    const answer = await api.request(`/dashboard${path}`, request)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
  })
})
