import { setTables } from '../../../build/features.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { claimsOf, touchesOf } from '../../../db/outreach/outbound/build.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

let service: TestService
let workspace: TestWorkspace
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  await setTables(service.url, workspace.keys.live, true)
})

const client = () => runClient(service.url, workspace.keys.test)
const email = (input: object = {}, more: object = {}) =>
  client().run({
    capability: 'email.send',
    input: { to: 'robin.sample@example.com', subject: 'A question', text: 'Hello Robin', ...input },
    ...more,
  })
const chat = (platform: 'whatsapp' | 'instagram', input: object) =>
  client().run({ capability: 'chat.send', input: { platform, text: 'Hello Robin', ...input } })
const suppress = (subjects: readonly string[], more: object = {}) =>
  client().call('POST', '/v1/suppressions', { subjects, ...more })
const unsuppress = (subjects: readonly string[]) => client().call('POST', '/v1/suppressions/remove', { subjects })
const addRow = async (row: Readonly<Record<string, string>>) =>
  expect((await client().call('POST', '/v1/tables/people/rows', { rows: [row] })).status).toBe(200)
const rows = async () =>
  (await client().call<{ items: Readonly<Record<string, unknown>>[] }>('GET', '/v1/tables/people/rows')).body.items

describe('a send to a suppressed recipient', () => {
  it('is answered with 403 and the run, which is stored and costs nothing, also when it is repeated under its key', async () => {
    await suppress(['example.com'], { reason: 'unsubscribe' })
    const { status, body } = await email({}, { idempotency_key: 'once' })
    expect(status).toBe(403)
    expect(body).toMatchObject({
      status: 'blocked',
      done: true,
      attempts: [],
      billing: { charged: null },
      error: { code: 'suppressed', request_id: body.request_id },
    })
    expect(JSON.stringify(body.error)).not.toContain('robin')
    expect((await client().get(body.run_id)).body).toEqual(body)
    await unsuppress(['example.com'])
    expect((await email({}, { idempotency_key: 'once' })).body.run_id).toBe(body.run_id)
    expect((await email({}, { idempotency_key: 'twice' })).body.status).toBe('succeeded')
  })

  it('is blocked even with what lets it pass the repeat guard', async () => {
    await suppress(['robin.sample@example.com'])
    const {
      body: { result },
    } = await email({ to: 'kim@example.com' })
    for (const answer of [
      await email({}, { routing: { allow_repeat: true } }),
      await email({ in_reply_to: result?.['message_id'] }),
      await email({ to: 'kim@example.org', bcc: 'ROBIN.sample@example.com' }),
    ]) {
      expect([answer.status, answer.body.error?.code]).toEqual([403, 'suppressed'])
    }
  })

  it('over any channel of a related identity is blocked', async () => {
    await addRow({
      email: 'robin.sample@example.com',
      linkedin: 'https://www.linkedin.com/in/robin',
      instagram: 'robin',
      phone: '+12025550123',
    })
    await suppress(['https://www.linkedin.com/in/robin'])
    const answers = await Promise.all([
      email(),
      chat('instagram', { handle: '@Robin' }),
      chat('whatsapp', { phone: '+12025550123' }),
      client().run({ capability: 'linkedin.invite', input: { profile_url: 'https://linkedin.com/in/Robin/' } }),
    ])
    expect(answers.map(({ body }) => body.error?.code)).toEqual(Array.from({ length: 4 }, () => 'suppressed'))
  })

  it('never goes out when its recipient is suppressed while it waits for a slot', async () => {
    await service.stopWorker()
    const { status, body } = await email({}, { async: true })
    expect(status).toBe(202)
    await suppress(['robin.sample@example.com'])
    await service.startWorker()
    expect((await client().get(body.run_id, 60)).body).toMatchObject({
      status: 'blocked',
      attempts: [],
      error: { code: 'suppressed' },
    })
  })
})

