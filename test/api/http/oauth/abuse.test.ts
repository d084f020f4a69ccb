import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { hashToken } from '../../../../db/hash-token.ts'
import { httpClient } from '../../../support/http.ts'
import {
  type App,
  type AuthorizationRequest,
  requestAuthorization,
  connect,
  connectApp,
  type Person,
  redeem,
  refresh,
  registerApp,
} from '../../../support/oauth.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let app: App
const person: Person = { email: 'ada@example.com', password: 'correct horse battery staple' }
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { RATE_LIMIT_REQUESTS_PER_MINUTE: '0' } })
  await httpClient(service.url).post('/v1/auth/signup', { ...person, workspace: 'Analytical Engines' })
  app = await registerApp(service.url)
}, 120_000)
afterAll(() => service.stop())

const works = async (accessToken: string): Promise<boolean> =>
  (await httpClient(service.url, accessToken).get('/v1/events')).status === 200

/** A code that a person has just consented to. */
async function consented(
  of: App = app,
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ authorization: AuthorizationRequest; back: URL }> {
  const authorization = await requestAuthorization(of, parameters)
  return { authorization, back: await connect(authorization, person) }
}

const refused = (error: string) => expect.objectContaining({ error })
const REFUSED = refused('invalid_grant')

/** The token request as any program may write it. */
async function post(
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<{ status: number; body: unknown; cache: string | null }> {
  const { status, body, headers } = await httpClient(service.url).request(path, {
    method: 'POST',
    text: new URLSearchParams(form).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  return { status, body, cache: headers.get('cache-control') }
}
const exchange = (
  { authorization, back }: { authorization: AuthorizationRequest; back: URL },
  changed: Readonly<Record<string, string | undefined>> = {},
) => {
  const form = {
    grant_type: 'authorization_code',
    client_id: app.client.client_id,
    code: back.searchParams.get('code') ?? '',
    redirect_uri: app.redirectUri,
    code_verifier: authorization.verifier,
    ...changed,
  }
  return post(
    '/oauth/token',
    Object.fromEntries(Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  )
}

describe('a code', () => {
  it('is good for one exchange: a second use also revokes the tokens of the first', async () => {
    const { authorization, back } = await consented()
    const tokens = await redeem(app, authorization, back)
    expect(await works(tokens.access_token)).toBe(true)
    await expect(redeem(app, authorization, back)).rejects.toEqual(REFUSED)
    expect(await works(tokens.access_token)).toBe(false)
    await expect(refresh(app, tokens.refresh_token)).rejects.toEqual(REFUSED)
  })

  it('is good for one of many exchanges at the same time, and finally for none of them', async () => {
    const grant = await consented()
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(grant)))
    const tokens = answers.filter(({ status }) => status === 200).map(({ body }) => String(Object(body).access_token))
    expect(tokens.length).toBeLessThanOrEqual(1)
    expect(await Promise.all(tokens.map(works))).toEqual(tokens.map(() => false))
  })

  it("is good for its own client only, and an outsider's attempt leaves it usable", async () => {
    const [grant, other] = [await consented(), await registerApp(service.url)]
    expect(await exchange(grant, { client_id: other.client.client_id })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect(await exchange(grant)).toMatchObject({ status: 200, cache: 'no-store' })
  })

  it.each<[string, Readonly<Record<string, string | undefined>>, string]>([
    ['without a verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['with a wrong verifier', { code_verifier: 'A'.repeat(43) }, 'invalid_grant'],
    ['with the challenge as verifier', { code_verifier: 'challenge' }, 'invalid_grant'],
    ['with another redirect URI', { redirect_uri: 'http://127.0.0.1:7777/other' }, 'invalid_grant'],
    ['without a redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ['for another resource', { resource: 'https://other.example.com' }, 'invalid_target'],
    ['by an unknown client', { client_id: 'client_unknown' }, 'invalid_client'],
    ['without a client', { client_id: undefined }, 'invalid_request'],
    ['that is forged', { code: 'x'.repeat(43) }, 'invalid_grant'],
    ['by an unknown grant type', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [
      'by a password',
      { grant_type: 'password', username: person.email, password: person.password },
      'unsupported_grant_type',
    ],
  ])('is not redeemed %s', async (_, changed, error) => {
    const grant = await consented()
    const withChallenge =
      changed['code_verifier'] === 'challenge'
        ? { code_verifier: grant.authorization.url.searchParams.get('code_challenge') ?? '' }
        : changed
    const { status, body } = await exchange(grant, withChallenge)
    expect(Object(body)).toMatchObject({ error })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).not.toHaveProperty('access_token')
  })

  it('is deleted after a minute', async () => {
    const grant = await consented()
    await service.db.pool.query(
      `update oauth_artifact set expires_at = expires_at - interval '70 seconds', payload = payload || jsonb_build_object('exp', (payload->>'exp')::bigint - 70) where kind = 'AuthorizationCode' and id_hash = $1`,
      [hashToken(grant.back.searchParams.get('code') ?? '')],
    )
    expect(await exchange(grant)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
})

/** As if it had been used a minute ago. */
const passGrace = (token: string | undefined) =>
  service.db.pool.query(
    `update oauth_artifact set consumed_at = consumed_at - interval '1 minute' where kind = 'RefreshToken' and id_hash = $1`,
    [hashToken(token ?? '')],
  )

describe('a refresh token', () => {
  it('revokes every access and refresh token of its family when it is used twice', async () => {
    const first = await connectApp(app, person)
    const second = await refresh(app, first.refresh_token)
    const third = await refresh(app, second.refresh_token)
    expect(await works(third.access_token)).toBe(true)
    await passGrace(first.refresh_token)
    await expect(refresh(app, first.refresh_token)).rejects.toEqual(REFUSED)
    expect(await Promise.all([first, second, third].map(({ access_token: token }) => works(token)))).toEqual([
      false,
      false,
      false,
    ])
    await expect(refresh(app, third.refresh_token)).rejects.toEqual(REFUSED)
  })

  it('has one answer, whose tokens work, when it is used ten times at once and again by mistake', async () => {
    const first = await connectApp(app, person)
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => refresh(app, first.refresh_token)))
    const [won, ...more] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(more).toEqual([])
    expect(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))).toEqual(
      Array.from({ length: 9 }, () => REFUSED),
    )
    await expect(refresh(app, first.refresh_token)).rejects.toEqual(REFUSED)
    expect(await works(won?.access_token ?? '')).toBe(true)
    const next = await refresh(app, won?.refresh_token)
    expect(await works(next.access_token)).toBe(true)
    // A use after the grace period counts as theft.
    await passGrace(first.refresh_token)
    await expect(refresh(app, first.refresh_token)).rejects.toEqual(REFUSED)
    expect(await works(next.access_token)).toBe(false)
  })

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['another API', { resource: 'https://other.example.com' }, 'invalid_target'],
    ['a part of this API that was not granted', { resource: 'PUBLIC_URL/mcp' }, 'invalid_target'],
    ['an invalid address', { resource: 'not an address' }, 'invalid_target'],
    ['more scopes', { scope: 'read write' }, 'invalid_scope'],
  ])('is not used up by a request that is refused, for %s', async (_, given, error) => {
    const tokens = await connectApp(app, person)
    const parameters = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace('PUBLIC_URL', service.url)]),
    )
    for (let time = 0; time < 3; time += 1)
      await expect(refresh(app, tokens.refresh_token, parameters)).rejects.toEqual(refused(error))
    const next = await refresh(app, tokens.refresh_token)
    expect([await works(tokens.access_token), await works(next.access_token)]).toEqual([true, true])
  })

  it('is good for its own client only', async () => {
    const [tokens, other] = [await connectApp(app, person), await registerApp(service.url)]
    await expect(refresh(other, tokens.refresh_token)).rejects.toEqual(REFUSED)
    expect(await refresh(app, tokens.refresh_token)).toMatchObject({ scope: 'read' })
  })

  it('requests no other API, and is not an access token', async () => {
    const tokens = await connectApp(app, person)
    await expect(refresh(app, tokens.refresh_token, { resource: 'https://other.example.com' })).rejects.toEqual(
      refused('invalid_target'),
    )
    expect(await works(tokens.refresh_token ?? '')).toBe(false)
  })

  it('is good for thirty days without use', async () => {
    const tokens = await connectApp(app, person)
    const {
      rows: [row],
    } = await service.db.pool.query<{ days: number }>(
      `select round(extract(epoch from expires_at - created_at) / 86400)::integer as days from oauth_artifact where kind = 'RefreshToken' and id_hash = $1`,
      [hashToken(tokens.refresh_token ?? '')],
    )
    expect(row?.days).toBe(30)
    await service.db.pool.query(
      `update oauth_artifact set payload = payload || jsonb_build_object('exp', (payload->>'exp')::bigint - 31 * 86400) where kind = 'RefreshToken' and id_hash = $1`,
      [hashToken(tokens.refresh_token ?? '')],
    )
    await expect(refresh(app, tokens.refresh_token)).rejects.toEqual(REFUSED)
  })
})

