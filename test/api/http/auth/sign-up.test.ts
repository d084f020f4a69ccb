import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { httpClient, type HttpAnswer } from '../../../support/http.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { BEHIND_PROXY, freshAddress, freshEmail, hashesOf, PASSWORD, signIn, signUpNewPerson } from './people.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { ...BEHIND_PROXY, SIGNUP_CREDIT: '2.50' } })
}, 120_000)
afterAll(() => service.stop())

const request = (more: object = {}, headers = freshAddress()): Promise<HttpAnswer> =>
  httpClient(service.url).post(
    '/v1/auth/signup',
    { email: freshEmail(), password: PASSWORD, workspace: 'Engines', ...more },
    headers,
  )

const made = async (): Promise<Readonly<Record<string, number>>> =>
  (
    await service.db.pool.query(`select
  (select count(*)::integer from app_user) as people, (select count(*)::integer from workspace) as workspaces,
  (select count(*)::integer from api_key) as keys, (select count(*)::integer from session) as sessions`)
  ).rows[0]

describe('a sign-up', () => {
  it('makes a person, a workspace of their own, a session and a sandbox key, each shown once', async () => {
    const answer = await request({ email: 'Ada.Lovelace@Example.com', workspace: '  Analytical Engines ' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      session_token: expect.stringMatching(/^svc_sess_[0-9A-Za-z]{34}$/),
      expires_at: expect.any(String),
      workspace: { id: expect.stringMatching(/^ws_/), name: 'Analytical Engines' },
      user: { id: expect.stringMatching(/^usr_/), email: 'ada.lovelace@example.com' },
      test_key: expect.stringMatching(/^svc_test_[0-9A-Za-z]{34}$/),
      device_token: expect.any(String),
    })
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const session = httpClient(service.url, String(answer.at('session_token')))
    expect((await session.get('/v1/auth/me')).body).toEqual({
      workspace: answer.at('workspace'),
      environment: 'live',
      credential: 'session',
      role: 'owner',
      user: { ...Object(answer.at('user')), email_verified: false },
      expires_at: answer.at('expires_at'),
      api_key_id: null,
      budget: null,
      allow: null,
      approver: null,
      scopes: null,
    })
    const key = httpClient(service.url, String(answer.at('test_key')))
    expect((await key.get('/v1/auth/me')).body).toMatchObject({
      workspace: answer.at('workspace'),
      environment: 'test',
      credential: 'key',
      user: null,
      expires_at: null,
      api_key_id: expect.stringMatching(/^key_/),
      scopes: null,
    })
  })

  it('lasts twelve hours', async () => {
    const before = Date.now()
    const ends = Date.parse(String((await request()).at('expires_at')))
    expect(Math.abs(ends - before - 12 * 3_600_000)).toBeLessThan(60_000)
  })

  it('starts with SIGNUP_CREDIT in the live wallet and 1000.00 in the sandbox, as promotion', async () => {
    const { client } = await signUpNewPerson(service)
    expect((await client.get('/v1/wallet')).body).toMatchObject({ environment: 'live', balance: '2.50' })
    expect((await client.get('/v1/wallet', { 'Service-Environment': 'test' })).body).toMatchObject({
      environment: 'test',
      balance: '1000.00',
    })
    expect((await client.get('/v1/wallet/transactions')).at('items', '0')).toMatchObject({
      kind: 'promotion',
      amount: '2.50',
    })
  })

  it('may name its workspace as another is named', async () => {
    const [one, other] = [await signUpNewPerson(service), await signUpNewPerson(service)]
    expect(one.workspaceId).not.toBe(other.workspaceId)
  })

  it('with a taken address, in any letter case, is a conflict that leaves nothing behind and costs one hash like every other', async () => {
    const { email } = await signUpNewPerson(service)
    const [before, hashes] = [await made(), await hashesOf(service)]
    const again = await request({ email: email.toUpperCase() })
    expect([again.status, again.at('error', 'code'), again.at('error', 'param')]).toEqual([409, 'conflict', '/email'])
    expect(await made()).toEqual(before)
    expect(await hashesOf(service)).toBe(hashes + 1)
    await request()
    expect(await hashesOf(service)).toBe(hashes + 2)
  })

  it('with one address twice at once makes one', async () => {
    const email = freshEmail()
    const before = await made()
    const answers = await Promise.all(Array.from({ length: 4 }, () => request({ email })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const after = await made()
    expect(Object.entries(after).map(([name, count]) => count - (before[name] ?? 0))).toEqual([1, 1, 1, 1])
  })

  it.each([
    ['seven characters', { password: 'seven77' }, '/password'],
    ['257 characters', { password: 'x'.repeat(257) }, '/password'],
    ['an address without a domain', { email: 'ada@' }, '/email'],
    ['no address at all', { email: 'ada' }, '/email'],
    [
      'an address of 255 characters',
      { email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(7)}.com` },
      '/email',
    ],
    ['a workspace without a name', { workspace: '' }, '/workspace'],
    ['a workspace of blanks', { workspace: '   ' }, '/workspace'],
    ['a workspace of two lines', { workspace: 'a\nb' }, '/workspace'],
    ['an unknown member', { role: 'admin' }, '/role'],
    ['an unknown referral code', { referral_code: 'nobodys' }, '/referral_code'],
  ])('with %s is refused, names the member and makes nothing', async (_, more, param) => {
    const before = await made()
    const answer = await request(more)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      param,
    ])
    expect(await made()).toEqual(before)
  })

  it('counts a password in characters, names their minimum, and requires nothing else', async () => {
    expect(String((await request({ password: 'seven77' })).at('error', 'message'))).toContain('8')
    for (const password of ['aaaaaaaa', '🔑'.repeat(8), ' '.repeat(8), '🔑'.repeat(256)]) {
      const email = freshEmail()
      expect((await request({ email, password })).status).toBe(200)
      expect((await signIn(service, email, password)).status).toBe(200)
    }
  })

  it('stores its referrer, which cannot be the same person', async () => {
    const referrer = await signUpNewPerson(service, { email: 'grace.hopper@gmail.com' })
    const code = String((await referrer.client.get('/v1/referrals')).at('code'))
    const referred = await signUpNewPerson(service, { referral_code: code })
    const { rows } = await service.db.pool.query(
      'select referrer_workspace_id as id from referral where workspace_id = $1',
      [referred.workspaceId],
    )
    expect(rows).toEqual([{ id: referrer.workspaceId }])
    const self = await request({ email: 'gracehopper+second@gmail.com', referral_code: code })
    expect([self.status, self.at('error', 'param')]).toEqual([400, '/referral_code'])
  })

  it('reveals five taken addresses to one client address a minute, and lets it sign up all the same elsewhere', async () => {
    const { email } = await signUpNewPerson(service)
    const address = freshAddress()
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) statuses.push((await request({ email }, address)).status)
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429])
    const hashes = await hashesOf(service)
    const refused = await request({ email }, address)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await hashesOf(service)).toBe(hashes)
    expect((await request()).status).toBe(200)
  })

  it('counts one that a referral code stops as well: it reveals that the address is free, and makes no account', async () => {
    const address = freshAddress()
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) statuses.push((await request({ referral_code: 'nobodys' }, address)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  it('is possible twenty times a minute from one address, and costs no hash beyond', async () => {
    const address = freshAddress()
    for (let time = 0; time < 20; time += 1)
      expect((await request({}, address)).headers.get('ratelimit-policy')).toMatch(
        /^"sign_ups_minute";q=20;w=60, "sign_ups_hour";q=60;w=3600, "bytes";/,
      )
    const [before, hashes] = [await made(), await hashesOf(service)]
    const refused = await request({}, address)
    expect([refused.status, refused.at('error', 'code')]).toEqual([429, 'rate_limited'])
    expect([await made(), await hashesOf(service)]).toEqual([before, hashes])
    expect((await request()).status).toBe(200)
  })

  it('leaves password, key and token in no column and in no line of the log, and the address in no line', async () => {
    const [email, password] = [freshEmail(), 'canary-password-71c2']
    const answer = await request({ email, password })
    for (const secret of [password, String(answer.at('session_token')), String(answer.at('test_key'))]) {
      expect(await tablesThatHold(service.db, secret)).toEqual([])
      expect(service.logLines.join('')).not.toContain(secret)
    }
    expect(service.logLines.join('')).not.toContain(email)
  })
})
