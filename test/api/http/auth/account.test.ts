import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { httpClient, type HttpAnswer, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { BEHIND_PROXY, freshAddress, PASSWORD, type Person, signIn, signUpNewPerson } from './people.ts'

const NEXT_PASSWORD = 'a longer phrase of ordinary words'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, env: BEHIND_PROXY })
}, 120_000)
afterAll(() => service.stop())

const sessionOf = (answer: HttpAnswer): HttpClient => httpClient(service.url, String(answer.at('session_token')))
const statusOf = async (client: HttpClient): Promise<number> => (await client.get('/v1/auth/me')).status
const change = (client: HttpClient, current_password: string, password = NEXT_PASSWORD): Promise<HttpAnswer> =>
  client.post('/v1/auth/password', { current_password, password }, freshAddress())
const listed = async (client: HttpClient): Promise<Record<string, unknown>[]> => {
  const items = (await client.get('/v1/auth/sessions')).at('items')
  return Array.isArray(items) ? items : []
}

describe('a new password', () => {
  it('replaces the old one, ends every other session and keeps the one that made the change', async () => {
    const { email, client } = await signUpNewPerson(service)
    const [elsewhere, here] = [client, sessionOf(await signIn(service, email))]
    expect((await change(here, PASSWORD)).body).toEqual({ changed: true, ended_sessions: 1 })
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([200, 401])
    expect((await signIn(service, email)).status).toBe(401)
    expect((await signIn(service, email, NEXT_PASSWORD)).status).toBe(200)
  })

  it('needs the current one: a wrong one changes nothing and counts as a failed sign-in', async () => {
    const { email, client } = await signUpNewPerson(service)
    const refused = await change(client, 'not my password')
    expect([refused.status, refused.at('error', 'code'), refused.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/current_password',
    ])
    for (let time = 0; time < 4; time += 1) await change(client, 'not my password')
    expect([(await change(client, PASSWORD)).status, (await signIn(service, email)).status]).toEqual([429, 429])
  })

  it('is as long as that of a sign-up', async () => {
    const { client } = await signUpNewPerson(service)
    expect((await change(client, PASSWORD, 'short')).at('error', 'details', '0', 'path')).toBe('/password')
  })

  it('of two changes at once is one', async () => {
    const { email, client } = await signUpNewPerson(service)
    const wanted = ['the first of two passwords', 'the second of two passwords']
    const answers = await Promise.all(wanted.map((password) => change(client, PASSWORD, password)))
    const changed = wanted.filter((_, index) => answers[index]?.status === 200)
    expect(changed).toHaveLength(1)
    expect((await signIn(service, email, changed[0])).status).toBe(200)
  })
})

describe('the sessions of a person', () => {
  let ada: Person
  let laptop: HttpClient
  let phone: HttpClient
  beforeEach(async () => {
    ada = await signUpNewPerson(service)
    laptop = sessionOf(await signIn(service, ada.email))
    phone = sessionOf(await signIn(service, ada.email, PASSWORD, { ...freshAddress(), 'User-Agent': 'A phone \u00e9' }))
  })

  it('are listed with the client of each, newest first, and no others', async () => {
    await signUpNewPerson(service)
    const sessions = await listed(laptop)
    expect(sessions.map(({ current }) => current)).toEqual([false, true, false])
    expect(sessions[0]).toEqual({
      id: expect.stringMatching(/^sess_/),
      current: false,
      user_agent: 'A phone \u00e9',
      created_at: expect.any(String),
      expires_at: expect.any(String),
    })
    await phone.post('/v1/auth/signout')
    expect(await listed(laptop)).toHaveLength(2)
  })

  it('end one by one, with the next request, and may be ended again', async () => {
    const [{ id } = {}] = await listed(laptop)
    for (let time = 0; time < 2; time += 1)
      expect((await laptop.delete(`/v1/auth/sessions/${String(id)}`)).body).toEqual({ id, ended: true })
    expect([await statusOf(phone), await statusOf(laptop), await statusOf(ada.client)]).toEqual([401, 200, 200])
  })

  it('end all at once but the one that asks', async () => {
    expect((await laptop.post('/v1/auth/signout/others')).body).toEqual({ ended_sessions: 2 })
    expect([await statusOf(phone), await statusOf(laptop), await statusOf(ada.client)]).toEqual([401, 200, 401])
    expect((await laptop.post('/v1/auth/signout/others')).body).toEqual({ ended_sessions: 0 })
  })
})
