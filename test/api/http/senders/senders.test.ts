import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildSession } from '../../../build/session.ts'
import { readWallet } from '../../../build/wallet.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

let service: TestService
let workspace: TestWorkspace
let client: HttpClient
let runs: ReturnType<typeof runClient>
beforeAll(async () => {
  service = await startTestService({ sweepEveryMs: 500 })
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  client = httpClient(service.url, workspace.keys.test)
  runs = runClient(service.url, workspace.keys.test)
})

const INBOX = '/v1/senders/inbox_sandbox'
const LINKEDIN = '/v1/senders/acct_sandbox_linkedin'
const mailTo = (name: string, more: object = {}) => ({
  capability: 'email.send',
  input: { to: `${name}@example.com`, subject: 'Hello', text: 'Hello' },
  ...more,
})
const HOUR = 3_600_000

describe('GET /v1/senders', () => {
  it('has every sender with its channels, what it sent today, and its next slot', async () => {
    await runs.run(mailTo('robin'))
    const { status, body } = await client.get('/v1/senders')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      items: expect.arrayContaining([
        {
          sender_id: 'inbox_sandbox',
          kind: 'inbox',
          address: 'sandbox@inbox.example',
          domain: 'inbox.example',
          can_send: true,
          paused: false,
          channels: [
            {
              channel: 'email',
              caps: {},
              window: null,
              spacing: null,
              ramp: null,
              today: { sent: 1, cap: null, next_slot_at: expect.any(String), waiting: 0 },
            },
          ],
        },
        expect.objectContaining({
          sender_id: 'acct_sandbox_linkedin',
          channels: [
            expect.objectContaining({ channel: 'linkedin.invite' }),
            expect.objectContaining({ channel: 'linkedin.message' }),
          ],
        }),
      ]),
    })
    expect((await client.get('/v1/senders/inbox_of_another')).status).toBe(404)
  })
})

describe('PATCH /v1/senders/{sender_id}', () => {
  it('replaces the members that it names, and null takes one off', async () => {
    const window = { timezone: 'Europe/Berlin', days: ['mon', 'tue'], from: '09:00', to: '17:00' }
    await client.patch(INBOX, { caps: { day: 40, hour: 8 }, window })
    await client.patch(INBOX, { caps: { day: 30 }, spacing: { min_seconds: 60, max_seconds: 120 } })
    const { body } = await client.patch(INBOX, { window: null })
    expect(body).toMatchObject({
      channels: [{ caps: { day: 30 }, window: null, spacing: { min_seconds: 60 }, today: { cap: 30 } }],
    })
  })

  it.each<[string, string, object, string]>([
    [
      'a zone that does not exist',
      INBOX,
      { window: { timezone: 'Mars', days: ['mon'], from: '09:00', to: '17:00' } },
      '/window/timezone',
    ],
    ['gaps in the wrong order', INBOX, { spacing: { min_seconds: 9, max_seconds: 3 } }, '/spacing/max_seconds'],
    ['a ramp that falls', INBOX, { ramp: { start: 9, step_per_day: 1, target: 3 } }, '/ramp/target'],
    ['a channel of another kind', INBOX, { channels: { whatsapp: { caps: { day: 1 } } } }, '/channels/whatsapp'],
    ['members at the top of a sender with two channels', LINKEDIN, { caps: { day: 1 } }, '/caps'],
    [
      'a time that is none',
      INBOX,
      { window: { timezone: 'UTC', days: ['mon'], from: '25:00', to: '17:00' } },
      '/window/from',
    ],
  ])('refuses %s', async (_, path, body, param) => {
    const answer = await client.patch(path, body)
    expect([answer.status, answer.at('error', 'param')]).toEqual([400, param])
  })

  it('is refused to a key with limits, which reads all the same', async () => {
    const owner = httpClient(service.url, (await buildSession(service.db, workspace.id)).token)
    const made = await owner.post('/v1/api-keys', {
      name: 'limited',
      environment: 'test',
      allow: { capabilities: ['email.*'] },
    })
    const limited = client.as(String(made.at('api_key')))
    expect((await limited.patch(INBOX, { paused: true })).at('error', 'code')).toBe('forbidden')
    expect((await limited.get(INBOX)).status).toBe(200)
  })
})

