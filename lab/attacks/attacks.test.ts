import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Route } from '../../api/route/route.ts'
import { fitsTemplate } from '../../domain/catalog/template.ts'
import { enter, type Person, signUpPerson } from '../../test/api/dashboard/person.ts'
import { PATTERNS } from '../../test/api/dashboard/stage.ts'
import { buildSession } from '../../test/build/session.ts'
import { type Browser, openBrowser } from '../../test/support/browser.ts'
import { httpClient, type HttpAnswer, type HttpRequest, membersOf } from '../../test/support/http.ts'
import { sampled } from '../../test/support/seed.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { ELSEWHERE, FOREIGN_ORIGINS, READ_BY_OTHER_ORIGINS } from './corpus/browsers.ts'
import { CONTROL, FLOODS, FRAMINGS } from './corpus/framing.ts'
import { HOSTILE_TEXTS, QUICK } from './corpus/hostile-texts.ts'
import { CREDENTIAL_SPELLINGS, ENVIRONMENT_SPELLINGS, OVERRIDES, WALLET_SPELLINGS } from './corpus/paths.ts'
import { sendBytes } from './wire.ts'

/** `npm run attacks` sends all of them; `npm test` sends a part. */
const EVERYTHING = process.env['ATTACKS'] === 'all'

let service: TestService
let person: Person
beforeAll(async () => {
  // No request leaves this machine: provider operations wait for a worker, which is not there, and no test waits for
  // one.
  service = await startTestService({
    worker: false,
    askMsMax: 50,
    env: { RATE_LIMIT_REQUESTS_PER_MINUTE: '0', RATE_LIMIT_RUNS_PER_MINUTE: '0' },
  })
  person = await signUpPerson(service.url, 'Analytical Engines')
}, 120_000)
afterAll(() => service.stop())

const port = (): number => Number(new URL(service.url).port)
const isAnswered = ({ text }: { readonly text: string }): boolean => /HTTP\/1\.1 2\d\d /.test(text)
const head = (line: string, headers: readonly (readonly [string, string])[] = []): string =>
  [line, 'Host: x', 'Connection: close', ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')

describe('the framing of requests', () => {
  it('is visible to this test: two requests on a connection are two answers', async () => {
    expect((await sendBytes(port(), CONTROL)).statuses).toEqual([200, 200])
  })

  it.each(FRAMINGS)('%s is refused, and no request behind it is answered', async (_, bytes) => {
    const { statuses } = await sendBytes(port(), bytes)
    expect([statuses.length, statuses.every((status) => status >= 400 && status < 500)]).toEqual([1, true])
  })

  it.each(FLOODS)('%s is refused', async (_, bytes) => {
    expect((await sendBytes(port(), bytes)).statuses).toEqual([431])
  })

  it.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'compress'])(
    'a body in %s is not decompressed',
    async (encoding) => {
      const answer = await httpClient(service.url).request('/v1/discover', {
        method: 'POST',
        text: '{"query":"x"}',
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding },
      })
      expect(answer.status).toBe(415)
    },
  )
})

describe('the caller and the path', () => {
  it.each(WALLET_SPELLINGS)('%s is refused without a credential', async (path) => {
    const answer = await sendBytes(port(), head(`GET ${path} HTTP/1.1`))
    expect([
      isAnswered(answer),
      /available|balance/.test(answer.text),
      answer.statuses.every((status) => status < 500),
    ]).toEqual([false, false, true])
  })

  it.each(CREDENTIAL_SPELLINGS)('%s: %s is no credential', async (name, value) => {
    const answer = await sendBytes(
      port(),
      head('GET /v1/wallet HTTP/1.1', [[name, value.replaceAll('KEY', service.workspace.keys.live)]]),
    )
    expect(answer.statuses).toEqual([401])
  })

  it.each(ENVIRONMENT_SPELLINGS)(
    'a sandbox key stays in its sandbox with Service-Environment: %s',
    async (environment) => {
      const answer = await sendBytes(
        port(),
        head('GET /v1/auth/me HTTP/1.1', [
          ['Authorization', `Bearer ${service.workspace.keys.test}`],
          ['Service-Environment', environment],
        ]),
      )
      expect(answer.text).toContain('"environment":"test"')
    },
  )

  it.each(ENVIRONMENT_SPELLINGS.filter((one) => one.trim() !== 'live'))(
    'a session is refused with Service-Environment: %s',
    async (environment) => {
      const { token } = await buildSession(service.db, service.workspace.id)
      const answer = await sendBytes(
        port(),
        head('GET /v1/auth/me HTTP/1.1', [
          ['Authorization', `Bearer ${token}`],
          ['Service-Environment', environment],
        ]),
      )
      expect(answer.statuses).toEqual([400])
    },
  )

  it.each(OVERRIDES)('%s: %s has no effect on the path', async (name, value) => {
    const answer = await sendBytes(port(), head('GET /healthz HTTP/1.1', [[name, value]]))
    expect([answer.statuses, answer.text.includes('evil')]).toEqual([[200], false])
  })

  it('no path answers a method that it does not have', async () => {
    const paths = [...new Set(service.api.routes.map(({ path }) => path))]
    for (const path of paths) {
      const concrete = path.replaceAll(/\{\w+\}/g, 'x')
      const known = new Set(
        service.api.routes.filter((one) => fitsTemplate(one.path, concrete)).map(({ method }): string => method),
      )
      const answers = await Promise.all(
        ['PUT', 'PATCH', 'DELETE', 'POST', 'TRACE', 'PROPFIND']
          .filter((one) => !known.has(one))
          .map(async (method) => [
            method,
            ...(
              await sendBytes(
                port(),
                head(`${method} ${concrete} HTTP/1.1`, [
                  ['Authorization', `Bearer ${service.workspace.keys.live}`],
                  ['Content-Length', '0'],
                ]),
              )
            ).statuses,
          ]),
      )
      expect([path, answers.filter(([, status]) => status !== 405)]).toEqual([path, []])
    }
  })
})

