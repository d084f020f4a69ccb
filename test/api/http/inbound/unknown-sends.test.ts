import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { buildInbox, INBOUND_SECRETS, inboundFixture, readStream, sendInbound } from '../../../build/inbound.ts'
import { makeInbox, verifyDomain } from '../../../build/sending-domain.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { fixture } from '../../../fixtures/load.ts'
import { at, httpClient } from '../../../support/http.ts'
import { type Simulator, startSimulator } from '../../../support/http-simulator.ts'
import { mailAccounts } from '../../../support/mail-accounts.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

let agentmail: Simulator
let resend: Simulator
let service: TestService
let workspace: TestWorkspace
beforeAll(async () => {
  ;[agentmail, resend] = await Promise.all([startSimulator(), startSimulator()])
  service = await startTestService({
    inboundSecrets: INBOUND_SECRETS,
    providers: {
      agentmail: { apiKey: 'agentmail-key', baseUrl: agentmail.url },
      resend: { apiKey: 'resend-key', baseUrl: resend.url },
    },
  })
})
afterAll(async () => {
  await service.stop()
  await Promise.all([agentmail.close(), resend.close()])
})
beforeEach(async () => {
  for (const one of [agentmail, resend]) one.reset()
  workspace = await buildWorkspace(service.db)
})

const owner = () => ({ workspaceId: workspace.id, environment: 'live' as const })
const send = (provider: string) =>
  runClient(service.url, workspace.keys.live).run({
    capability: 'email.send',
    routing: { provider },
    input: { to: 'robin.sample@example.com', subject: 'A question', text: 'Hello Robin.' },
  })
const events = (count: number): Promise<{ type: string; data: JsonObject }[]> =>
  until(
    () => readStream(service.db, owner()),
    (all) => all.length === count,
  )

describe('a send with an unknown outcome', () => {
  it('is named by a later report of Resend, by the tag that went out with it', async () => {
    const live = httpClient(service.url, workspace.keys.live)
    const domain = `${randomUUID()}.example.org`
    await verifyDomain(live, mailAccounts({ resend, agentmail }), domain)
    const inbox = { id: await makeInbox(live, { username: 'sales', domain }), address: `sales@${domain}` }
    resend.scriptPath('/emails', { fault: 'reset' })
    const { body: run } = await send('resend')
    expect(run.attempts.at(-1)?.detail).toMatch(/^unknown: /)
    const tags = at(resend.calls.find(({ path }) => path === '/emails')?.body, 'tags')
    expect(tags).toEqual([{ name: 'run_id', value: run.run_id }])

    const delivered = inboundFixture('resend-delivered')
    await sendInbound(service.url, 'resend', {
      ...delivered,
      data: {
        ...Object(delivered['data']),
        email_id: randomUUID(),
        from: `Sales <${inbox.address}>`,
        tags: { run_id: run.run_id },
      },
    })
    const [event] = await events(1)
    expect(event).toMatchObject({ type: 'email.delivered', data: { inbox_id: inbox.id, run_id: run.run_id } })
  })

  it('is named by a later report of AgentMail, when no other send matches', async () => {
    const inbox = await buildInbox(service.db, owner())
    agentmail.script({ fault: 'reset' })
    const { body: run } = await send('agentmail')
    expect(run.attempts.at(-1)?.detail).toMatch(/^unknown: /)
    const bounced = inboundFixture('agentmail-bounced')
    await sendInbound(service.url, 'agentmail', {
      ...bounced,
      event_id: randomUUID(),
      bounce: {
        ...Object(bounced['bounce']),
        inbox_id: inbox.externalId,
        message_id: `<${randomUUID()}>`,
        timestamp: new Date().toISOString(),
      },
    })
    expect(await events(1)).toMatchObject([{ type: 'email.bounced', data: { inbox_id: inbox.id, run_id: run.run_id } }])
  })
})

describe('a send with a known outcome', () => {
  it('is found by its message, and its report names no run', async () => {
    const inbox = await buildInbox(service.db, owner(), {
      provider: 'resend',
      externalId: randomUUID(),
      address: `sales-${randomUUID()}@example.org`,
    })
    const message = randomUUID()
    resend.script({ ...fixture('resend/sent'), json: { id: message } })
    const { body: run } = await send('resend')
    expect(run).toMatchObject({ status: 'succeeded', result: { message_id: message } })
    const delivered = inboundFixture('resend-delivered')
    await sendInbound(service.url, 'resend', {
      ...delivered,
      data: { ...Object(delivered['data']), email_id: message, from: inbox.address, tags: { run_id: run.run_id } },
    })
    const [event] = await events(1)
    expect(event?.data).toEqual({
      inbox: inbox.address,
      inbox_id: inbox.id,
      message_id: message,
      thread_id: null,
      recipients: ['robin.sample@example.com'],
      at: '2026-11-20T09:00:05.678Z',
    })
  })
})