describe('a send without a slot', () => {
  it('is answered at once as scheduled, holds nothing, and can be cancelled', async () => {
    await client.patch(INBOX, { caps: { day: 1 } })
    expect((await runs.run(mailTo('first'))).status).toBe(200)
    const { status, body } = await runs.run(mailTo('second', { wait_seconds: 60 }))
    expect(status).toBe(202)
    expect(body).toMatchObject({
      status: 'scheduled',
      done: false,
      stoppable: true,
      billing: { quoted: null },
      scheduled: { at: expect.stringMatching(/T00:00:00.000Z$/), reason: 'day_cap', sender_id: 'inbox_sandbox' },
    })
    expect((await readWallet(service.db, workspace.id, 'test')).held).toBe(0n)
    expect((await client.get(`${INBOX}/schedule`)).body).toMatchObject({
      items: [{ run_id: body.run_id, channel: 'email', at: body.scheduled?.at, reason: 'day_cap' }],
      next_cursor: null,
    })
    expect((await runs.cancel(body.run_id)).body.status).toBe('cancelled')
    expect((await client.get(`${INBOX}/schedule`)).body).toEqual({ items: [], next_cursor: null })
  })

  it('goes when the limits change, and the next one follows', async () => {
    await client.patch(INBOX, { caps: { day: 0, week: 500 }, paused: true })
    const waiting = [await runs.run(mailTo('one')), await runs.run(mailTo('two'))]
    expect(waiting.map(({ body }) => body.scheduled?.reason)).toEqual(['sender_paused', 'sender_paused'])
    await client.patch(INBOX, { caps: null, paused: false })
    for (const { body } of waiting) {
      const { body: ended } = await runs.get(body.run_id, 60)
      expect(ended.status).toBe('succeeded')
      expect(ended.scheduled).toBeUndefined()
    }
  })

  it('writes one event, which only those get who name it', async () => {
    await client.patch(INBOX, { paused: true })
    const { body } = await runs.run(mailTo('robin', { metadata: { campaign: 'x' } }))
    const events = async (query: string) => (await client.get(`/v1/events${query}`)).at('items')
    expect(await events('?types=run.scheduled')).toEqual([
      expect.objectContaining({
        type: 'run.scheduled',
        data: {
          run_id: body.run_id,
          metadata: { campaign: 'x' },
          sender_id: 'inbox_sandbox',
          reason: 'sender_paused',
          scheduled_at: null,
        },
      }),
    ])
    expect(await events('')).toEqual([])
  })

  it('is in the Web UI with what it waits for', async () => {
    await client.patch(INBOX, { paused: true })
    const { body } = await runs.run(mailTo('robin'))
    const handle = service.client.workflow.getHandle(body.run_id)
    await until(
      () => handle.query<string>('__temporal_workflow_metadata').catch(() => ''),
      (metadata) =>
        JSON.stringify(metadata).includes('Waits for the end of the pause of inbox_sandbox; nothing is held'),
    )
  })
})

describe('schedule', () => {
  it('lets a send wait for its time', async () => {
    const at = new Date(Date.now() + HOUR).toISOString()
    const { status, body } = await runs.run(mailTo('robin', { schedule: { at } }))
    expect([status, body.scheduled]).toEqual([202, { at, reason: 'requested', sender_id: 'inbox_sandbox' }])
    const past = await runs.run(mailTo('sam', { schedule: { at: '2020-01-01' } }))
    expect([past.status, past.body.status]).toEqual([200, 'succeeded'])
  })

  it('refuses a send without a slot in time, with the time of the next', async () => {
    await client.patch(INBOX, { caps: { day: 1 } })
    await runs.run(mailTo('first'))
    for (const schedule of [{ on_limit: 'refuse' }, { not_after: '+1m' }]) {
      const { status, body } = await runs.run(mailTo('second', { schedule }))
      expect([status, body.status, body.error]).toEqual([
        409,
        'blocked',
        expect.objectContaining({
          code: 'sender_limit',
          sender_id: 'inbox_sandbox',
          next_slot_at: expect.stringMatching(/T00:00:00.000Z$/),
        }),
      ])
    }
    expect((await client.get(INBOX)).body).toMatchObject({ channels: [{ today: { sent: 1, cap: 1, waiting: 0 } }] })
  })

  it.each<[object, string]>([
    [{ at: 'tomorrow' }, '/schedule/at'],
    [{ at: '+91d' }, '/schedule/at'],
    [{ at: '+1d', not_before: '+1d' }, '/schedule/not_before'],
    [{ not_before: '+2d', not_after: '+1d' }, '/schedule/not_after'],
    [{ not_after: '-1d' }, '/schedule/not_after'],
  ])('refuses %j', async (schedule, param) => {
    const answer = await client.post('/v1/run', mailTo('robin', { schedule }))
    expect([answer.status, answer.at('error', 'param')]).toEqual([400, param])
  })

  it('is for sends only', async () => {
    const request = { capability: 'company.enrich', input: { domain: 'example.com' }, schedule: { at: '+1d' } }
    const answer = await client.post('/v1/run', request)
    expect([answer.status, answer.at('error', 'param')]).toEqual([400, '/schedule'])
  })
})

describe('/v1/sending-policy', () => {
  it('holds for every sender without own limits', async () => {
    const owner = client.as(workspace.keys.live)
    const policy = { channels: { email: { caps: { day: 3 } } }, domain_caps: { week: 50 } }
    expect((await owner.put('/v1/sending-policy', policy)).body).toEqual(policy)
    expect((await client.get(INBOX)).body).toMatchObject({ channels: [{ caps: { day: 3 } }] })
    await client.patch(INBOX, { caps: { day: 9 } })
    expect((await client.get(INBOX)).body).toMatchObject({ channels: [{ caps: { day: 9 } }] })
    expect((await owner.put('/v1/sending-policy', { domain_caps: null })).body).toEqual({
      channels: { email: { caps: { day: 3 } } },
    })
  })
})

describe('a job of sends', () => {
  it('takes turns with single sends', async () => {
    await client.patch(INBOX, { paused: true })
    const items = ['a', 'b', 'c'].map((name) => ({ name }))
    const made = await client.post('/v1/jobs', {
      capability: 'email.send',
      input: { to: '{{name}}@example.com', subject: 'Hello', text: 'Hello' },
      rows: { items },
      ceiling: '1.00',
      pilot: 0,
    })
    expect(made.status).toBeLessThan(300)
    const schedule = async () => [(await client.get(`${INBOX}/schedule`)).at('items')].flat()
    await until(schedule, ({ length }) => length === 3)
    const single = await runs.run(mailTo('single'))
    const order = (await schedule()).map((item) => (item as { run_id: string }).run_id)
    expect(order.indexOf(single.body.run_id)).toBe(1)
  })
})