describe('a browser', () => {
  const forms = [
    ...PATTERNS.map((pattern) => `/live${pattern.replaceAll(/\{\w+\}/g, 'x')}`),
    '/sign-in',
    '/sign-up',
    '/sign-out',
  ]

  let browser: Browser
  beforeAll(async () => {
    browser = await enter(openBrowser(), service.url, person)
  })

  it.each(forms)('submits no form of another page to /dashboard%s', async (path) => {
    const answers = await Promise.all(
      FOREIGN_ORIGINS.map(async (headers) => {
        const sent = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, value.replaceAll('OWN', service.url)]),
        )
        return [sent, (await browser.post(`${service.url}/dashboard${path}`, [['action', 'limits']], sent)).status]
      }),
    )
    expect(answers.filter(([, status]) => status !== 403)).toEqual([])
    expect((await browser.get(`${service.url}/dashboard/live`)).status).toBe(200)
  })

  it.each(ELSEWHERE)('is not redirected elsewhere after the sign-in: %j', async (to) => {
    const answer = await browser.get(`${service.url}/dashboard/sign-in?${new URLSearchParams({ to }).toString()}`)
    const location = new URL(answer.headers.get('location') ?? 'none:', service.url)
    expect([answer.status, location.origin, location.pathname.startsWith('/dashboard')]).toEqual([
      303,
      service.url,
      true,
    ])
    expect(answer.headers.get('x')).toBeNull()
  })

  it('reads for pages of other origins only public documents', async () => {
    const origin = { Origin: 'https://evil.example' }
    for (const path of new Set([
      ...service.api.routes.map((route) => filled(route)),
      '/dashboard/live',
      '/mcp',
      '/oauth/token',
      '/oauth/revoke',
      '/oauth/register',
      '/oauth/jwks',
    ])) {
      const request = { headers: { ...origin, Authorization: `Bearer ${service.workspace.keys.live}` } }
      const answers = [
        ...(isLong(path) ? [] : [await httpClient(service.url).request(path, request)]),
        await httpClient(service.url).request(path, {
          method: 'OPTIONS',
          headers: {
            ...origin,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'authorization',
          },
        }),
      ]
      const allowed = answers
        .flatMap(({ headers }) => [
          headers.get('access-control-allow-origin'),
          headers.get('access-control-allow-credentials'),
        ])
        .filter((value) => value !== null)
      if (!READ_BY_OTHER_ORIGINS.test(path)) expect([path, allowed]).toEqual([path, []])
      expect([path, allowed.includes('true')]).toEqual([path, false])
    }
  })

  it('shows no page of this service in a frame, and guesses the type of none', async () => {
    const pages = [
      '/',
      '/api-reference',
      '/docs/quickstart',
      '/checkout/x',
      '/oauth/authorize',
      `/oauth/interaction/${'0'.repeat(43)}`,
      '/v1/wallet/topups/checkout',
      '/dashboard/sign-in',
      ...forms.map((path) => `/dashboard${path}`),
    ]
    for (const path of pages) {
      const { headers } = await browser.get(`${service.url}${path}`)
      if (!(headers.get('content-type') ?? '').startsWith('text/html')) continue
      expect([
        path,
        headers.get('x-frame-options'),
        headers.get('x-content-type-options'),
        /frame-ancestors 'none'/.test(headers.get('content-security-policy') ?? ''),
      ]).toEqual([path, 'DENY', 'nosniff', true])
    }
  })
})

