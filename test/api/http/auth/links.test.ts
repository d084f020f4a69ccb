import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newId } from '../../../../db/ids.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient, type HttpAnswer, type HttpClient } from '../../../support/http.ts'
import { linkInLog } from '../../../support/mail-links.ts'
import { connectApp, registerApp } from '../../../support/oauth.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import {
  BEHIND_PROXY,
  freshAddress,
  freshEmail,
  PASSWORD,
  type Person,
  signIn,
  signUpConfirmedPerson,
  signUpNewPerson,
} from './people.ts'

const NEXT_PASSWORD = 'a longer phrase of ordinary words'

/** Without a mail server, as on a local start: links are in the log. */
let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, env: BEHIND_PROXY })
}, 120_000)
afterAll(() => service.stop())

const post = (path: string, body: object): Promise<HttpAnswer> =>
  httpClient(service.url).post(path, body, freshAddress())
const requestReset = (email: string): Promise<HttpAnswer> => post('/v1/auth/password-reset', { email })
const reset = (token: string, password = NEXT_PASSWORD): Promise<HttpAnswer> =>
  post('/v1/auth/password-reset/complete', { token, password })
const sessionOf = (answer: HttpAnswer): HttpClient => httpClient(service.url, String(answer.at('session_token')))
const statusOf = async (client: HttpClient): Promise<number> => (await client.get('/v1/auth/me')).status
/** Addresses that one person reads. */
const tagged = (email: string, tag: number): string => email.replace('@', `+${tag}@`)
const linksLogged = (): number => service.logLines.filter((line) => line.includes('"account_link"')).length

async function resetToken(email: string): Promise<string> {
  expect((await requestReset(email)).body).toEqual({ requested: true })
  return linkInLog(service.logLines, 'reset_password')
}

