import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { listAudit } from '../../../../db/access/audit/entries.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'

let stage: Stage
let workspace: TestWorkspace
let client: HttpClient
let inbox: string
beforeAll(async () => {
  stage = await startStage({ providers: ['agentmail'] })
}, 120_000)
afterAll(() => stage.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(stage.service.db)
  client = httpClient(stage.service.url, workspace.keys.live)
  inbox = String(
    (await client.post('/v1/email/inboxes', { username: `sales-${randomUUID().slice(0, 8)}` })).at('address'),
  )
})

const eventsOf = async () => [(await client.get('/v1/events?types=email.received')).at('items')].flat()
const arrived = (count: number) => until(eventsOf, (events) => events.length === count)
const arrives = (mail: object) =>
  stage.happen('agentmail', 'mail_arrives', { to: inbox, subject: 'Re: Hello', ...mail })
const letter = (more: object = {}) => ({
  capability: 'email.send',
  input: { to: 'robin.sample@example.com', subject: 'Hello', text: 'Hello Robin' },
  routing: { allow_repeat: true },
  ...more,
})

describe('a received message', () => {
  it('has its class, by its headers before its text', async () => {
    await arrives({ text: 'Yes, let us talk.', headers: { 'Auto-Submitted': 'auto-replied' } })
    await arrived(1)
    await arrives({ text: 'I am out of the office until 5 October 2030.' })
    await arrived(2)
    await arrives({ text: 'Yes, let us talk on Monday.' })
    expect(await arrived(3)).toMatchObject([
      { data: { class: 'auto_reply', evidence: { source: 'header', value: 'auto-submitted: auto-replied' } } },
      { data: { class: 'out_of_office', evidence: { source: 'phrase' } } },
      { data: { class: 'interested', returns_at: null, successor: null } },
    ])
  })

  it('is read by its class, and waited for by it', async () => {
    await arrives({ text: 'Yes, let us talk.' })
    await arrived(1)
    const of = (query: string) => client.get(`/v1/events?${query}`)
    expect((await of('class=out_of_office,left_company')).at('items')).toEqual([])
    const waiting = of('class=out_of_office&wait=20')
    await arrives({ text: 'Yes, let us talk.' })
    await arrives({ text: 'I am out of the office.' })
    expect((await waiting).at('items')).toMatchObject([{ data: { class: 'out_of_office' } }])
    await arrived(3)
    expect([(await of('class=interested')).at('items')].flat()).toHaveLength(2)
    expect((await of('class=interested&types=gmail.received')).at('items')).toEqual([])
    expect((await of('class=kind')).at('error', 'param')).toBe('/class')
  })

  it('that objects stops the next send to its sender, also while tables are off', async () => {
    await arrives({ text: 'Please remove me from your list.\n\n> Hello Robin' })
    const [event] = await arrived(1)
    expect(event).toMatchObject({
      data: { class: 'unsubscribe_request', evidence: { value: 'remove me from your list' } },
    })
    expect((await client.post('/v1/run', letter())).at('error', 'code')).toBe('suppressed')
    await client.post('/v1/features', { tables: true })
    expect((await client.get('/v1/suppressions')).at('items')).toMatchObject([
      { subject: 'robin.sample@example.com', reason: 'unsubscribe', source: Object(event).id },
    ])
  })

  it('that objects stops a send that was accepted before, and has not begun', async () => {
    const waiting = await client.post('/v1/run', letter({ approval: 'required' }))
    expect(waiting.at('status')).toBe('awaiting_approval')
    await arrives({ text: 'STOP' })
    await arrived(1)
    const owner = httpClient(stage.service.url, (await buildSession(stage.service.db, workspace.id)).token)
    expect((await owner.post(`/v1/runs/${waiting.at('run_id')}/approve`)).status).toBe(200)
    const ended = await until(
      () => client.get(`/v1/runs/${waiting.at('run_id')}`),
      (run) => run.at('done') === true,
    )
    expect([ended.at('status'), ended.at('error', 'code')]).toEqual(['blocked', 'suppressed'])
    expect(stage.calls('agentmail', 'POST /v0/inboxes/{inbox_id}/messages/send')).toEqual([])
  })

  it('that declines, or quotes our footer, adds no suppression', async () => {
    await arrives({ text: 'Not interested, thanks.' })
    await arrived(1)
    await arrives({
      text: 'Thank you.\n\nOn Mon, 3 Mar 2025 at 10:12, Ada <ada@example.com> wrote:\n> Reply STOP to unsubscribe.',
    })
    expect(await arrived(2)).toMatchObject([{ data: { class: 'not_interested' } }, { data: { class: 'reply' } }])
    expect((await client.post('/v1/run', letter())).at('status')).toBe('succeeded')
  })

  it('is corrected by a person: towards an objection it suppresses, away from it only an owner lifts that', async () => {
    await client.post('/v1/features', { tables: true })
    await arrives({ text: 'Thank you.' })
    const [{ id, data }] = Object(await arrived(1))
    const path = `/v1/messages/${encodeURIComponent(data.message_id.replaceAll(/[<>]/g, ''))}`
    const correct = (body: object) => client.patch(path, body)
    const suppressed = async () => (await client.get('/v1/suppressions')).at('items')

    expect((await correct({ class: 'unsubscribe_request' })).body).toEqual({
      message_id: data.message_id,
      class: 'unsubscribe_request',
      evidence: { source: 'correction', value: 'reply' },
      returns_at: null,
      successor: null,
      event_ids: [id],
      suppression: 'added',
    })
    expect(await suppressed()).toMatchObject([{ subject: 'robin.sample@example.com', source: id }])
    expect((await client.get('/v1/events?class=unsubscribe_request')).at('items')).toMatchObject([{ id }])
    expect((await correct({ class: 'unsubscribe_request' })).at('suppression')).toBe('kept')

    // A workspace keeps an owner.
    await buildSession(stage.service.db, workspace.id)
    const member = await buildSession(stage.service.db, workspace.id, 'member')
    const inLive = (body: object) => client.as(member.token).patch(path, body, { 'Service-Environment': 'live' })
    expect((await inLive({ class: 'reply', lift_suppression: true })).at('error', 'code')).toBe('forbidden')
    expect((await inLive({ class: 'not_interested' })).at('suppression')).toBe('kept')
    expect(await suppressed()).toMatchObject([{ source: id }])

    expect((await correct({ class: 'reply', lift_suppression: true })).at('suppression')).toBe('lifted')
    expect(await suppressed()).toEqual([])
    const wrong = await correct({ class: 'unsubscribe_request', lift_suppression: true })
    expect(wrong.at('error', 'param')).toBe('/lift_suppression')
    expect(await listAudit(stage.service.db, workspace.id)).toMatchObject([
      { action: 'message.correct', after: { class: 'reply', suppression: 'lifted' } },
      { action: 'message.correct', actor: member.userId, before: { events: [{ id, class: 'unsubscribe_request' }] } },
      { action: 'message.correct', after: { class: 'unsubscribe_request', suppression: 'added' } },
    ])
  })
})
