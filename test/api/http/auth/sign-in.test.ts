import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { authenticateBy, createKeyReader, sessionReader } from '../../../../api/auth/authentication.ts'
import { purgeSessions } from '../../../../db/access/sessions/queries.ts'
import { at, httpClient, type HttpAnswer, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { startFrame } from '../../frame.ts'
import { BEHIND_PROXY, freshAddress, freshEmail, hashesOf, PASSWORD, signIn, signUpNewPerson } from './people.ts'

let service: TestService
/** Another api process on the same database. */
let replica: Awaited<ReturnType<typeof startFrame>>
beforeAll(async () => {
  service = await startTestService({ worker: false, env: BEHIND_PROXY })
  const keys = createKeyReader(service.db, () => undefined)
  await keys.stop()
  replica = await startFrame({ authenticate: authenticateBy([keys, sessionReader(service.db)]) })
}, 120_000)
afterAll(async () => {
  await replica.stop()
  await service.stop()
})

const tokenOf = (answer: HttpAnswer): string => String(answer.at('session_token'))
const session = (answer: HttpAnswer): HttpClient => httpClient(service.url, tokenOf(answer))
const statusOf = async (client: HttpClient): Promise<number> => (await client.get('/v1/auth/me')).status
const liveSessions = async (email: string): Promise<number> =>
  (
    await service.db.pool.query(
      `select count(*)::integer as n from session s join app_user u on u.id = s.user_id where u.email = $1 and s.revoked_at is null and s.expires_at > now()`,
      [email],
    )
  ).rows[0].n

describe('a sign-in', () => {
  it('opens a new session each time, in any letter case of the address', async () => {
    const { email, workspaceId } = await signUpNewPerson(service)
    const [one, other] = [await signIn(service, email), await signIn(service, email.toUpperCase())]
    expect(one.body).toEqual({
      session_token: expect.stringMatching(/^svc_sess_/),
      expires_at: expect.any(String),
      workspace: { id: workspaceId, name: 'Engines' },
      device_token: expect.any(String),
    })
    expect(tokenOf(one)).not.toBe(tokenOf(other))
    expect([await statusOf(session(one)), await statusOf(session(other))]).toEqual([200, 200])
  })

  it('ends the session that it is sent with, when it is of the same person', async () => {
    const [ada, sam] = [await signUpNewPerson(service), await signUpNewPerson(service)]
    const first = await signIn(service, ada.email)
    const with_ = (token: string) => ({ ...freshAddress(), Authorization: `Bearer ${token}` })
    const second = await signIn(service, ada.email, PASSWORD, with_(tokenOf(first)))
    expect([await statusOf(session(first)), await statusOf(session(second))]).toEqual([401, 200])
    const third = await signIn(service, sam.email, PASSWORD, with_(tokenOf(second)))
    expect([third.status, await statusOf(session(second)), await statusOf(session(third))]).toEqual([200, 200, 200])
    for (const nothing of ['garbage', ada.testKey])
      expect((await signIn(service, ada.email, PASSWORD, with_(nothing))).status).toBe(200)
    expect(await statusOf(httpClient(service.url, ada.testKey))).toBe(200)
  })

  it('leaves a person twenty sessions: the oldest end', async () => {
    const { email, client } = await signUpNewPerson(service)
    const opened: HttpAnswer[] = []
    for (let time = 0; time < 21; time += 1) opened.push(await signIn(service, email))
    expect(await liveSessions(email)).toBe(20)
    expect(await statusOf(client)).toBe(401)
    expect(await Promise.all(opened.map((one) => statusOf(session(one))))).toEqual([
      401,
      ...Array.from({ length: 20 }, () => 200),
    ])
    await Promise.all(Array.from({ length: 5 }, () => signIn(service, email)))
    expect(await liveSessions(email)).toBe(20)
  })

  it('replaces a hash of other parameters, for which it computes once more', async () => {
    const { email } = await signUpNewPerson(service)
    const stored = async (): Promise<string> =>
      (await service.db.pool.query('select password_hash as hash from app_user where email = $1', [email])).rows[0].hash
    await service.db.pool.query('update app_user set password_hash = $2 where email = $1', [
      email,
      await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 }),
    ])
    const before = await hashesOf(service)
    expect((await signIn(service, email)).status).toBe(200)
    expect(await hashesOf(service)).toBe(before + 2)
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(service, email)).status).toBe(200)
    expect(await hashesOf(service)).toBe(before + 3)
  })
})

