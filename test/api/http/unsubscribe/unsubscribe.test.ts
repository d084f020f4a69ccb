import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'

const ONE_CLICK = 'List-Unsubscribe=One-Click'
let stage: Stage
let service: TestService
let workspace: TestWorkspace
beforeAll(async () => {
  stage = await startStage({ providers: ['agentmail'] })
  service = stage.service
}, 120_000)
afterAll(() => stage.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
})

const suppressed = async (client: HttpClient) => [(await client.get('/v1/suppressions')).at('items')].flat()
const eventsOf = async (client: HttpClient, query = '') => [(await client.get(`/v1/events${query}`)).at('items')].flat()
/** With another code at its end. */
const forged = (text: string): string => `${text.slice(0, -5)}${text.at(-5) === 'A' ? 'B' : 'A'}${text.slice(-4)}`
const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })

describe('the link of an email', () => {
  const letter = (more: object = {}) => ({
    capability: 'email.send',
    input: { to: 'robin@example.com', subject: 's', text: 't', ...more },
    response: { include_raw: true },
    routing: { allow_repeat: true },
  })
  const linkOf = (header: unknown): string => /<(https?:[^>]+)>/.exec(String(header))?.[1] ?? ''

  it('suppresses its recipient by one click, once, and by nothing less', async () => {
    const client = httpClient(service.url, workspace.keys.test)
    await client.post('/v1/features', { tables: true })
    const sent = await client.post('/v1/run', letter())
    expect(sent.at('result', 'raw', 'headers', 'List-Unsubscribe-Post')).toBe(ONE_CLICK)
    const link = linkOf(sent.at('result', 'raw', 'headers', 'List-Unsubscribe'))
    expect(link.startsWith(`${service.url}/u/`)).toBe(true)

    const page = await fetch(link)
    const html = await page.text()
    expect([page.status, page.headers.get('content-security-policy'), html]).toEqual([
      200,
      expect.stringContaining("form-action 'self'"),
      expect.stringContaining('<button'),
    ])
    expect((await post(link, 'something=else')).status).toBe(400)
    expect((await post(forged(link), ONE_CLICK)).status).toBe(404)
    expect([await suppressed(client), await eventsOf(client)]).toEqual([[], []])

    const [first, again] = [await post(link, ONE_CLICK), await post(link, ONE_CLICK)]
    expect([first.status, again.status]).toEqual([200, 200])
    const source = sent.at('run_id')
    expect(await suppressed(client)).toMatchObject([{ subject: 'robin@example.com', reason: 'unsubscribe', source }])
    expect(await eventsOf(client)).toMatchObject([
      { type: 'email.unsubscribed', data: { recipient: 'robin@example.com', run_id: source, via: 'link' } },
    ])
    expect((await client.post('/v1/run', letter())).at('error', 'code')).toBe('suppressed')

    await client.post('/v1/suppressions/remove', { subjects: ['robin@example.com'] })
    await client.post('/v1/suppressions', { subjects: ['robin@example.com'], reason: 'manual' })
    await post(link, ONE_CLICK)
    expect(await suppressed(client)).toMatchObject([{ reason: 'unsubscribe', source }])
    await client.post('/v1/features', { tables: false })
    expect((await client.post('/v1/run', letter())).at('error', 'code')).toBe('suppressed')
  })

  it('suppresses also after the table and the row that the send is linked to are gone', async () => {
    const client = httpClient(service.url, workspace.keys.test)
    await client.post('/v1/features', { tables: true })
    await client.post('/v1/tables/leads/rows', { rows: [{ email: 'robin@example.com' }] })
    const sent = await client.post('/v1/run', {
      ...letter(),
      record: { table: 'leads', key: 'robin@example.com' },
    })
    expect([sent.status, sent.at('table', 'name')]).toEqual([200, 'leads'])
    expect((await client.delete('/v1/tables/leads?confirm=true')).status).toBe(200)
    const link = linkOf(sent.at('result', 'raw', 'headers', 'List-Unsubscribe'))
    expect((await post(link, ONE_CLICK)).status).toBe(200)
    expect(await suppressed(client)).toMatchObject([{ subject: 'robin@example.com', reason: 'unsubscribe' }])
    expect((await client.post('/v1/run', letter())).at('error', 'code')).toBe('suppressed')
  })

  it('is missing where it would concern several people, and on a transactional email', async () => {
    const client = httpClient(service.url, workspace.keys.test)
    for (const more of [{ cc: 'ada@example.com' }, { transactional: true }])
      expect((await client.post('/v1/run', letter(more))).at('result', 'raw')).not.toHaveProperty('headers')
  })
})

it('a mail to the mailbox of the headers unsubscribes too, from its own sender alone', async () => {
  const client = httpClient(service.url, workspace.keys.live)
  const outsider = httpClient(service.url, (await buildWorkspace(service.db)).keys.live)
  const [inbox, foreign] = [await makeInbox(client), await makeInbox(outsider)]
  await client.post('/v1/run', {
    capability: 'email.send',
    input: { to: 'robin@example.com', subject: 's', text: 't' },
  })
  const [sent] = stage.calls('agentmail', 'POST /v0/inboxes/{inbox_id}/messages/send')
  const header = String(at(sent?.body, 'headers', 'List-Unsubscribe'))
  const [, mailbox, subject = ''] = /<mailto:([^?>]+)\?subject=([^>]+)>/.exec(header) ?? []
  expect(mailbox).toBe(inbox)

  const mail = (to: string, text: string) => stage.happen('agentmail', 'mail_arrives', { to, subject: text })
  await mail(foreign, decodeURIComponent(subject))
  await mail(inbox, forged(decodeURIComponent(subject)))
  for (const one of [client, outsider])
    await until(
      () => eventsOf(one),
      (events) => events.length > 0,
    )
  for (const one of [client, outsider]) expect(await eventsOf(one)).toMatchObject([{ type: 'email.received' }])
  await mail(inbox, decodeURIComponent(subject))
  await until(
    () => eventsOf(client, '?types=email.unsubscribed'),
    (events) => events.length > 0,
  )
  // Written while tables were off.
  await client.post('/v1/features', { tables: true })
  expect(await suppressed(client)).toMatchObject([{ subject: 'robin@example.com', reason: 'unsubscribe' }])
  expect(await eventsOf(client)).toMatchObject([
    { type: 'email.received' },
    { type: 'email.received' },
    { type: 'email.unsubscribed', data: { recipient: 'robin@example.com', via: 'mail' } },
  ])
})

/** Returns the address of a new inbox. */
async function makeInbox(client: HttpClient): Promise<string> {
  const made = await client.post('/v1/email/inboxes', { username: `sales-${randomUUID().slice(0, 8)}` })
  return String(made.at('address'))
}
