import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import * as oauth from 'oauth4webapi'
import { httpClient } from '../../../support/http.ts'
import {
  type App,
  requestAuthorization,
  connect,
  connectApp,
  INSECURE,
  type Person,
  redeem,
  refresh,
  registerApp,
} from '../../../support/oauth.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { until } from '../../../support/until.ts'

let service: SharedService
let app: App
/** With the person's dashboard session. */
let dashboard: ReturnType<typeof httpClient>
const person: Person = { email: 'ada@example.com', password: 'correct horse battery staple' }
beforeAll(async () => {
  service = await sharedTestService()
  const signedUp = await httpClient(service.url).post('/v1/auth/signup', { ...person, workspace: 'Analytical Engines' })
  dashboard = httpClient(service.url, String(signedUp.at('session_token')))
  app = await registerApp(service.url)
}, 120_000)
afterAll(() => service.stop())

const as = (tokens: { readonly access_token: string }) => httpClient(service.url, tokens.access_token)
const lookUp = { capability: 'contact.verify', input: { email: 'ada@example.com' } }

describe('an app that knows only an address of the API', () => {
  it('finds its way from a 401 to events, and no further than it may', async () => {
    const refused = await httpClient(service.url).get('/v1/events')
    expect(refused.status).toBe(401)
    const metadataUrl = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    const metadata = await httpClient(new URL(metadataUrl).origin).get(new URL(metadataUrl).pathname)
    const outsider = await registerApp(String(metadata.at('authorization_servers', '0')))
    const resource = String(metadata.at('resource'))
    const authorization = await requestAuthorization(outsider, { resource })
    const tokens = await redeem(outsider, authorization, await connect(authorization, person), { resource })
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read', expires_in: 3600 })
    expect((await as(tokens).get('/v1/events')).status).toBe(200)
    const webhook = await as(tokens).post('/v1/webhooks', { url: 'https://example.com/hooks' })
    expect([webhook.status, webhook.at('error', 'code')]).toEqual([403, 'forbidden'])
  })

  it.each(['', '/v1', '/mcp'])('finds the metadata of %j, which names it, and gets a token for it', async (part) => {
    const url = new URL(`${service.url}${part}`)
    const resource = await oauth.processResourceDiscoveryResponse(
      url,
      await oauth.resourceDiscoveryRequest(url, INSECURE),
    )
    expect(resource).toMatchObject({
      resource: `${service.url}${part}`,
      authorization_servers: [service.url],
      scopes_supported: ['read', 'run', 'write'],
    })
    const server = await httpClient(service.url).get(`/.well-known/oauth-authorization-server${part}`)
    expect(server.body).toMatchObject({
      issuer: service.url,
      code_challenge_methods_supported: ['S256'],
      registration_endpoint: `${service.url}/oauth/register`,
    })
    const authorization = await requestAuthorization(app, { resource: resource.resource })
    const tokens = await redeem(app, authorization, await connect(authorization, person), {
      resource: resource.resource,
    })
    expect((await as(tokens).get('/v1/events')).status).toBe(200)
  })

  it('gets working tokens when it names no resource', async () => {
    const authorization = await requestAuthorization(app, { resource: null })
    const parameters = oauth.validateAuthResponse(
      app.server,
      app.client,
      await connect(authorization, person),
      authorization.state,
    )
    const answer = await oauth.authorizationCodeGrantRequest(
      app.server,
      app.client,
      oauth.None(),
      parameters,
      app.redirectUri,
      authorization.verifier,
      INSECURE,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(app.server, app.client, answer)
    expect((await as(tokens).get('/v1/events')).status).toBe(200)
  })

  it('gets the scope read when it names none, and the list of scopes when it names an unknown one', async () => {
    const authorization = await requestAuthorization(app, { scope: null })
    expect(await redeem(app, authorization, await connect(authorization, person))).toMatchObject({ scope: 'read' })
    const strange = await requestAuthorization(app, { scope: 'openid profile' })
    const answer = await httpClient(service.url).get(`${strange.url.pathname}${strange.url.search}`)
    expect([answer.status, answer.text.includes('invalid_scope'), answer.text.includes('read, run, write')]).toEqual([
      400,
      true,
      true,
    ])
  })
})

describe('a scope', () => {
  it('is what an app needs to run, as the error states', async () => {
    const reading = await as(await connectApp(app, person, { scope: 'read' })).post('/v1/run', lookUp)
    expect([reading.status, reading.at('error', 'code')]).toEqual([403, 'forbidden'])
    expect(reading.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope", scope="run", resource_metadata="/,
    )
    const running = await as(await connectApp(app, person, { scope: 'read run' })).post('/v1/run', lookUp, {
      'Service-Environment': 'test',
    })
    expect([running.status, running.at('environment')]).toEqual([200, 'test'])
  })

  it('is production unless the request differs', async () => {
    const client = as(await connectApp(app, person, { scope: 'read run write' }))
    expect((await client.get('/v1/auth/me')).body).toMatchObject({ environment: 'live', credential: 'app' })
    expect((await client.get('/v1/auth/me', { 'Service-Environment': 'test' })).body).toMatchObject({
      environment: 'test',
      credential: 'app',
    })
    expect((await client.post('/v1/features', { tables: true })).at('error', 'code')).toBe('forbidden')
  })

  it('can be removed by the person on the consent page', async () => {
    const tokens = await connectApp(app, person, { scope: 'read run write', scopes: ['read'] })
    expect(tokens.scope).toBe('read')
    expect((await as(tokens).post('/v1/run', lookUp)).status).toBe(403)
  })
})

describe('a refresh token', () => {
  it('is given to apps that registered for it, rotates, and may narrow its scopes but not widen them', async () => {
    const first = await connectApp(app, person, { scope: 'read run' })
    const second = await refresh(app, first.refresh_token, { scope: 'read' })
    expect(second).toMatchObject({ scope: 'read', expires_in: 3600 })
    expect([second.access_token, second.refresh_token]).not.toEqual([first.access_token, first.refresh_token])
    expect((await as(second).get('/v1/events')).status).toBe(200)
    expect((await as(second).post('/v1/run', lookUp)).status).toBe(403)
    await expect(refresh(app, second.refresh_token, { scope: 'read run write' })).rejects.toMatchObject({
      error: 'invalid_scope',
    })
    expect(await refresh(app, second.refresh_token)).toMatchObject({ scope: 'read run' })
  })

  it('is not given to others', async () => {
    const without = await registerApp(service.url, { grant_types: ['authorization_code'] })
    expect(await connectApp(without, person)).not.toHaveProperty('refresh_token')
  })
})

describe('the connected apps of a workspace', () => {
  const list = async (): Promise<readonly { id: string; name: string }[]> =>
    Array.from(Object.values(Object((await dashboard.get('/v1/connected-apps')).at('items'))))

  it('are listed with their scopes and their last use, and disconnected at once, in both environments', async () => {
    const named = await registerApp(service.url, { client_name: 'Reporter' })
    const tokens = await connectApp(named, person, { scope: 'read run' })
    const before = (await list()).find(({ name }) => name === 'Reporter')
    expect(before).toEqual({
      id: expect.stringMatching(/^app_/),
      name: 'Reporter',
      host: null,
      scopes: ['read', 'run'],
      created_at: expect.any(String),
      last_used_at: null,
      budget: null,
    })
    expect((await as(tokens).get('/v1/events')).status).toBe(200)
    await until(list, (apps) => apps.some((one) => one.id === before?.id && Object(one).last_used_at !== null))
    const gone = await dashboard.request(`/v1/connected-apps/${before?.id}`, {
      method: 'DELETE',
      headers: { 'Service-Environment': 'test' },
    })
    expect([gone.status, gone.body]).toEqual([200, { ...before, last_used_at: expect.any(String) }])
    expect((await as(tokens).get('/v1/events')).status).toBe(401)
    await expect(refresh(named, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await list()).some(({ name }) => name === 'Reporter')).toBe(false)
    expect((await dashboard.delete(`/v1/connected-apps/${before?.id}`)).status).toBe(404)
  })

  it('are listed once for a person and an app: a new connection revokes the earlier grant', async () => {
    const named = await registerApp(service.url, { client_name: 'Twice' })
    const [first, second] = [await connectApp(named, person), await connectApp(named, person, { scope: 'read write' })]
    expect([(await as(first).get('/v1/events')).status, (await as(second).get('/v1/events')).status]).toEqual([
      401, 200,
    ])
    expect((await list()).filter(({ name }) => name === 'Twice')).toEqual([
      expect.objectContaining({ scopes: ['read', 'write'] }),
    ])
  })

  it('are revoked by the app itself, with everything of the grant', async () => {
    const named = await registerApp(service.url, { client_name: 'Tidy' })
    const tokens = await connectApp(named, person)
    const other = await oauth.revocationRequest(
      app.server,
      app.client,
      oauth.None(),
      tokens.refresh_token ?? '',
      INSECURE,
    )
    await oauth.processRevocationResponse(other)
    expect((await as(tokens).get('/v1/events')).status).toBe(200)
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(named.server, named.client, oauth.None(), tokens.refresh_token ?? '', INSECURE),
    )
    expect((await as(tokens).get('/v1/events')).status).toBe(401)
    expect((await list()).some(({ name }) => name === 'Tidy')).toBe(false)
  })
})