/** Why these routes get no hostile texts here; each has its own tests. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  signUp: 'a hash of a password each',
  signIn: 'a hash of a password each',
  signOut: 'ends the session',
  changePassword: 'a hash of a password each',
  resetPassword: 'a hash of a password each',
  acceptInvitation: 'a hash of a password each',
  createRun: 'waits for a worker',
  refreshWatch: 'waits for a worker',
  createWatch: 'waits for a worker',
  createWebhook: 'asks name servers',
  updateWebhook: 'asks name servers',
  testWebhook: 'waits for a worker',
  listEvents: 'waits for events',
  connectProvider: 'asks the provider',
  receiveStripe: 'signed',
  receiveAgentmail: 'signed',
  receiveResend: 'signed',
  receiveOwnAgentmail: 'signed',
  receiveOwnResend: 'signed',
  receiveOwnUnipile: 'signed',
  receiveUnipile: 'signed',
}
const isLong = (path: string): boolean => path === '/v1/events'
const filled = ({ path }: Route, value = 'x'): string => path.replaceAll(/\{\w+\}/g, encodeURIComponent(value))

/**
 * Every request to a route with this text in one place: a parameter of the path, of the query, or a text of the body's
 * first example.
 */
function requestsWith(route: Route, text: string): readonly (HttpRequest & { readonly path: string })[] {
  const { method } = route
  const example: unknown = Object.values(route.bodyExamples ?? {})[0]?.value
  const body = example === undefined ? {} : { body: example }
  const query = membersOf(membersOf(route.query).find(([name]) => name === 'properties')?.[1]).map(([name]) => name)
  return [
    ...(route.path.includes('{') ? [{ method, path: filled(route, text), ...body }] : []),
    ...query.map((name) => ({
      method,
      path: `${filled(route)}?${new URLSearchParams({ [name]: text }).toString()}`,
      ...body,
    })),
    ...variantsOf(example, text).map((one) => ({ method, path: filled(route), body: one })),
  ]
}

/** The example with the text in place of each of its texts, and as the name of a member. */
function variantsOf(example: unknown, text: string): unknown[] {
  if (typeof example === 'string') return [text]
  if (Array.isArray(example))
    return example.flatMap((item, at) => variantsOf(item, text).map((one) => example.with(at, one)))
  if (typeof example !== 'object' || example === null) return []
  return [
    { ...example, [text]: text },
    ...Object.entries(example).flatMap(([name, value]) =>
      variantsOf(value, text).map((one) => ({ ...example, [name]: one })),
    ),
  ]
}

describe('a hostile text', () => {
  const texts = EVERYTHING ? HOSTILE_TEXTS : sampled(HOSTILE_TEXTS, QUICK)
  /** Far below a statement that sleeps or an expression that explodes, and above a busy machine. */
  const ANSWER_MS_MAX = 8_000

  it.each(texts.map((text) => [text]))('%j breaks no route, in any place', async (text) => {
    const { token } = await buildSession(service.db, service.workspace.id)
    const client = httpClient(service.url, token)
    await client.post('/v1/features', { tables: true })
    const logged = service.logLines.length
    const broken: [string, string | undefined, number][] = []
    for (const route of service.api.routes.filter(({ operationId }) => !Object.hasOwn(LEFT_OUT, operationId))) {
      const answers: [HttpRequest & { readonly path: string }, HttpAnswer][] = await Promise.all(
        requestsWith(route, text).map(async (request) => [
          request,
          await client.request(request.path, { ...request, signal: AbortSignal.timeout(ANSWER_MS_MAX) }),
        ]),
      )
      for (const [{ path, method }, { status }] of answers)
        if (status >= 500 && status !== 503) broken.push([path, method, status])
    }
    expect(broken).toEqual([])
    expect(service.logLines.slice(logged).filter((line) => line.includes('"level":50'))).toEqual([])
    expect(Object.getOwnPropertyNames(Object.prototype).includes(text) || !(text in {})).toBe(true)
    await client.post('/v1/features', { tables: true })
  })

  it('is left out only with a reason', () => {
    expect(
      Object.keys(LEFT_OUT).filter((name) => !service.api.routes.some(({ operationId }) => operationId === name)),
    ).toEqual([])
  })
})
