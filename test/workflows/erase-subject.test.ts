import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { INBOUND_SECRETS, inboundFixture, readStream, sendInbound } from '../build/inbound.ts'
import { setTables } from '../build/features.ts'
import { makeInboxOf } from '../build/sending-domain.ts'
import { buildWorkspace, type TestWorkspace } from '../build/workspace.ts'
import { readable } from '../support/history.ts'
import { expectOk } from '../support/expect-ok.ts'
import { at, httpClient, type HttpClient } from '../support/http.ts'
import { tablesThatHold } from '../support/plaintext.ts'
import { runClient } from '../support/run-client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import type { Twins } from '../twins/kit/host.ts'
import { twinSettings } from '../twins/kit/settings.ts'
import { startTwins } from '../twins/twins.ts'

const ERASURES = '/v1/erasures'
const ADDRESS = 'canary-5b1e@canary.example.com'
const SLUG = 'canary-77ad-example'
const PROFILE = `https://www.linkedin.com/in/${SLUG}`
const NAME = 'Canaria Birdsong'
const OTHER = 'robin.sample@example.com'

let twins: Twins
let echo: Server
let service: TestService
let workspace: TestWorkspace
let live: HttpClient
beforeAll(async () => {
  twins = await startTwins()
  // An endpoint that answers with what it received, as some do.
  echo = createServer((request, response) => void request.pipe(response)).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const { agentmail, resend, unipile } = twins.world.secrets
  service = await startTestService({
    providers: twinSettings(twins.world),
    inboundSecrets: { agentmail: [...INBOUND_SECRETS.agentmail, ...agentmail], resend, unipile },
    sweepEveryMs: 200,
  })
  twins.world.service = service.url
})
afterAll(async () => {
  await service.stop()
  echo.close()
  await twins.close()
})
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  live = httpClient(service.url, workspace.keys.live)
})

const runs = () => runClient(service.url, workspace.keys.live)
async function run(body: object, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await runs().run(body, headers)
  expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  return answer.body.run_id
}
async function erase(body: object, client = live): Promise<Record<string, unknown>> {
  const made = await client.post(ERASURES, body)
  expect([made.status, made.at('status'), made.at('finished_at')]).toEqual([200, 'erasing', null])
  const done = await until(
    () => client.get(`${ERASURES}/${String(made.at('erasure_id'))}`),
    (answer) => answer.at('status') === 'finished',
  )
  return Object(done.body)
}
const eventsOf = () => readStream(service.db, { workspaceId: workspace.id, environment: 'live' })
/** Where Temporal has a text: in the histories of this service's workflows, and in what lists show. */
async function workflowsThatHold(texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const listed = service.client.workflow.list({ query: `workspace_id = '${workspace.id}'` })
  for await (const { workflowId, memo, searchAttributes } of listed) {
    const history = readable(historyToJSON(await service.client.workflow.getHandle(workflowId).fetchHistory()))
    const visible = history + JSON.stringify({ workflowId, memo, searchAttributes })
    if (texts.some((text) => visible.includes(text))) found.push(workflowId)
  }
  return found
}