describe('a second first message', () => {
  it('is answered with 409, with the earlier run and its time', async () => {
    const first = await email()
    const { status, body } = await email({ to: ['kim@example.com', 'robin.sample@example.com'] })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      status: 'blocked',
      attempts: [],
      billing: { charged: null },
      error: {
        code: 'repeat_touch',
        earlier_run_id: first.body.run_id,
        contacted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        recipient: 'robin.sample@example.com',
        in_reply_to: first.body.result?.['message_id'],
        message: expect.stringMatching(/^robin\.sample@example\.com was contacted .* repeat it with in_reply_to "/),
      },
    })
    expect([await claimsOf(service.db, body.run_id), await touchesOf(service.db, body.run_id)]).toEqual([[], []])
  })

  it('passes as a reply, with allow_repeat, with a window of zero days, and to the own inbox', async () => {
    const first = await email({ cc: 'sandbox@inbox.example' })
    expect((await email({ in_reply_to: 'anything' })).body.error?.code).toBe('repeat_touch')
    const passing = [
      await email({ in_reply_to: first.body.result?.['message_id'] }),
      await email({}, { routing: { allow_repeat: true } }),
      await email({ to: 'sandbox@inbox.example' }),
    ]
    await client().call('POST', '/v1/outbound-guard', { repeat_touch_days: 0 })
    expect([...passing, await email()].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('passes into the chat that the first one has made', async () => {
    const { body } = await chat('whatsapp', { phone: '+12025550123' })
    const chatId = body.result?.['chat_id']
    expect((await chat('whatsapp', { phone: '+12025550123' })).body.error).toMatchObject({
      code: 'repeat_touch',
      earlier_run_id: body.run_id,
      recipient: '+12025550123',
      chat_id: chatId,
    })
    expect((await chat('whatsapp', { chat_id: chatId })).status).toBe(200)
    await suppress(['+12025550123'])
    expect((await chat('whatsapp', { chat_id: chatId })).status).toBe(403)
  })

  it('is refused free of charge to nineteen of twenty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => email()))
    const [sent, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.error?.earlier_run_id)).toEqual(
      Array.from({ length: 19 }, () => sent?.body.run_id),
    )
    expect(
      (
        await service.db.pool.query(
          "select count(*)::integer from transfer where run_id = any ($1) and kind = 'hold'",
          [answers.map(({ body }) => body.run_id)],
        )
      ).rows,
    ).toEqual([{ count: 1 }])
  })

  it('passes when the first one failed or was cancelled', async () => {
    expect((await email({ to: 'robin+error@example.com' })).body.status).toBe('failed')
    expect((await email({ to: 'robin+error@example.com' })).body.error?.code).not.toBe('repeat_touch')
    await service.stopWorker()
    const waiting = await email({}, { async: true })
    expect((await client().cancel(waiting.body.run_id)).status).toBe(200)
    await service.startWorker()
    expect((await email()).status).toBe(200)
  })

  it('is counted on the row of the person', async () => {
    await addRow({ email: 'robin.sample@example.com' })
    await email()
    expect(await until(rows, ([row]) => row?.['touches'] === 1)).toMatchObject([
      { touches: 1, last_touch_at: expect.any(String), last_touch_channel: 'email' },
    ])
  })
})

describe('while tables are off', () => {
  it('no send is refused but to people who unsubscribed, and earlier ones count once they are on', async () => {
    await suppress(['kim@example.com'])
    await suppress(['pat@example.com'], { reason: 'unsubscribe' })
    await client().call('POST', '/v1/features', { tables: false })
    expect((await email({ to: 'pat@example.com' })).body).toMatchObject({ error: { code: 'suppressed' } })
    const first = await email()
    expect([first.status, (await email()).status, (await email({ to: 'kim@example.com' })).status]).toEqual([
      200, 200, 200,
    ])
    await setTables(service.url, workspace.keys.live, true)
    expect((await email()).status).toBe(409)
    expect((await email({ to: 'kim@example.com' })).status).toBe(403)
  })
})