describe('an access token', () => {
  it.each<[string, string]>([
    ['for another API', `payload = payload || '{"aud": "https://other.example.com"}'`],
    ['for a part of this API only', `payload = payload || '{"aud": "http://127.0.0.1"}'`],
    ['for no API', `payload = payload - 'aud'`],
    ['that has expired', `expires_at = clock_timestamp() - interval '1 second'`],
  ])('%s is refused', async (_, change) => {
    const tokens = await connectApp(app, person)
    expect(await works(tokens.access_token)).toBe(true)
    await service.db.pool.query(`update oauth_artifact set ${change} where kind = 'AccessToken' and id_hash = $1`, [
      hashToken(tokens.access_token),
    ])
    const answer = await httpClient(service.url, tokens.access_token).get('/v1/events')
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer error="invalid_token", resource_metadata=/),
    ])
  })

  it('has no more scopes than its grant, whatever else the request has', async () => {
    const tokens = await connectApp(app, person)
    await service.db.pool.query(
      `update oauth_artifact set payload = payload || '{"scope": "read run write"}' where kind = 'AccessToken' and id_hash = $1`,
      [hashToken(tokens.access_token)],
    )
    expect((await httpClient(service.url, tokens.access_token).post('/v1/run', {})).status).toBe(403)
  })

  it('opens no page of the dashboard and no route of the owner', async () => {
    const client = httpClient(service.url, (await connectApp(app, person, { scope: 'read run write' })).access_token)
    const answers = await Promise.all([
      client.get('/v1/connected-apps'),
      client.delete('/v1/connected-apps/app_x'),
      client.post('/v1/api-keys', { name: 'mine', environment: 'live' }),
      client.get('/v1/api-keys'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })

  it('is read from the header only', async () => {
    const { access_token: token } = await connectApp(app, person)
    expect((await httpClient(service.url).get(`/v1/events?access_token=${token}`)).status).toBe(401)
  })
})
