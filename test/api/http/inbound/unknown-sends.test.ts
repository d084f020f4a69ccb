import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { buildInbox, INBOUND_SECRETS, inboundFixture, readStream, sendInbound } from '../../../build/inbound.ts'
import { makeInbox, verifyDomain } from '../../../build/sending-domain.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { type Simulator, startSimulator } from '../../../support/http-simulator.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'
import type { Twins } from '../../../twins/kit/host.ts'
import { twinSettings } from '../../../twins/kit/settings.ts'
import { startTwins } from '../../../twins/twins.ts'

let agentmail: Simulator
let twins: Twins
let service: TestService
let workspace: TestWorkspace
beforeAll(async () => {
  ;[agentmail, twins] = await Promise.all([startSimulator(), startTwins()])
  service = await startTestService({
    inboundSecrets: { ...INBOUND_SECRETS, resend: twins.world.secrets.resend },
    providers: { ...twinSettings(twins.world), agentmail: { apiKey: 'agentmail-key', baseUrl: agentmail.url } },
  })
  twins.world.service = service.url
})
afterAll(async () => {
  await service.stop()
  await Promise.all([agentmail.close(), twins.close()])
})
beforeEach(async () => {
  agentmail.reset()
  twins.world.modes.clear()
  workspace = await buildWorkspace(service.db)
})

const owner = () => ({ workspaceId: workspace.id, environment: 'live' as const })
const send = (provider: string) =>
  runClient(service.url, workspace.keys.live).run({
    capability: 'email.send',
    routing: { provider },
    input: { to: 'robin.sample@example.com', subject: 'A question', text: 'Hello Robin.' },
  })
/** An inbox under a domain of the workspace. */
async function domainInbox(): Promise<{ readonly id: string; readonly address: string }> {
  const live = httpClient(service.url, workspace.keys.live)
  const domain = `${randomUUID()}.example.org`
  await verifyDomain(live, twins, domain)
  return { id: await makeInbox(live, { username: 'sales', domain }), address: `sales@${domain}` }
}
/** Resend reports that the mail of the last send has arrived. */
const delivered = () =>
  httpClient(twins.url).post('/_twin/happen', {
    twin: 'resend',
    happening: 'delivered',
    to: 'robin.sample@example.com',
  })
const events = (count: number): Promise<{ type: string; data: JsonObject }[]> =>
  until(
    () => readStream(service.db, owner()),
    (all) => all.length === count,
  )

describe('a send with an unknown outcome', () => {
  it('is named by a later report of Resend, by the tag that went out with it', async () => {
    const inbox = await domainInbox()
    twins.world.modes.set('resend', { mode: 'lost', ms: 0, times: null })
    const { body: run } = await send('resend')
    expect(run.attempts.at(-1)?.detail).toMatch(/^unknown: /)
    twins.world.modes.clear()
    await delivered()
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
    const inbox = await domainInbox()
    const { body: run } = await send('resend')
    await delivered()
    const [event] = await events(1)
    expect(event?.data).toEqual({
      inbox: inbox.address,
      inbox_id: inbox.id,
      message_id: run.result?.message_id,
      thread_id: null,
      recipients: ['robin.sample@example.com'],
      at: expect.any(String),
    })
  })
})