/** What a workspace has about the person: runs, a send and its reply, rows, a watch, a suppression. */
async function liveWith(inbox: string) {
  await setTables(service.url, workspace.keys.live, true)
  await expectOk(live.post('/v1/webhooks', { url: `http://127.0.0.1:${Object(echo.address()).port}/hook` }))
  const people = [
    { email: ADDRESS, linkedin_url: PROFILE, full_name: NAME },
    { email: OTHER, note: `Knows ${ADDRESS}`, full_name: 'Robin Sample' },
  ]
  await expectOk(live.post('/v1/tables/leads/rows', { rows: people }, { 'Idempotency-Key': 'rows-1' }))
  // A field that is called as the person, and is gone when they are erased.
  for (const value of ['a friend', null])
    await expectOk(live.patch('/v1/tables/leads/rows', { keys: [OTHER], set: { [ADDRESS]: value, seen: value } }))
  const verified = await run(
    {
      capability: 'contact.verify',
      input: { email: ADDRESS },
      metadata: { customer: 'acme', person: `about ${ADDRESS}` },
    },
    { 'Idempotency-Key': `verify-${ADDRESS}` },
  )
  const raw = await run({ provider: 'hunter', endpoint: '/email-verifier', input: {}, query: { email: ADDRESS } })
  const sent = await run({
    capability: 'email.send',
    input: { to: ADDRESS, subject: `Dear ${NAME}`, text: `Hello ${NAME}` },
  })
  const others = await run({ capability: 'email.send', input: { to: OTHER, subject: 'Hello', text: 'Hello Robin' } })
  await expectOk(
    live.post('/v1/watch', {
      capability: 'web.search',
      input: { query: PROFILE },
      every: '1d',
    }),
  )
  const message = inboundFixture('agentmail-received')
  const received = { ...Object(message['message']), inbox_id: inbox, message_id: '<reply-1@example.com>' }
  const reply = { ...received, from: `${NAME} <${ADDRESS}>`, text: `Yours, ${NAME}`, subject: NAME, preview: NAME }
  for (const [event_id, one] of [
    [`evt_a_${workspace.id}`, reply],
    [`evt_b_${workspace.id}`, { ...received, message_id: '<reply-2@example.com>' }],
  ] as const)
    expect((await sendInbound(service.url, 'agentmail', { ...message, event_id, message: one })).status).toBe(200)
  await until(eventsOf, (events) => events.filter(({ type }) => type === 'email.received').length === 2)
  const attempted = 'select 1 from webhook_delivery where workspace_id = $1 and attempts_made > 0'
  await until(
    async () => (await service.db.pool.query(attempted, [workspace.id])).rowCount,
    (count) => count === 2,
  )
  await expectOk(live.post('/v1/suppressions', { subjects: [ADDRESS, 'example.org'] }))
  return { verified, raw, sent, others }
}

