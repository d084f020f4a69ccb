import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { CapabilityInspection } from '../../../../api/schemas/catalog.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { connectAccount } from '../../../build/connected-account.ts'
import { makeInbox } from '../../../build/sending-domain.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { at, httpClient } from '../../../support/http.ts'
import { runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { platformKeyOf } from '../../../twins/kit/credential.ts'

const ADDRESS = 'sales@agentmail.to'
const SEND = 'POST /v0/inboxes/{inbox_id}/messages/send'
let stage: Stage
let service: TestService
let workspace: TestWorkspace

beforeAll(async () => {
  stage = await startStage()
  service = stage.service
  workspace = await buildWorkspace(service.db, { live: '5.00' })
  await makeInbox(httpClient(service.url, workspace.keys.live), { username: 'sales' })
  await connectLinkedin(workspace)
})
beforeEach(async () => {
  stage.calm()
  await service.db.pool.query(
    "update attempt set finished_at = finished_at - interval '2 hours' where finished_at is not null",
  )
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await stage.stop()
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

/** The mails in the inbox at the provider. */
async function mailsOf(): Promise<unknown[]> {
  const there = httpClient(`${stage.twins.url}/agentmail`, platformKeyOf('agentmail', undefined))
  return [(await there.get(`/v0/inboxes/${ADDRESS}/messages`)).at('messages')].flat()
}

describe('a live email', () => {
  it('goes out from the inbox of the workspace, under the key of its attempt, and is charged once', async () => {
    const { status, body } = await send({}, { provider: 'agentmail' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'succeeded',
      provider: 'agentmail',
      simulated: false,
      billing: { charged: '0.0143' },
      result: {
        message_id: at((await mailsOf()).at(-1), 'message_id'),
        recipients: [`robin.sample${letters}@example.com`],
      },
    })
    expect(stage.calls('agentmail', SEND)).toMatchObject([
      { path: { inbox_id: ADDRESS }, idempotency_key: `${body.run_id}:1` },
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
    expect(stage.calls('resend')).toEqual([])
  })

  it('is refused in the words of inspect, which state how to make a sender', async () => {
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

  it('whose answer is lost permanently has an unknown outcome, costs nothing, and no other provider sends it', async () => {
    const before = (await mailsOf()).length
    stage.set('agentmail', 'lost', { calls: 'POST' })
    const { status, body } = await send({ from: ADDRESS })
    expect(status).toBe(502)
    expect(body).toMatchObject({
      status: 'failed',
      error: { code: 'send_outcome_unknown' },
      billing: { charged: null },
    })
    expect(body.attempts.at(-1)).toMatchObject({ provider: 'agentmail', detail: expect.stringMatching(/^unknown: /) })
    expect(stage.calls('agentmail', SEND).map(({ idempotency_key: key }) => key)).toEqual(
      [1, 2].map(() => `${body.run_id}:${body.attempts.length}`),
    )
    expect([(await mailsOf()).length - before, stage.calls('resend')]).toEqual([1, []])
  })

  it('whose answer is lost once is settled by a repetition under the same key', async () => {
    const before = (await mailsOf()).length
    stage.set('agentmail', 'lost', { times: 1 })
    const { body } = await send({}, { provider: 'agentmail' })
    expect(body).toMatchObject({
      status: 'succeeded',
      attempts: [{ provider: 'agentmail', outcome: 'succeeded' }],
      billing: { charged: '0.0143' },
    })
    expect(stage.calls('agentmail', SEND).map(({ idempotency_key: key }) => key)).toEqual(
      [1, 2].map(() => `${body.run_id}:1`),
    )
    expect((await mailsOf()).length - before).toBe(1)
  })

  it('in a thread is a reply, and never goes to a provider without threads', async () => {
    const { message_id: question } = await stage.happen('agentmail', 'mail_arrives', { to: ADDRESS })
    const { body } = await send({ in_reply_to: ` ${String(question).replace(/[<>]/g, '')} ` })
    expect(body).toMatchObject({ status: 'succeeded', attempts: [{ provider: 'agentmail', outcome: 'succeeded' }] })
    expect(stage.calls('agentmail')).toMatchObject([
      {
        route: 'POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply',
        path: { inbox_id: ADDRESS, message_id: question },
      },
    ])
    expect(stage.calls('resend')).toEqual([])
  })

  it.each([
    ['inbox_id', { inbox_id: 'inbox_foreign' }],
    ['from', { from: 'robin.sample@example.com' }],
    ['from', { inbox_id: ADDRESS, from: 'robin.sample@example.com' }],
    ['account_id', { account_id: 'acct_foreign' }],
    ['account_id', { account_id: 'acct_foreign', in_reply_to: '<question@example.com>' }],
  ])("whose %s is not the workspace's is not found, before a run and its hold", async (member, named) => {
    const wallet = () => httpClient(service.url, workspace.keys.live).get('/v1/wallet/transactions?include=holds')
    const before = (await wallet()).text
    const { status, body } = await send(named)
    expect([status, body.error]).toMatchObject([404, { code: 'not_found', param: `/input/${member}` }])
    expect(body).not.toHaveProperty('run_id')
    expect((await wallet()).text).toBe(before)
    expect(stage.twins.world.calls).toEqual([])
  })

  it("with the name of the workspace's inbox in other letters goes out", async () => {
    expect((await send({ from: ADDRESS.toUpperCase() })).body.status).toBe('succeeded')
  })
})

describe('a send of a workspace with two inboxes', () => {
  it('is refused before a run when it names neither, with the ids to choose from, and goes out from the named one', async () => {
    const several = await buildWorkspace(service.db, { live: '5.00' })
    const http = httpClient(service.url, several.keys.live)
    const ids: string[] = []
    for (const username of ['north', 'south']) ids.push(await makeInbox(http, { username }))
    const request = (more: object) => ({
      capability: 'email.send',
      input: { to: 'robin.several@example.com', subject: 'A question', text: 'Hello Robin.', ...more },
    })
    const refused = await http.post('/v1/run', request({}))
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: { code: 'invalid_request', param: '/input/inbox_id' } },
    ])
    for (const id of ids) expect(refused.at('error', 'message')).toContain(id)
    expect((await http.get('/v1/runs')).at('items')).toEqual([])
    const sent = await http.post('/v1/run', request({ inbox_id: ids[1] }))
    expect([sent.status, sent.body]).toMatchObject([200, { result: { inbox_id: ids[1] } }])
  })
})

describe('a live LinkedIn message', () => {
  /** A person writes to the account that was connected last; returns the chat. */
  const written = async () => {
    return String((await stage.happen('unipile', 'message_arrives', { network: 'LINKEDIN' }))['chat_id'])
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
    stage.calm()
    expect((await message(foreign)).body).toMatchObject({
      status: 'failed',
      attempts: [{ provider: 'unipile', outcome: 'rejected' }],
      billing: { charged: null },
    })
    expect(stage.calls('unipile').map(({ route }) => route)).toEqual(['GET /chats/{chat_id}'])
  })
})
