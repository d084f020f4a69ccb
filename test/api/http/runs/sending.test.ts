import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { addMessagingAccount } from '../../../../db/messaging-accounts/queries.ts'
import { verifyLedger } from '../../../../db/wallets/verify.ts'
import { fixture } from '../../../fixtures/load.ts'
import { makeInbox } from '../../../build/sending-domain.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { type Simulator, startSimulator } from '../../../support/http-simulator.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

const ADDRESS = 'sales@agentmail.to'
const MESSAGES = '/v0/inboxes/inbox_live/messages'
let agentmail: Simulator
let resend: Simulator
let unipile: Simulator
let service: TestService
let workspace: TestWorkspace

beforeAll(async () => {
  ;[agentmail, resend, unipile] = await Promise.all([startSimulator(), startSimulator(), startSimulator()])
  service = await startTestService({
    providers: {
      agentmail: { apiKey: 'agentmail-key', baseUrl: agentmail.url },
      resend: { apiKey: 'resend-key', baseUrl: resend.url },
      unipile: { apiKey: 'unipile-key', baseUrl: unipile.url },
    },
  })
  workspace = await buildWorkspace(service.db, { live: '5.00' })
  agentmail.scriptPath('/v0/inboxes', { json: { inbox_id: 'inbox_live' } })
  await makeInbox(httpClient(service.url, workspace.keys.live), { username: 'sales' })
  await addMessagingAccount(service.db, {
    workspaceId: workspace.id,
    environment: 'live',
    network: 'linkedin',
    provider: 'unipile',
    externalId: 'acc_own',
    name: 'Robin Sample',
    status: 'connected',
  })
})
beforeEach(async () => {
  for (const one of [agentmail, resend, unipile]) one.reset()
  await service.db.pool.query(
    "update attempt set finished_at = finished_at - interval '2 hours' where finished_at is not null",
  )
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  await Promise.all([agentmail.close(), resend.close(), unipile.close()])
  expect(drifts).toEqual([])
})

let letters = 0
/** Another recipient each time, so that no one gets two first messages. */
const send = (more: object = {}, routing: object = {}) => {
  letters += 1
  return runClient(service.url, workspace.keys.live).run({
    capability: 'email.send',
    routing,
    input: { to: `robin.sample${letters}@example.com`, subject: 'A question', text: 'Hello Robin.', ...more },
  })
}

describe('a live email', () => {
  it('goes out from the inbox of the workspace, under the key of its attempt, and is charged once', async () => {
    agentmail.script(fixture('agentmail/sent'))
    const { status, body } = await send({}, { provider: 'agentmail' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'succeeded',
      provider: 'agentmail',
      simulated: false,
      billing: { charged: '0.0143' },
      result: { message_id: '<0100019a@example.com>', recipients: [`robin.sample${letters}@example.com`] },
    })
    expect(agentmail.calls).toMatchObject([
      { path: `${MESSAGES}/send`, headers: { 'idempotency-key': `${body.run_id}:1` } },
    ])
  })

  it('goes only to a provider at which the workspace has an inbox', async () => {
    const pinned = await send({}, { provider: 'resend' })
    expect([pinned.status, pinned.body]).toMatchObject([
      409,
      {
        error: {
          code: 'provider_not_available',
          message: expect.stringContaining('you have no inbox there that can send'),
        },
      },
    ])
    const { body } = await send({}, { strategy: 'cheapest' })
    expect(body.attempts.map(({ provider }) => provider)).toEqual(['agentmail'])
    expect(resend.calls).toEqual([])
  })

  it('whose answer is lost for good has an unknown outcome, costs nothing, and no other provider sends it', async () => {
    agentmail.script({ fault: 'reset' })
    const { status, body } = await send({ from: ADDRESS })
    expect(status).toBe(502)
    expect(body).toMatchObject({ status: 'failed', error: { code: 'provider_error' }, billing: { charged: null } })
    expect(body.attempts.at(-1)).toMatchObject({ provider: 'agentmail', detail: expect.stringMatching(/^unknown: /) })
    expect(agentmail.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(
      [1, 2].map(() => agentmail.calls[0]?.headers['idempotency-key']),
    )
    expect(resend.calls).toEqual([])
  })

  it('whose answer is lost once is settled by a repetition under the same key', async () => {
    agentmail.script({ fault: 'reset' }, fixture('agentmail/sent'))
    const { body } = await send({}, { provider: 'agentmail' })
    expect(body).toMatchObject({
      status: 'succeeded',
      attempts: [{ provider: 'agentmail', outcome: 'succeeded' }],
      billing: { charged: '0.0143' },
    })
    expect(new Set(agentmail.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('in a thread is a reply, and never goes to a provider without threads', async () => {
    agentmail.script(fixture('agentmail/sent'))
    const { body } = await send({ in_reply_to: '<asked@example.com>' })
    expect(body).toMatchObject({ status: 'succeeded', attempts: [{ provider: 'agentmail', outcome: 'succeeded' }] })
    expect(agentmail.calls).toMatchObject([{ path: `${MESSAGES}/%3Casked%40example.com%3E/reply` }])
    expect(resend.calls).toEqual([])
  })

  it("from an inbox that is not the workspace's is refused before any provider is called", async () => {
    const { status, body } = await send({ inbox_id: 'inbox_foreign' })
    expect(status).toBe(502)
    expect(new Set(body.attempts.map(({ outcome }) => outcome))).toEqual(new Set(['rejected']))
    expect([...agentmail.calls, ...resend.calls]).toEqual([])
  })
})

describe('a live LinkedIn message', () => {
  const message = (chat: string) =>
    runClient(service.url, workspace.keys.live).run({
      capability: 'linkedin.message',
      input: { chat_id: chat, text: 'Thank you for connecting.' },
    })

  it('goes into a chat of the connected account', async () => {
    unipile.scriptPath('/chats/chat_sample', fixture('unipile/chat'))
    unipile.scriptPath('/chats/chat_sample/messages', fixture('unipile/message-sent'))
    expect((await message('chat_sample')).body).toMatchObject({
      status: 'succeeded',
      provider: 'unipile',
      result: { message_id: 'msg_sample', chat_id: 'chat_sample' },
    })
  })

  it("does not go into a chat of another workspace's account", async () => {
    unipile.scriptPath('/chats/chat_foreign', {
      json: { object: 'Chat', id: 'chat_foreign', account_id: 'acc_foreign' },
    })
    expect((await message('chat_foreign')).body).toMatchObject({
      status: 'failed',
      attempts: [{ provider: 'unipile', outcome: 'rejected' }],
      billing: { charged: null },
    })
    expect(unipile.calls.map(({ method }) => method)).toEqual(['GET'])
  })
})