describe('an erasure', () => {
  it('leaves nothing of the person anywhere, and everything about others', async () => {
    const made = await liveWith(await makeInboxOf(live, workspace.id))
    const texts = [ADDRESS, SLUG, NAME, 'canary-5b1e']
    expect(await tablesThatHold(service.db, ADDRESS)).toEqual(
      expect.arrayContaining(['attempt', 'event', 'row_change', 'run', 'run_metadata']),
    )

    const receipt = await erase({ subject: ADDRESS, reference: 'ticket-1' })
    expect(receipt).toEqual({
      erasure_id: receipt['erasure_id'],
      status: 'finished',
      environment: 'live',
      kind: 'email',
      reference: 'ticket-1',
      keep_suppression: true,
      kept: [],
      erased: {
        runs: 3,
        rows: 1,
        row_fields: 1,
        uploads: 0,
        job_rows: 0,
        watches: 1,
        watch_records: 0,
        events: 1,
        deliveries: 1,
        stored_answers: 1,
        messages: 1,
        touches: 1,
        suppressions: 0,
        connections: 0,
      },
      created_at: expect.any(String),
      finished_at: expect.any(String),
    })
    for (const text of texts) expect([text, await tablesThatHold(service.db, text)]).toEqual([text, []])
    expect(await workflowsThatHold(texts)).toEqual([])
    expect(service.logLines.filter((line) => texts.some((text) => line.includes(text)))).toEqual([])

    const { body: erased } = await runs().get(made.verified)
    expect(erased).toMatchObject({ status: 'succeeded', purged_at: expect.any(String) })
    expect(erased.billing.charged).not.toBe('0.00')
    expect(erased.metadata).toEqual({ customer: 'acme' })
    const { items } = (await runs().list('?metadata[customer]=acme')).body
    expect(items.map(({ run_id }) => run_id)).toEqual([made.verified])
    expect((await live.get(`/v1/history?q=${ADDRESS}`)).at('items')).toEqual([])
    const robin = await live.get(`/v1/history?q=${OTHER}`)
    expect([robin.at('items', '0', 'run_id'), robin.at('touches', '0', 'run_id')]).toEqual([made.others, made.others])
    expect((await live.get('/v1/tables/leads/rows?fields=email,full_name')).at('items')).toMatchObject([
      { key: OTHER, email: OTHER, full_name: 'Robin Sample' },
    ])
    expect((await live.get(`/v1/tables/leads/rows/${OTHER}/changes`)).at('items')).toMatchObject([
      { cause: 'erasure', by: null, fields: ['note'], field_count: 1 },
      { cause: 'api', fields: ['seen'], field_count: 2 },
      { cause: 'api', fields: ['seen'], field_count: 2 },
      { cause: 'api', created: true },
    ])
    const suppressed = [(await live.get('/v1/suppressions')).at('items')].flat().map((item) => at(item, 'subject'))
    expect(suppressed.filter((subject) => !String(subject).startsWith('erased:'))).toEqual(['example.org'])
    expect((await live.get('/v1/watch')).at('items')).toEqual([])
    const events = (await eventsOf()).filter(({ type }) => type === 'email.received')
    const byMessage = Object.fromEntries(events.map(({ data }) => [String(data['message_id']), data]))
    expect(byMessage).toMatchObject({
      '<reply-1@example.com>': { from: '[erased]', text: '[erased]', to: [] },
      '<reply-2@example.com>': { from: expect.stringContaining(OTHER) },
    })
    // The stream and its schema are intact.
    expect((await live.get('/v1/events')).status).toBe(200)
  })

  it('goes through what a watch has found, and the next refresh does not report it as new', async () => {
    const test = live.as(workspace.keys.test)
    const request = { capability: 'contact.domain_emails', input: { domain: 'example.com' }, every: '1d' }
    const watch = `/v1/watch/${String((await test.post('/v1/watch', request)).at('id'))}`
    const first = await test.post(`${watch}/refresh`, {})
    expect([first.status, first.at('status')]).toEqual([200, 'succeeded'])
    const [address = ''] = /[\w.+-]+@[\w.-]+/.exec(JSON.stringify(first.at('new'))) ?? []
    expect(await tablesThatHold(service.db, address)).toEqual(
      expect.arrayContaining(['attempt', 'watch_record', 'watch_refresh']),
    )
    const receipt = await erase({ subject: address }, test)
    expect(receipt['erased']).toMatchObject({ runs: 1, watch_records: 1, watches: 0 })
    expect(await tablesThatHold(service.db, address)).toEqual([])
    const again = await test.post(`${watch}/refresh`, {})
    expect([again.at('status'), again.at('new')]).toEqual(['succeeded', []])
  })

  it('finds a watch by the person that its runs were about', async () => {
    const test = live.as(workspace.keys.test)
    const input = { platform: 'instagram', handle: 'erin' }
    const request = { capability: 'social.posts', input, every: '1d' }
    const made = await test.post('/v1/watch', request)
    expect((await test.post(`/v1/watch/${String(made.at('id'))}/refresh`, {})).at('status')).toBe('succeeded')
    const other = { ...request, input: { ...input, platform: 'tiktok' } }
    const kept = await test.post('/v1/watch', other)
    expect((await erase({ subject: 'instagram:erin' }, test))['erased']).toMatchObject({ watches: 1, runs: 1 })
    expect(Object(await test.get('/v1/watch')).at('items')).toMatchObject([{ id: kept.at('id') }])
  })

  it('takes keys that name the person, and none that name another one', async () => {
    const client = runClient(service.url, workspace.keys.test)
    const verify = async (email: string) => {
      const request = { capability: 'contact.verify', input: { email } }
      return (await client.run(request, { 'Idempotency-Key': `verify-${email}` })).body.run_id
    }
    const [erin, kerin] = [await verify('erin@example.com'), await verify('kerin@example.com')]
    expect((await erase({ subject: 'erin@example.com' }, live.as(workspace.keys.test)))['erased']).toMatchObject({
      runs: 1,
    })
    // Under the other key the run is still there; this one is free.
    expect(await verify('kerin@example.com')).toBe(kerin)
    expect(await verify('erin@example.com')).not.toBe(erin)
  })

  it('takes a saved answer about the person from the row of a company', async () => {
    await setTables(service.url, workspace.keys.test, true)
    const test = live.as(workspace.keys.test)
    await expectOk(test.post('/v1/tables/companies/rows', { rows: [{ domain: 'birdsong.example' }] }))
    const { body } = await runClient(service.url, workspace.keys.test).run({
      capability: 'contact.find',
      input: { full_name: NAME, domain: 'birdsong.example' },
      record: { table: 'companies', key: 'birdsong.example', save: { email: 'head_of_sales' } },
    })
    const { email } = Object(body.result)
    expect(await tablesThatHold(service.db, 'canaria birdsong|')).toEqual(expect.arrayContaining(['saved_enrichment']))
    expect((await erase({ subject: email }, test))['erased']).toMatchObject({ runs: 1, rows: 0, row_fields: 1 })
    for (const text of [email, NAME, 'canaria birdsong'])
      expect([text, await tablesThatHold(service.db, text)]).toEqual([text, []])
    expect((await test.get('/v1/tables/companies/rows')).at('items')).toMatchObject([{ key: 'birdsong.example' }])
  })

  it('cancels the row of a job that waits, and takes the key of one that has ended', async () => {
    await setTables(service.url, workspace.keys.test, true)
    const test = live.as(workspace.keys.test)
    await expectOk(test.post('/v1/tables/leads/rows', { rows: [{ email: ADDRESS }] }))
    const verify = { capability: 'contact.verify', input: { email: '{{email}}' }, ceiling: '1.00' }
    const waits = await test.post('/v1/jobs', {
      ...verify,
      rows: { items: [{ email: OTHER }, { email: ADDRESS }] },
      pilot: 1,
      approve: 'manual',
      metadata: { customer: 'acme', person: ADDRESS },
      callback_url: `https://example.com/hook?of=${ADDRESS}`,
    })
    const ended = await test.post('/v1/jobs', { ...verify, rows: { table: 'leads', where: { email: ADDRESS } } })
    const [waiting, done] = [waits, ended].map((job) => `/v1/jobs/${String(job.at('job_id'))}`)
    expect((await test.get(`${waiting}?wait=60`)).at('status')).toBe('awaiting_approval')
    expect((await test.get(`${done}?wait=60`)).at('status')).toBe('succeeded')

    await erase({ subject: ADDRESS }, test)
    expect(await tablesThatHold(service.db, ADDRESS)).toEqual([])
    const job = await until(
      () => test.get(String(waiting)),
      (answer) => answer.at('finished_at') !== null,
    )
    expect(job.body).toMatchObject({
      status: 'partially_succeeded',
      progress: { done: 2, found: 1, cancelled: 1 },
      metadata: { customer: 'acme' },
    })
    expect((await test.get(`${waiting}/items`)).at('items', '1')).toMatchObject({ row: 2, outcome: 'cancelled' })
    expect((await test.get(`${done}/items`)).at('items', '0')).toMatchObject({ key: null, outcome: 'found' })
    const { ceiling: _ceiling, ...request } = verify
    expect((await test.get(String(done))).at('request')).toEqual({ ...request, rows: '[erased]' })
  })

  it('keeps a suppression without the name, which blocks on, and deletes it on request', async () => {
    await setTables(service.url, workspace.keys.live, true)
    await makeInboxOf(live, workspace.id)
    await expectOk(live.post('/v1/suppressions', { subjects: [ADDRESS] }))
    expect(await erase({ subject: ADDRESS })).toMatchObject({ keep_suppression: true, erased: { suppressions: 0 } })
    expect(await tablesThatHold(service.db, ADDRESS)).toEqual([])
    const mail = { capability: 'email.send', input: { to: ADDRESS.toUpperCase(), subject: 's', text: 't' } }
    expect((await live.post('/v1/run', mail)).at('error', 'code')).toBe('suppressed')
    expect(await erase({ subject: ADDRESS, keep_suppression: false })).toMatchObject({ erased: { suppressions: 1 } })
    expect((await live.get('/v1/suppressions')).at('items')).toEqual([])
  })

  it('is of one environment, and its receipt of one workspace', async () => {
    const test = live.as(workspace.keys.test)
    const { body } = await runClient(service.url, workspace.keys.test).run({
      capability: 'contact.verify',
      input: { email: ADDRESS },
    })
    const { erasure_id: id } = await erase({ subject: ADDRESS })
    expect((await runClient(service.url, workspace.keys.test).get(body.run_id)).body).toEqual(body)
    expect((await test.get(`${ERASURES}/${String(id)}`)).status).toBe(404)
    expect((await test.get(ERASURES)).at('items')).toEqual([])
    expect((await live.get(ERASURES)).at('items', '0', 'erasure_id')).toBe(id)
  })

  it.each([
    [{ subject: 'example.com' }, '/subject'],
    [{ subject: 'Ada Example' }, '/subject'],
    [{ subject: 'https://www.linkedin.com/company/example' }, '/subject'],
    [{ subject: ADDRESS, kind: 'domain' }, '/kind'],
    [{ subject: ADDRESS, reference: '' }, '/reference'],
    [{}, '/subject'],
  ])('is refused for %j', async (body, param) => {
    const answer = await live.post(ERASURES, body)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      param,
    ])
    expect((await live.get(ERASURES)).at('items')).toEqual([])
  })
})