describe('the existence of an account', () => {
  it('is revealed neither by the answer to a wrong password nor by the work that it takes', async () => {
    const { email } = await signUpNewPerson(service)
    const tried = async (address: string): Promise<{ shown: unknown; hashes: number }> => {
      const before = await hashesOf(service)
      const answer = await signIn(service, address, 'wrong horse battery staple')
      const headers = Object.fromEntries(
        [...answer.headers].filter(([name]) => !['date', 'request-id', 'ratelimit'].includes(name)),
      )
      const shown = {
        status: answer.status,
        headers,
        body: answer.text.replace(answer.headers.get('request-id') ?? '', ''),
      }
      return { shown, hashes: (await hashesOf(service)) - before }
    }
    const [known, unknown] = [await tried(email), await tried(freshEmail())]
    expect(known.shown).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringMatching(/^Bearer/) },
    })
    expect(unknown).toEqual(known)
    expect(known.hashes).toBe(1)
  })

  it('is revealed by no limit: an unknown address is refused after the same number of failures', async () => {
    const { email } = await signUpNewPerson(service)
    const failures = async (address: string): Promise<number[]> => {
      const statuses: number[] = []
      for (let time = 0; time < 7; time += 1) statuses.push((await signIn(service, address, 'wrong')).status)
      return statuses
    }
    const expected = [401, 401, 401, 401, 401, 429, 429]
    expect([await failures(email), await failures(freshEmail())]).toEqual([expected, expected])
  })
})

