import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import * as oauth from 'oauth4webapi'
import { registerClient } from '../../../../db/access/oauth/clients.ts'
import { CLIENT_ID_BYTES, clientId } from '../../../../domain/access/registration.ts'
import { httpClient } from '../../../support/http.ts'
import { type App, requestAuthorization, connectApp, INSECURE, registerApp } from '../../../support/oauth.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let app: App
/** Some parameters of a request: null removes one. */
type Parameters = Readonly<Record<string, string | null>>

/** The target of the page's only link. */
const linkOf = (text: string): URL => new URL((/<a href="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&'))

const HTTPS_URI = 'https://app.example.com/callback'
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { RATE_LIMIT_REQUESTS_PER_MINUTE: '0' } })
  app = await registerApp(service.url)
}, 120_000)
afterAll(() => service.stop())

describe('an authorization request', () => {
  /** Its target without a person: back to the app with an error, or a page of ours. */
  async function answerTo(
    of: App,
    parameters: Readonly<Record<string, string | null>>,
  ): Promise<{ status: number; back: URL | null; text: string; state: string }> {
    const { url, state } = await requestAuthorization(of, parameters)
    const { status, headers, text } = await httpClient(service.url).get(`${url.pathname}${url.search}`, {
      Accept: 'text/html',
    })
    const location = headers.get('location')
    return { status, back: location === null ? null : new URL(location, service.url), text, state }
  }

  it.each<[string, Readonly<Record<string, string | null>>, string]>([
    ['without PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with PKCE without a method', { code_challenge_method: null }, 'invalid_request'],
    ['with a short challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'invalid_request'],
    ['for an identity', { response_type: 'code id_token', nonce: 'n' }, 'invalid_request'],
    ['for another API', { resource: 'https://other.example.com' }, 'invalid_target'],
    ['for a neighbour of this API', { resource: 'http://127.0.0.1.example.com/v1' }, 'invalid_target'],
    ['as a signed object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['as an address of one', { request_uri: 'https://app.example.com/request' }, 'request_uri_not_supported'],
    ['without a prompt', { prompt: 'none' }, 'login_required'],
    ['for no scope of this API', { scope: 'admin' }, 'invalid_scope'],
  ])('%s stays on our page, whose link leads back with its state and our name', async (_, parameters, error) => {
    const { status, back, text, state } = await answerTo(app, parameters)
    expect([status, back, /<script|http-equiv/i.test(text)]).toEqual([400, null, false])
    expect(text).toContain('go back to an app on this computer')
    const link = linkOf(text)
    expect([link.origin, link.pathname]).toEqual(['http://127.0.0.1:7777', '/callback'])
    // A request outside of a query is answered in the fragment, also with an error.
    expect(Object.fromEntries(new URLSearchParams(link.search || link.hash.slice(1)))).toMatchObject({
      error,
      state,
      iss: service.url,
    })
  })

  it.each([
    'http://127.0.0.1:7777/callback',
    'https://evil.example/phish',
    'com.example.app:/cb',
    'cursor://example/cb',
  ])("redirects no browser to %s without a person's consent, not even for a connected app", async (uri) => {
    const own = await registerApp(service.url, { redirect_uris: [uri] })
    const person = { email: `${randomUUID()}@example.com`, password: 'correct horse battery staple' }
    await httpClient(service.url).post('/v1/auth/signup', { ...person, workspace: 'Engines' })
    await connectApp(own, person)
    const parameterSets: Parameters[] = [
      { prompt: 'none' },
      { scope: 'admin' },
      { code_challenge: null },
      { response_mode: 'form_post' },
      { response_mode: 'form_post', scope: 'admin' },
    ]
    for (const parameters of parameterSets) {
      const { status, back, text } = await answerTo(own, parameters)
      expect([status, back, /<script|<form|http-equiv/i.test(text)]).toEqual([400, null, false])
    }
  })

  it('names the host of its link', async () => {
    const other = await registerApp(service.url, { redirect_uris: ['https://login.evil.example/"><script>x</script>'] })
    const { text } = await answerTo(other, { scope: 'admin' })
    expect(text).toContain('go back to login.evil.example</a>')
    expect(text).not.toContain('<script')
  })

  it('is not redirected to an address that is refused now, although the app registered it', async () => {
    const id = clientId(randomBytes(CLIENT_ID_BYTES).toString('base64url'))
    const uri = 'ms-msdt:/id'
    await registerClient(service.db, {
      id,
      name: 'Early',
      metadata: {
        client_id: id,
        client_name: 'Early',
        redirect_uris: [uri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        response_modes: ['query'],
      },
    })
    const parameterSets: Parameters[] = [{}, { scope: 'admin' }, { prompt: 'none' }]
    for (const parameters of parameterSets) {
      const { status, back, text } = await answerTo(app, { client_id: id, redirect_uri: uri, ...parameters })
      expect([status, back, text.includes('href')]).toEqual([400, null, false])
    }
  })

  it.each<[string, string]>([
    ['another host', 'https://evil.example/callback'],
    ['a longer host', 'https://app.example.com.evil.example/callback'],
    ['a host below', 'https://evil.app.example.com/callback'],
    ['another path', 'https://app.example.com/other'],
    ['a path below', 'https://app.example.com/callback/more'],
    ['a path with dots', 'https://app.example.com/callback/../callback'],
    ['another query', 'https://app.example.com/callback?next=evil'],
    ['an empty query', 'https://app.example.com/callback?'],
    ['a fragment', 'https://app.example.com/callback#x'],
    ['another scheme', 'http://app.example.com/callback'],
    ['a slash more', 'https://app.example.com/callback/'],
    ['other letters', 'https://APP.example.com/callback'],
    ['a user part', 'https://app.example.com@evil.example/callback'],
    ['a user of the host', 'https://evil@app.example.com/callback'],
    ['another port', 'https://app.example.com:8443/callback'],
    ['its own port', 'https://app.example.com:443/callback'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', ''],
  ])('has no redirect with %s as its redirect URI', async (_, uri) => {
    const exact = await registerApp(service.url, { redirect_uris: [HTTPS_URI] })
    const { status, back, text } = await answerTo(exact, { redirect_uri: uri })
    expect([status, back]).toEqual([400, null])
    expect(text).toContain('cannot be connected')
    expect(text).not.toContain('evil')
  })

  it.each<[string, string, boolean]>([
    ['another port of this computer', 'http://127.0.0.1:51234/callback', true],
    ['no port', 'http://127.0.0.1/callback', true],
    ['another path', 'http://127.0.0.1:7777/other', false],
    ['another name of this computer', 'http://localhost:7777/callback', false],
    ['another computer', 'http://10.0.0.1:7777/callback', false],
    ['a user part', 'http://evil.example@127.0.0.1:7777/callback', false],
    ['this computer as a user', 'http://127.0.0.1:7777@evil.example/callback', false],
    ['a backslash', 'http://127.0.0.1:7777\\@evil.example/callback', false],
    ['TLS', 'https://127.0.0.1:7777/callback', false],
  ])('may name %s when the app runs on a computer: %s -> %s', async (_, uri, allowed) => {
    const { status, back } = await answerTo(app, { redirect_uri: uri })
    expect([status, back?.pathname.startsWith('/oauth/interaction/') ?? false]).toEqual(
      allowed ? [303, true] : [400, false],
    )
  })

  it('is answered by a page, not by a redirect, when the client is unknown', async () => {
    const { status, back, text } = await answerTo(app, {
      client_id: 'client_unknown',
      redirect_uri: 'https://evil.example/',
    })
    expect([status, back]).toEqual([400, null])
    expect(text).toContain('invalid_client')
  })

  it.each(['state', 'scope', 'client_id', 'resource'])('with an invalid character in %s is refused', async (name) => {
    const { status, back, text } = await answerTo(app, { [name]: 'a\u0000b' })
    expect([status, back]).toEqual([400, null])
    expect(text).toContain('cannot be connected')
  })

  it('is refused when it names a parameter twice', async () => {
    const { url } = await requestAuthorization(app)
    url.searchParams.append('redirect_uri', 'https://evil.example/')
    const answer = await httpClient(service.url).get(`${url.pathname}${url.search}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })
})

/** Without a client. */
const revokeWithoutClient = () =>
  httpClient(service.url).request('/oauth/revoke', {
    method: 'POST',
    text: new URLSearchParams({ token: 'x'.repeat(43) }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })

describe('the paths of the authorization server', () => {
  it.each([
    '/oauth',
    '/oauth/',
    '/oauth/nothing',
    '/oauth/me',
    '/oauth/session/end',
    '/oauth/session/end/confirm',
    '/oauth/request',
    '/oauth/device',
    '/oauth/introspect',
    '/oauth/.well-known/openid-configuration',
    '/oauth/reg',
    '/oauth/authorize/short',
    '/oauthx',
  ])('%s is unknown', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await httpClient(service.url).request(path, { method })
      expect([answer.status, answer.at('error', 'code')]).toEqual([404, 'not_found'])
    }
  })

  it('name their methods', async () => {
    const answer = await httpClient(service.url).get('/oauth/token')
    expect([answer.status, answer.headers.get('allow'), answer.at('error', 'code')]).toEqual([
      405,
      'POST, OPTIONS',
      'method_not_allowed',
    ])
  })

  it.each(['/oauth/token', '/oauth/revoke', '/oauth/register'])(
    '%s has an error as OAuth defines it, with a Request-Id, not cached',
    async (path) => {
      const answer = await httpClient(service.url).post(path, {})
      expect([answer.status, Object.keys(Object(answer.body))]).toEqual([400, ['error', 'error_description']])
      expect(
        Object.fromEntries(['cache-control', 'x-content-type-options'].map((name) => [name, answer.headers.get(name)])),
      ).toEqual({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      expect(answer.headers.get('request-id')).toMatch(/^req_/)
    },
  )

  it('show public keys only', async () => {
    const answer = await httpClient(service.url).get('/oauth/jwks')
    expect(answer.at('keys', '0')).toEqual(expect.objectContaining({ kty: 'EC', crv: 'P-256', use: 'sig' }))
    expect(answer.at('keys', '0')).not.toHaveProperty('d')
  })

  it('do not reveal whether a token exists, and revoke none without a client', async () => {
    const answer = await oauth.revocationRequest(app.server, app.client, oauth.None(), 'x'.repeat(43), INSECURE)
    expect(answer.status).toBe(200)
    expect((await revokeWithoutClient()).status).toBe(400)
  })
})
