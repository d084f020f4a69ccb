import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { freshEmail, PASSWORD } from '../api/http/auth/people.ts'
import { readable } from '../support/history.ts'
import { httpClient, type HttpAnswer, type HttpClient } from '../support/http.ts'
import {
  BUSY_MAILBOX,
  type MailServer,
  type ReceivedMail,
  startMailServer,
  tokenIn,
  UNKNOWN_MAILBOX,
} from '../support/mail-server.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let mails: MailServer
let service: TestService
beforeAll(async () => {
  mails = await startMailServer()
  service = await startTestService({
    sweepEveryMs: 200,
    env: { SMTP_URL: mails.url, MAIL_FROM: 'Routed data <no-reply@example.org>' },
  })
}, 120_000)
afterAll(async () => {
  await service.stop()
  await mails.close()
})

const signUp = (email: string): Promise<HttpAnswer> =>
  httpClient(service.url).post('/v1/auth/signup', { email, password: PASSWORD, workspace: 'Analytical Engines' })
const mailTo = async (address: string, subject: RegExp): Promise<ReceivedMail> => {
  const find = (): ReceivedMail | undefined =>
    mails.received.findLast((one) => one.to === address && subject.test(one.subject))
  const found = await until(
    async () => find(),
    (mail) => mail !== undefined,
  )
  if (found === undefined) throw new Error('unreachable')
  return found
}

async function confirmedOwner(): Promise<HttpClient> {
  const email = freshEmail()
  const session = String((await signUp(email)).at('session_token'))
  const token = tokenIn(await mailTo(email, /Confirm/))
  await httpClient(service.url).post('/v1/auth/verification/complete', { token })
  return httpClient(service.url, session)
}

describe('a mail of the service', () => {
  it('confirms the address of a sign-up by its link, once', async () => {
    const email = freshEmail()
    const session = httpClient(service.url, String((await signUp(email)).at('session_token')))
    const mail = await mailTo(email, /Confirm/)
    expect(mail).toMatchObject({
      from: 'no-reply@example.org',
      messageId: expect.stringMatching(/^<mail_\w+@127\.0\.0\.1>$/),
      text: expect.stringContaining(`${service.url}/dashboard/verify-email?token=svc_mail_`),
    })
    expect(mail.text).not.toContain('Analytical Engines')
    const confirm = () => httpClient(service.url).post('/v1/auth/verification/complete', { token: tokenIn(mail) })
    expect((await session.get('/v1/auth/me')).at('user', 'email_verified')).toBe(false)
    expect((await confirm()).body).toEqual({ email, verified_at: expect.any(String) })
    expect((await session.get('/v1/auth/me')).at('user', 'email_verified')).toBe(true)
    expect((await confirm()).at('error', 'param')).toBe('/token')
  })

  it('is written down without its link or its address: not in a history, a log or a row', async () => {
    const email = freshEmail()
    await signUp(email)
    const token = tokenIn(await mailTo(email, /Confirm/))
    const { rows } = await service.db.pool.query(
      'select id, account_mail::text as text from account_mail where email = $1',
      [email],
    )
    const history = await service.client.workflow.getHandle(rows[0].id).fetchHistory()
    const written = readable(historyToJSON(history))
    expect(written).toContain(rows[0].id)
    for (const secret of [token, email]) expect(written).not.toContain(secret)
    expect(rows[0].text).not.toContain(token)
    expect(service.logLines.filter((line) => line.includes(token))).toEqual([])
  })

  it('leads the person that an agent names to its workspace, without a word of the agent', async () => {
    const email = freshEmail()
    const name = 'You have won a prize'
    const made = await httpClient(service.url).post('/v1/agents/signup', { name, owner_email: email })
    const mail = await mailTo(email, /An agent/)
    expect(mail.text).toContain(String(made.at('claim_url')))
    expect(`${mail.subject} ${mail.text}`).not.toContain(name)
  })

  it('is tried again when the server is busy, and given up when it refuses the address permanently', async () => {
    await signUp(BUSY_MAILBOX)
    await mailTo(BUSY_MAILBOX, /Confirm/)
    const owner = await confirmedOwner()
    await owner.post('/v1/members', { email: UNKNOWN_MAILBOX, role: 'viewer' })
    const listed = await until(
      () => owner.get('/v1/members'),
      (answer) => answer.at('invitations', '0', 'refusal') !== null,
    )
    expect(String(listed.at('invitations', '0', 'refusal'))).toContain('550 No such mailbox')
    expect(listed.at('invitations', '0', 'sent_at')).toBeNull()
  })

  it('is sent when the server is back, and not where its link was replaced meanwhile', async () => {
    const owner = await confirmedOwner()
    const email = freshEmail()
    await mails.close()
    for (const role of ['viewer', 'member']) await owner.post('/v1/members', { email, role })
    mails = await startMailServer(mails.port)
    expect((await mailTo(email, /invited/)).text).toContain('as a member')
    expect(mails.received.filter(({ to }) => to === email)).toHaveLength(1)
    expect((await owner.get('/v1/members')).at('invitations', '0', 'sent_at')).not.toBeNull()
  })
})
