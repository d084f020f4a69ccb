import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { BEHIND_PROXY, freshAddress, freshEmail } from '../auth/people.ts'
import { askToSignUp, signUpNewAgent } from './agent.ts'

const DAY_MS = 86_400_000

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: BEHIND_PROXY })
}, 120_000)
afterAll(() => service.stop())

const mailsLogged = (): number => service.logLines.filter((line) => line.includes('"kind":"claim"')).length

describe('an agent that signs up by itself', () => {
  it('gets a workspace, a sandbox key and a link for a person, which work for seven days', async () => {
    const made = await askToSignUp(service, { name: '  Research agent ' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        workspace: { id: expect.stringMatching(/^ws_/), name: 'Research agent' },
        test_key: expect.stringMatching(/^svc_test_/),
        claim_url: expect.stringContaining(`${service.url}/dashboard/claim?token=svc_mail_`),
        claim_expires_at: expect.any(String),
      },
    ])
    const days = (Date.parse(String(made.at('claim_expires_at'))) - Date.now()) / DAY_MS
    expect(Math.round(days * 10) / 10).toBe(7)
    const me = await httpClient(service.url, String(made.at('test_key'))).get('/v1/auth/me')
    expect(me.body).toMatchObject({
      workspace: made.at('workspace'),
      environment: 'test',
      expires_at: made.at('claim_expires_at'),
    })
    expect(me.at('allow')).toEqual({})
  })

  it('runs in the sandbox at once', async () => {
    const { client } = await signUpNewAgent(service)
    const run = await client.post('/v1/run', {
      capability: 'contact.find',
      input: { full_name: 'Robin Sample', domain: 'example.com' },
    })
    expect(run.body).toMatchObject({ status: 'succeeded', simulated: true, environment: 'test' })
    expect((await client.get('/v1/agents/me')).body).toMatchObject({
      status: 'quarantined',
      claim_expires_at: expect.any(String),
      live_key: 'none',
    })
  })

  it('learns which member is wrong', async () => {
    const refused = await Promise.all([
      askToSignUp(service, { name: ' ' }),
      askToSignUp(service, { name: 'x'.repeat(81) }),
      askToSignUp(service, { owner_email: 'no address' }),
      askToSignUp(service, { referral_code: 'x' }),
    ])
    expect(refused.map(({ status, at }) => [status, at('error', 'param')])).toEqual([
      [400, '/name'],
      [400, '/name'],
      [400, '/owner_email'],
      [400, '/referral_code'],
    ])
  })

  it('signs up five times a minute from one address, and others meanwhile', async () => {
    const address = freshAddress()
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) statuses.push((await askToSignUp(service, {}, address)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    expect((await askToSignUp(service)).status).toBe(201)
  })

  it('has a mail sent to its person, of which a mailbox gets three a day, whatever is behind its plus sign', async () => {
    const email = freshEmail()
    const before = mailsLogged()
    for (let time = 0; time < 5; time += 1) {
      const named = email.replace('@', time === 0 ? '@' : `+${time}@`).toUpperCase()
      expect((await askToSignUp(service, { owner_email: named })).status).toBe(201)
    }
    expect(mailsLogged() - before).toBe(3)
    expect(service.logLines.filter((line) => line.includes(email))).toEqual([])
  })

  it('needs no mails of the service, and leaves no secret in its log', async () => {
    const production = await service.startReplica({ ...BEHIND_PROXY, DEPLOYMENT: 'production' })
    try {
      const made = await httpClient(production.ownUrl).post(
        '/v1/agents/signup',
        { name: 'Research agent', owner_email: freshEmail() },
        freshAddress(),
      )
      const token = new URL(String(made.at('claim_url'))).searchParams.get('token') ?? ''
      expect(made.status).toBe(201)
      for (const secret of [token, String(made.at('test_key'))])
        expect(service.logLines.filter((line) => line.includes(secret))).toEqual([])
    } finally {
      await production.drain()
    }
  })
})