describe('five failures within a minute', () => {
  it('lock their account for every address: even the right password is not tried, and the answer has the waiting time', async () => {
    const { email } = await signUpNewPerson(service)
    for (let time = 0; time < 5; time += 1) expect((await signIn(service, email, 'wrong')).status).toBe(401)
    const before = await hashesOf(service)
    const refused = await signIn(service, email.toUpperCase())
    expect([refused.status, refused.at('error', 'code')]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await hashesOf(service)).toBe(before)
  })

  it('by outsiders do not lock out a device that has signed in before; its own five count apart, however many come at once', async () => {
    const { email } = await signUpNewPerson(service)
    const device = (await signIn(service, email)).at('device_token')
    const guess = async (password: string, deviceToken: unknown) =>
      (
        await httpClient(service.url).post(
          '/v1/auth/signin',
          { email, password, device_token: deviceToken },
          freshAddress(),
        )
      ).status
    for (let time = 0; time < 6; time += 1) await signIn(service, email, 'wrong')
    expect([(await signIn(service, email)).status, await guess(PASSWORD, device)]).toEqual([429, 200])
    // A token of another account, a changed one and none at all are outsiders'.
    const others = await signUpNewPerson(service)
    const foreign = (await signIn(service, others.email)).at('device_token')
    for (const token of [
      foreign,
      `${String(device)}x`,
      String(device).replace('svc_device_', 'svc_device_A'),
      String(device).slice('svc_device_'.length),
      '',
      '..',
      'x'.repeat(128),
    ]) {
      expect([token, await guess(PASSWORD, token)]).toEqual([token, 429])
    }
    const before = await hashesOf(service)
    const statuses = await Promise.all(Array.from({ length: 40 }, () => guess('wrong', device)))
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 429).length,
      (await hashesOf(service)) - before,
    ]).toEqual([5, 35, 5])
    expect(await guess(PASSWORD, device)).toBe(429)
  })

  it('lock their client address for every account, and affect no other address', async () => {
    const { email } = await signUpNewPerson(service)
    const address = freshAddress()
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1)
      statuses.push((await signIn(service, freshEmail(), 'wrong', address)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await signIn(service, email, PASSWORD, address)).status).toBe(429)
    expect((await signIn(service, email)).status).toBe(200)
  })

  it('are counted without successes', async () => {
    const { email } = await signUpNewPerson(service)
    const address = freshAddress()
    const statuses: number[] = []
    for (const password of [
      PASSWORD,
      PASSWORD,
      PASSWORD,
      'wrong',
      PASSWORD,
      PASSWORD,
      PASSWORD,
      'wrong',
      'wrong',
      PASSWORD,
      'wrong',
      'wrong',
      PASSWORD,
    ]) {
      statuses.push((await signIn(service, email, password, address)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 401, 200, 200, 200, 401, 401, 200, 401, 401, 429])
  })

  it('are not the only limit: one address has sixty sign-ins a minute, successful ones too, so that it cannot take all computations', async () => {
    const { email } = await signUpNewPerson(service)
    const address = freshAddress()
    for (let time = 0; time < 60; time += 1) expect((await signIn(service, email, PASSWORD, address)).status).toBe(200)
    const hashes = await hashesOf(service)
    expect((await signIn(service, email, PASSWORD, address)).status).toBe(429)
    expect(await hashesOf(service)).toBe(hashes)
    expect((await signIn(service, email)).status).toBe(200)
  })

  it('are five also when all guesses come at once', async () => {
    const { email } = await signUpNewPerson(service)
    const before = await hashesOf(service)
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(service, email, 'wrong')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
    expect(await hashesOf(service)).toBe(before + 5)
  })

  it('admit no one while they cannot be counted', async () => {
    const { email } = await signUpNewPerson(service)
    const before = await hashesOf(service)
    await service.db.pool.query('alter table rate_limit rename to rate_limit_away')
    try {
      const refused = await signIn(service, email)
      expect([refused.status, refused.at('error', 'code')]).toEqual([503, 'unavailable'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await service.db.pool.query('alter table rate_limit_away rename to rate_limit')
    }
    expect(await hashesOf(service)).toBe(before)
    expect((await signIn(service, email)).status).toBe(200)
  })
})

describe('a session', () => {
  it('has the rights of a key, live unless the header differs', async () => {
    const { client } = await signUpNewPerson(service)
    const me = async (headers = {}) => (await client.get('/v1/auth/me', headers)).at('environment')
    expect([
      await me(),
      await me({ 'Service-Environment': 'test' }),
      await me({ 'Service-Environment': 'live' }),
    ]).toEqual(['live', 'test', 'live'])
    expect(at((await client.get('/v1/auth/me', { 'Service-Environment': 'prod' })).body, 'error', 'param')).toBe(
      '/Service-Environment',
    )
  })

  it('ends by signing out, with the next request of every process', async () => {
    const { email } = await signUpNewPerson(service)
    const [one, other] = [await signIn(service, email), await signIn(service, email)]
    const elsewhere = (answer: HttpAnswer) => replica.client.as(tokenOf(answer)).get('/v1/items')
    expect([(await elsewhere(one)).status, (await elsewhere(other)).status]).toEqual([200, 200])
    expect((await session(one).post('/v1/auth/signout')).body).toEqual({ signed_out: true })
    expect([(await elsewhere(one)).status, (await elsewhere(other)).status, await statusOf(session(one))]).toEqual([
      401, 200, 401,
    ])
    expect((await session(one).post('/v1/auth/signout')).status).toBe(401)
  })

  it('ends after twelve hours, and is deleted by a later one', async () => {
    const { email } = await signUpNewPerson(service)
    const answer = await signIn(service, email)
    await service.db.pool.query(
      `update session s set created_at = s.created_at - interval '12 hours',
        expires_at = s.expires_at - interval '12 hours'
      from app_user u where u.id = s.user_id and u.email = $1`,
      [email],
    )
    expect(await statusOf(session(answer))).toBe(401)
    await purgeSessions(service.db)
    const { rows } = await service.db.pool.query(
      'select s.id from session s join app_user u on u.id = s.user_id where u.email = $1',
      [email],
    )
    expect(rows).toEqual([])
  })

  it('is not found by a mistyped token or by a hash', async () => {
    const { email } = await signUpNewPerson(service)
    const token = tokenOf(await signIn(service, email))
    const mistyped = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
    const { rows } = await service.db.pool.query(`select encode(token_hash, 'hex') as hash from session`)
    for (const wrong of [mistyped, `${token}a`, token.replace('svc_sess_', 'svc_live_'), rows[0].hash]) {
      expect(await statusOf(httpClient(service.url, wrong))).toBe(401)
    }
  })
})