describe('a forgotten password', () => {
  it('is reset by a link, which signs in, ends all sessions and confirms the address', async () => {
    const { email, client } = await signUpNewPerson(service)
    const done = await reset(await resetToken(email.toUpperCase()))
    expect(done.status).toBe(200)
    expect((await sessionOf(done).get('/v1/auth/me')).at('user')).toMatchObject({ email, email_verified: true })
    expect([await statusOf(client), (await signIn(service, email)).status]).toEqual([401, 401])
    expect((await signIn(service, email, NEXT_PASSWORD)).status).toBe(200)
  })

  it('ends what another person has prepared with the address, as long as it was not confirmed', async () => {
    const prepared = await signUpNewPerson(service)
    const made = await prepared.client.post('/v1/api-keys', { name: 'Hidden', environment: 'live' })
    const keys = [prepared.testKey, String(made.at('api_key'))].map((key) => httpClient(service.url, key))
    const hook = { url: 'https://93.184.216.34/hook', events: ['email.received'] }
    expect((await prepared.client.post('/v1/webhooks', hook)).status).toBe(200)
    const usable = (): Promise<number[]> =>
      Promise.all(keys.map(async (client) => (await client.get('/v1/wallet')).status))
    expect(await usable()).toEqual([200, 200])
    const person = sessionOf(await reset(await resetToken(prepared.email)))
    expect(await usable()).toEqual([401, 401])
    expect((await person.get('/v1/webhooks')).at('items')).toMatchObject([{ enabled: false }])
    expect((await person.get('/v1/auth/me')).at('workspace', 'id')).toBe(prepared.workspaceId)

    const own = await person.post('/v1/api-keys', { name: 'Own', environment: 'live' })
    await reset(await resetToken(prepared.email), PASSWORD)
    expect((await httpClient(service.url, String(own.at('api_key'))).get('/v1/wallet')).status).toBe(200)
  })

  it('is answered alike for an address without an account, which gets no link', async () => {
    const before = linksLogged()
    expect((await requestReset(freshEmail())).body).toEqual({ requested: true })
    expect(linksLogged()).toBe(before)
  })

  it('has links that work once, of which two at once set one password', async () => {
    const { email } = await signUpNewPerson(service)
    const token = await resetToken(email)
    const answers = await Promise.all([reset(token), reset(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await reset(token)).at('error', 'param')).toBe('/token')
  })

  it('has no link left after a new password, by another link or with the old one', async () => {
    const { email, client } = await signUpNewPerson(service)
    const [first, second] = [await resetToken(email), await resetToken(email)]
    expect([(await reset(second)).status, (await reset(first)).status]).toEqual([200, 400])
    const third = await resetToken(email)
    const session = sessionOf(await signIn(service, email, NEXT_PASSWORD))
    await session.post('/v1/auth/password', { current_password: NEXT_PASSWORD, password: PASSWORD }, freshAddress())
    expect([(await reset(third)).status, await statusOf(client)]).toEqual([400, 401])
  })

  it('is not set by a link of another kind, a made-up one, or one that has expired', async () => {
    const { email } = await signUpNewPerson(service)
    const confirming = linkInLog(service.logLines, 'verify_email')
    const token = await resetToken(email)
    await service.db.pool.query(
      "update account_mail set expires_at = clock_timestamp() - interval '1 second' where email = $1",
      [email],
    )
    for (const wrong of [confirming, token, `${token}x`, 'garbage'])
      expect((await reset(wrong)).at('error', 'param')).toBe('/token')
    expect((await signIn(service, email)).status).toBe(200)
  })

  it('sends an address five links an hour', async () => {
    const { email } = await signUpNewPerson(service)
    const before = linksLogged()
    for (let time = 0; time < 7; time += 1) expect((await requestReset(email)).status).toBe(200)
    expect(linksLogged() - before).toBe(5)
  })

  it('is sent five times an hour to one mailbox, whatever is behind its plus signs, as are confirmations', async () => {
    const email = freshEmail()
    const before = linksLogged()
    for (let tag = 0; tag < 7; tag += 1) await signUpNewPerson(service, { email: tagged(email, tag) })
    expect(linksLogged() - before).toBe(5)
    for (let tag = 0; tag < 7; tag += 1) expect((await requestReset(tagged(email, tag))).status).toBe(200)
    expect(linksLogged() - before).toBe(10)
  })

  it('needs the operator where a production service sends no mails', async () => {
    const production = await service.startReplica({ ...BEHIND_PROXY, DEPLOYMENT: 'production' })
    try {
      const refused = await httpClient(production.ownUrl).post('/v1/auth/password-reset', { email: freshEmail() })
      expect([refused.status, refused.at('error', 'code')]).toEqual([503, 'unavailable'])
      const made = await httpClient(production.ownUrl).post('/v1/auth/signup', {
        email: freshEmail(),
        password: PASSWORD,
        workspace: 'Engines',
      })
      expect(made.status).toBe(200)
    } finally {
      await production.drain()
    }
  })
})

const buildOwner = async (): Promise<HttpClient> => {
  const { id } = await buildWorkspace(service.db)
  return httpClient(service.url, (await buildSession(service.db, id)).token)
}

describe('an invitation', () => {
  let owner: Person
  beforeEach(async () => {
    owner = await signUpConfirmedPerson(service)
  })
  const invite = (email: string, role = 'viewer', client = owner.client): Promise<HttpAnswer> =>
    client.post('/v1/members', { email, role })
  async function invited(email: string, role = 'viewer'): Promise<string> {
    expect((await invite(email, role)).status).toBe(200)
    return linkInLog(service.logLines, 'invitation')
  }
  const accept = (token: string, password = PASSWORD): Promise<HttpAnswer> =>
    post('/v1/auth/invitations/accept', { token, password })

  it('makes an account for a new address, in this workspace and with this role', async () => {
    const email = freshEmail()
    const joined = await accept(await invited(email))
    expect(joined.body).toMatchObject({ workspace: { id: owner.workspaceId, name: 'Engines' } })
    const viewer = sessionOf(joined)
    expect((await viewer.get('/v1/auth/me')).body).toMatchObject({
      role: 'viewer',
      workspace: { id: owner.workspaceId },
      user: { email, email_verified: true },
    })
    expect((await signIn(service, email)).at('workspace', 'id')).toBe(owner.workspaceId)
    expect((await viewer.get('/v1/members')).at('items')).toMatchObject([
      { email: owner.email, role: 'owner', you: false },
      { email, role: 'viewer', you: true },
    ])
  })

  it('lets a person with an account join with its password, who then switches between their workspaces', async () => {
    const ada = await signUpNewPerson(service)
    const token = await invited(ada.email, 'member')
    expect((await accept(token, 'not my password')).at('error', 'param')).toBe('/password')
    const joined = sessionOf(await accept(token))
    expect((await joined.get('/v1/auth/workspaces')).at('items')).toEqual([
      { id: ada.workspaceId, name: 'Engines', role: 'owner', current: false },
      { id: owner.workspaceId, name: 'Engines', role: 'member', current: true },
    ])
    const back = await joined.post('/v1/auth/workspace', { workspace_id: ada.workspaceId })
    expect([await statusOf(joined), (await sessionOf(back).get('/v1/auth/me')).at('role')]).toEqual([401, 'owner'])
    expect((await signIn(service, ada.email)).at('workspace', 'id')).toBe(ada.workspaceId)
    const outsider = await signUpNewPerson(service)
    const refused = await sessionOf(back).post('/v1/auth/workspace', { workspace_id: outsider.workspaceId })
    expect([refused.status, refused.at('error', 'param')]).toEqual([404, '/workspace_id'])
  })

  it('is replaced by a later one, ended by a withdrawal, and used once', async () => {
    const email = freshEmail()
    const [first, second] = [await invited(email), await invited(email, 'member')]
    expect([(await accept(first)).status, (await owner.client.get('/v1/members')).at('invitations', '1')]).toEqual([
      400,
      undefined,
    ])
    const answers = await Promise.all([accept(second), accept(second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const other = await invited(freshEmail())
    const id = String((await owner.client.get('/v1/members')).at('invitations', '0', 'id'))
    for (let time = 0; time < 2; time += 1)
      expect((await owner.client.delete(`/v1/members/invitations/${id}`)).body).toEqual({ id, withdrawn: true })
    expect((await accept(other)).status).toBe(400)
  })

  it('is refused by a person whose own address is not confirmed', async () => {
    const unconfirmed = await signUpNewPerson(service)
    expect(await invite(freshEmail(), 'viewer', unconfirmed.client)).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', message: expect.stringContaining('Confirm your own e-mail address first') } },
    })
  })

  it('reaches an address five times an hour from all workspaces together, also at once', async () => {
    const email = freshEmail()
    const owners = await Promise.all(Array.from({ length: 2 }, () => buildOwner()))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => invite(email, 'viewer', owners[n % owners.length])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    for (const { status, at } of answers.filter((answer) => answer.status !== 200))
      expect([status, at('error', 'code'), at('error', 'param')]).toEqual([429, 'rate_limited', '/email'])
  })

  it('reaches a mailbox five times an hour, whatever is behind its plus signs, and never after a refusal', async () => {
    const email = freshEmail()
    const token = await invited(tagged(email, 0))
    for (let tag = 1; tag < 5; tag += 1) expect((await invite(tagged(email, tag))).status).toBe(200)
    const other = await buildOwner()
    expect((await invite(tagged(email, 5), 'viewer', other)).status).toBe(429)
    await post('/v1/auth/invitations/refuse', { token })
    expect((await invite(tagged(email, 6), 'viewer', other)).status).toBe(409)
    expect((await invite(email, 'viewer', other)).status).toBe(409)
    expect((await owner.client.get('/v1/members')).at('invitations')).toEqual([])
  })

  it('is refused permanently by its link, also after it was used, and no workspace invites the address again', async () => {
    const email = freshEmail()
    const other = await invited(email, 'viewer')
    const token = await invited(email)
    const refuse = (of: string): Promise<HttpAnswer> => post('/v1/auth/invitations/refuse', { token: of })
    expect((await refuse('svc_mail_unknown')).at('error', 'param')).toBe('/token')
    expect((await refuse(other)).body).toEqual({ email, refused: true })
    expect((await accept(token)).at('error', 'param')).toBe('/token')
    for (const client of [owner.client, await buildOwner()])
      expect(await invite(email, 'viewer', client)).toMatchObject({ status: 409, body: { error: { param: '/email' } } })
  })

  it('is not for members, nor for many outsiders within an hour', async () => {
    const refused = await invite(owner.email)
    expect([refused.status, refused.at('error', 'param')]).toEqual([409, '/email'])
    for (let time = 0; time < 20; time += 1) expect((await invite(freshEmail())).status).toBe(200)
    expect((await invite(freshEmail())).at('error', 'code')).toBe('rate_limited')
  })

  it('sent again with its key is the same invitation', async () => {
    const key = { 'Idempotency-Key': 'invite-1' }
    const body = { email: freshEmail(), role: 'viewer' }
    const [one, other] = [
      await owner.client.post('/v1/members', body, key),
      await owner.client.post('/v1/members', body, key),
    ]
    expect(other.body).toEqual(one.body)
    expect((await owner.client.get('/v1/members')).at('invitations', '1')).toBeUndefined()
  })
})

describe('a member', () => {
  async function workspaceOf(...roles: readonly string[]) {
    const owner = await signUpConfirmedPerson(service)
    const people: { readonly id: string; readonly email: string; readonly client: HttpClient }[] = []
    for (const role of roles) {
      const email = freshEmail()
      await owner.client.post('/v1/members', { email, role })
      const token = linkInLog(service.logLines, 'invitation')
      const client = sessionOf(await post('/v1/auth/invitations/accept', { token, password: PASSWORD }))
      people.push({ id: String((await client.get('/v1/auth/me')).at('user', 'id')), email, client })
    }
    return { owner, people }
  }

  it('may do what the role allows, from the next request on', async () => {
    const { owner, people } = await workspaceOf('viewer')
    const [{ id, client } = { id: '', client: owner.client }] = people
    const write = async (): Promise<number> =>
      (await client.post('/v1/suppressions', { subjects: ['a@example.com'] })).status
    await owner.client.post('/v1/features', { tables: true })
    expect([await write(), (await client.get('/v1/runs')).status]).toEqual([403, 200])
    const changed = await owner.client.request(`/v1/members/${id}`, { method: 'PATCH', body: { role: 'member' } })
    expect(changed.at('role')).toBe('member')
    expect([await write(), (await client.get('/v1/api-keys')).status]).toEqual([200, 403])
    await owner.client.request(`/v1/members/${id}`, { method: 'PATCH', body: { role: 'owner' } })
    expect((await client.get('/v1/api-keys')).status).toBe(200)
  })

  it('who is removed loses the sessions there, and keeps an account with a workspace', async () => {
    const { owner, people } = await workspaceOf('member')
    const [{ id, email, client } = { id: '', email: '', client: owner.client }] = people
    expect((await owner.client.delete(`/v1/members/${id}`)).body).toEqual({ id, removed: true })
    expect(await statusOf(client)).toBe(401)
    const back = await signIn(service, email)
    expect(back.at('workspace', 'name')).toBe(email)
    expect((await sessionOf(back).get('/v1/auth/workspaces')).at('items')).toMatchObject([{ role: 'owner' }])
    expect((await owner.client.get('/v1/members')).at('items', '1')).toBeUndefined()
  })

  it.each(['removed', 'no owner any more'])('who is %s lets no one in by an earlier invitation', async (end) => {
    const { owner, people } = await workspaceOf('owner')
    const [{ id, client } = { id: '', client: owner.client }] = people
    expect((await client.post('/v1/members', { email: freshEmail(), role: 'owner' })).status).toBe(200)
    const token = linkInLog(service.logLines, 'invitation')
    const body = { role: 'viewer' }
    await owner.client.request(
      `/v1/members/${id}`,
      end === 'removed' ? { method: 'DELETE' } : { method: 'PATCH', body },
    )
    expect((await post('/v1/auth/invitations/accept', { token, password: PASSWORD })).at('error', 'param')).toBe(
      '/token',
    )
    expect((await owner.client.get('/v1/members')).at('invitations')).toEqual([])
  })

  it('who is removed elsewhere continues signing in where they did', async () => {
    const ada = await signUpNewPerson(service)
    const owners = [await signUpConfirmedPerson(service), await signUpConfirmedPerson(service)]
    for (const { client } of owners) {
      await client.post('/v1/members', { email: ada.email, role: 'member' })
      const token = linkInLog(service.logLines, 'invitation')
      expect((await post('/v1/auth/invitations/accept', { token, password: PASSWORD })).status).toBe(200)
    }
    const [first, second] = owners
    const id = (await ada.client.get('/v1/auth/me')).at('user', 'id')
    expect((await first?.client.delete(`/v1/members/${String(id)}`))?.status).toBe(200)
    expect((await signIn(service, ada.email)).at('workspace', 'id')).toBe(second?.workspaceId)
    expect(await statusOf(ada.client)).toBe(200)
  })

  it('leaves by themselves, whatever their role, and an owner as long as another one stays', async () => {
    const { owner, people } = await workspaceOf('viewer', 'member', 'owner')
    const leave = (client: HttpClient, id = owner.workspaceId) => client.delete(`/v1/auth/workspaces/${id}`)
    const outsider = await signUpNewPerson(service)
    for (const refused of [await leave(outsider.client), await leave(outsider.client, newId('ws'))])
      expect([refused.status, refused.at('error', 'param')]).toEqual([404, '/workspace_id'])
    for (const { client, email } of people) {
      expect((await leave(client)).body).toEqual({ id: owner.workspaceId, left: true })
      expect(await statusOf(client)).toBe(401)
      expect((await signIn(service, email)).at('workspace', 'name')).toBe(email)
    }
    const last = await leave(owner.client)
    expect([last.status, last.at('error', 'code'), await statusOf(owner.client)]).toEqual([409, 'conflict', 200])
    expect((await owner.client.get('/v1/members')).at('items')).toMatchObject([{ email: owner.email }])
  })

  it('leaves another workspace than that of the session, which continues', async () => {
    const { owner, people } = await workspaceOf('owner')
    const [{ client, email } = { client: owner.client, email: '' }] = people
    const host = await signUpConfirmedPerson(service)
    await host.client.post('/v1/members', { email, role: 'viewer' })
    const token = linkInLog(service.logLines, 'invitation')
    const there = sessionOf(await post('/v1/auth/invitations/accept', { token, password: PASSWORD }))
    expect((await client.delete(`/v1/auth/workspaces/${host.workspaceId}`)).status).toBe(200)
    expect([await statusOf(client), await statusOf(there)]).toEqual([200, 401])
    expect((await client.get('/v1/auth/workspaces')).at('items')).toMatchObject([{ id: owner.workspaceId }])
  })

  it('connects apps that may do no more than the role, and that end with the membership', async () => {
    const { owner, people } = await workspaceOf('viewer')
    const [{ id, email } = { id: '', email: '' }] = people
    const app = await registerApp(service.url)
    const { access_token: token } = await connectApp(app, { email, password: PASSWORD }, { scope: 'read run write' })
    const asApp = httpClient(service.url, token)
    expect((await asApp.get('/v1/auth/me')).at('scopes')).toEqual(['read'])
    expect((await asApp.post('/v1/suppressions', { subjects: ['a@example.com'] })).status).toBe(403)
    await owner.client.delete(`/v1/members/${id}`)
    expect((await asApp.get('/v1/auth/me')).status).toBe(401)
  })

  it('who is the last owner stays one, also when two owners leave at once', async () => {
    const { owner, people } = await workspaceOf('owner')
    const [{ id, client } = { id: '', client: owner.client }] = people
    const first = String((await owner.client.get('/v1/auth/me')).at('user', 'id'))
    const step = (member: string, as: HttpClient) =>
      as.request(`/v1/members/${member}`, { method: 'PATCH', body: { role: 'viewer' } })
    const answers = await Promise.all([step(first, owner.client), step(id, client)])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const stillOwner = answers[0]?.status === 200 ? client : owner.client
    const itself = String((await stillOwner.get('/v1/auth/me')).at('user', 'id'))
    expect((await step(itself, stillOwner)).status).toBe(409)
    expect((await stillOwner.delete(`/v1/members/${itself}`)).status).toBe(409)
  })
})
