import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'

const DOMAIN = 'sender.example.com'
let stage: Stage
let service: TestService
beforeAll(async () => {
  stage = await startStage({ providers: ['resend'] })
  service = stage.service
})
afterAll(() => stage.stop())

let accounts = 0
/** A client of a new workspace that has connected its own account, in which a domain is verified. */
async function connected() {
  const key = `twin_resend_own-${(accounts += 1)}`
  const there = httpClient(`${stage.twins.url}/resend`, key)
  const id = String((await there.post('/domains', { name: DOMAIN })).at('id'))
  await stage.happen('resend', 'dns_published', { domain: DOMAIN })
  await there.post(`/domains/${id}/verify`)

  const workspace = await buildWorkspace(service.db)
  const client = runClient(service.url, workspace.keys.live)
  const { status } = await client.call('POST', '/v1/connections/resend', { api_key: key })
  expect(status).toBe(200)
  const owner = httpClient(service.url, (await buildSession(service.db, workspace.id)).token)
  return { ...client, setPolicy: (policy: object) => owner.put('/v1/approval-policy', policy) }
}

/** The calls of runs; a key is checked by its domains, and then the webhook of its account is registered. */
const callsOfRuns = () => stage.calls('resend').filter(({ route }) => !/ \/(?:domains|webhooks)/.test(route))

const email = (to: unknown, more: object = {}) => ({
  provider: 'resend',
  endpoint: 'POST /emails',
  input: { from: `me@${DOMAIN}`, to, subject: 'A question', text: 'Hello.' },
  ...more,
})

it('a raw email through a connection reaches no suppressed recipient, and none twice', async () => {
  const client = await connected()
  await client.call('POST', '/v1/features', { tables: true })
  await client.call('POST', '/v1/suppressions', { subjects: ['a@example.com'], reason: 'unsubscribe' })

  const suppressed = await client.run(email(['b@example.com', 'Ada <A@Example.com>']))
  expect([suppressed.status, suppressed.body.status, suppressed.body.error?.code]).toEqual([
    403,
    'blocked',
    'suppressed',
  ])
  const hidden = [
    email('B <b@example.com>, a@example.com'),
    email('b@example.com', { input: { ...email('b@example.com').input, headers: { Bcc: 'a@example.com' } } }),
  ]
  for (const request of hidden) expect((await client.run(request)).body.error?.code).toBe('suppressed')
  const faulty = [
    email('Team: a@example.com;'),
    email('b@example.com a@example.com'),
    email('b@example.com (a@example.com)'),
    email('b@example.com', { input: { ...email('b@example.com').input, recipients: ['a@example.com'] } }),
    email('b@example.com', {
      input: { ...email('b@example.com').input, headers: { 'Apparently-To': 'a@example.com' } },
    }),
    email('b@example.com', { input: { ...email('b@example.com').input, subject: 'Hi\r\nBcc: a@example.com' } }),
  ]
  for (const request of faulty) expect((await client.call('POST', '/v1/run', request)).status).toBe(400)
  expect(callsOfRuns()).toEqual([])

  const sent = await client.run(email('b@example.com'))
  expect([sent.status, sent.body.status]).toEqual([200, 'succeeded'])
  const again = await client.run(email('B <b@example.com>'))
  expect([again.status, again.body.error]).toEqual([
    409,
    expect.objectContaining({ code: 'repeat_touch', earlier_run_id: sent.body.run_id }),
  ])
  expect((await client.run(email('b@example.com', { routing: { allow_repeat: true } }))).status).toBe(200)
  expect(callsOfRuns()).toHaveLength(2)
})

it('a raw event reaches no suppressed person; a raw call without recipients is refused unless the caller answers for it', async () => {
  const client = await connected()
  const before = callsOfRuns().length
  const broadcast = { provider: 'resend', endpoint: 'POST /broadcasts/{id}/send', path: { id: 'b' }, input: {} }
  const refusedWithoutTables = await client.call('POST', '/v1/run', broadcast)

  await client.call('POST', '/v1/features', { tables: true })
  await client.call('POST', '/v1/suppressions', { subjects: ['a@example.com'], reason: 'unsubscribe' })
  const event = { provider: 'resend', endpoint: 'POST /events/send', input: { event: 'x', email: 'a@example.com' } }
  expect((await client.run(event)).body.error?.code).toBe('suppressed')

  for (const { status, body } of [refusedWithoutTables, await client.call('POST', '/v1/run', broadcast)])
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request', param: '/endpoint' } }])
  expect(callsOfRuns()).toHaveLength(before)
  const sent = await client.run({ ...broadcast, routing: { allow_unchecked_recipients: true } })
  expect([sent.status, sent.body.status]).toEqual([200, 'succeeded'])
})

it('a raw broadcast waits for the approval of sends, though its caller answers for its recipients', async () => {
  const client = await connected()
  const before = callsOfRuns().length
  await client.setPolicy({ runs_above: null, sends: 'new_people', raw_writes: false })
  const broadcast = { provider: 'resend', endpoint: 'POST /broadcasts/{id}/send', path: { id: 'b' }, input: {} }
  const { body } = await client.run({ ...broadcast, routing: { allow_unchecked_recipients: true } })
  expect([body.status, body.approval?.reason]).toEqual(['awaiting_approval', 'new_people'])
  expect(callsOfRuns()).toHaveLength(before)
})
