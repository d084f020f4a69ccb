import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { CapabilityInspection } from '../../../../api/schemas/catalog.ts'
import { verifyLedger } from '../../../../db/wallets/verify.ts'
import { fixture } from '../../../fixtures/load.ts'
import { connectAccount } from '../../../build/connected-account.ts'
import { makeInbox } from '../../../build/sending-domain.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { type Simulator, startSimulator } from '../../../support/http-simulator.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import type { Twins } from '../../../twins/kit/host.ts'
import { twinSettings } from '../../../twins/kit/settings.ts'
import { startTwins } from '../../../twins/twins.ts'

const ADDRESS = 'sales@agentmail.to'
const MESSAGES = '/v0/inboxes/inbox_live/messages'
let agentmail: Simulator
let resend: Simulator
let twins: Twins
let service: TestService
let workspace: TestWorkspace

beforeAll(async () => {
  ;[agentmail, resend, twins] = await Promise.all([startSimulator(), startSimulator(), startTwins()])
  service = await startTestService({
    providers: {
      ...twinSettings(twins.world),
      agentmail: { apiKey: 'agentmail-key', baseUrl: agentmail.url },
      resend: { apiKey: 'resend-key', baseUrl: resend.url },
    },
  })
  workspace = await buildWorkspace(service.db, { live: '5.00' })
  agentmail.scriptPath('/v0/inboxes', { json: { inbox_id: 'inbox_live' } })
  await makeInbox(httpClient(service.url, workspace.keys.live), { username: 'sales' })
  await connectLinkedin(workspace)
})
beforeEach(async () => {
  for (const one of [agentmail, resend]) one.reset()
  await service.db.pool.query(
    "update attempt set finished_at = finished_at - interval '2 hours' where finished_at is not null",
  )
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  await Promise.all([agentmail.close(), resend.close(), twins.close()])
  expect(drifts).toEqual([])
})

const connectLinkedin = async ({ id }: TestWorkspace) =>
  connectAccount(httpClient(service.url, (await buildSession(service.db, id)).token), 'linkedin')

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
          message: expect.stringContaining('no inbox that may send this message is there'),
        },
      },
    ])
    const { body } = await send({}, { strategy: 'cheapest' })
    expect(body.attempts.map(({ provider }) => provider)).toEqual(['agentmail'])
    expect(resend.calls).toEqual([])
  })

  it('is refused in the words of inspect, which say how to make a sender', async () => {
    const remedies = {
      resend: 'add a domain: POST /v1/email/domains',
      unipile: 'connect an account: POST /v1/gmail/accounts',
    }
    const inspected = await httpClient(service.url, workspace.keys.live).post('/v1/inspect', {
      capability: 'email.send',
    })
    const { offers }: CapabilityInspection = JSON.parse(inspected.text)
    for (const [provider, remedy] of Object.entries(remedies)) {
      const { executable, reason } = offers.find((offer) => offer.provider === provider) ?? {}
      expect([provider, executable, reason]).toEqual([provider, false, expect.stringContaining(remedy)])
    }
    expect(offers.find(({ provider }) => provider === 'agentmail')).toMatchObject({ executable: true, reason: null })
    const { body } = await send({}, { provider: 'resend' })
    expect(body.error?.message).toContain(offers.find(({ provider }) => provider === 'resend')?.reason)
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

  it.each([
    ['inbox_id', { inbox_id: 'inbox_foreign' }],
    ['from', { from: 'robin.sample@example.com' }],
    ['from', { inbox_id: ADDRESS, from: 'robin.sample@example.com' }],
    ['account_id', { account_id: 'acct_foreign' }],
    ['account_id', { account_id: 'acct_foreign', in_reply_to: '<asked@example.com>' }],
  ])("whose %s is not the workspace's is not found, before a run and its hold", async (member, named) => {
    const wallet = () => httpClient(service.url, workspace.keys.live).get('/v1/wallet/transactions?include=holds')
    const before = (await wallet()).text
    const { status, body } = await send(named)
    expect([status, body.error]).toMatchObject([404, { code: 'not_found', param: `/input/${member}` }])
    expect(body).not.toHaveProperty('run_id')
    expect((await wallet()).text).toBe(before)
    expect([...agentmail.calls, ...resend.calls]).toEqual([])
  })

  it("with the name of the workspace's inbox in other letters goes out", async () => {
    agentmail.script(fixture('agentmail/sent'))
    expect((await send({ from: ADDRESS.toUpperCase() })).body.status).toBe('succeeded')
  })
})

describe('a live LinkedIn message', () => {
  /** A person writes to the account that was connected last; returns the chat. */
  const written = async () => {
    const control = httpClient(twins.url)
    const arrived = { twin: 'unipile', happening: 'message_arrives', network: 'LINKEDIN' }
    return String((await control.post('/_twin/happen', arrived)).at('chat_id'))
  }
  const message = (chat: string) =>
    runClient(service.url, workspace.keys.live).run({
      capability: 'linkedin.message',
      input: { chat_id: chat, text: 'Thank you for connecting.' },
    })

  it("goes into a chat of the connected account, and not into one of another workspace's", async () => {
    const own = await written()
    expect((await message(own)).body).toMatchObject({
      status: 'succeeded',
      provider: 'unipile',
      result: { message_id: expect.any(String), chat_id: own },
    })
    await connectLinkedin(await buildWorkspace(service.db))
    const foreign = await written()
    twins.world.calls.length = 0
    expect((await message(foreign)).body).toMatchObject({
      status: 'failed',
      attempts: [{ provider: 'unipile', outcome: 'rejected' }],
      billing: { charged: null },
    })
    expect(twins.world.calls.map(({ route }) => route)).toEqual(['GET /chats/{chat_id}'])
  })
})
