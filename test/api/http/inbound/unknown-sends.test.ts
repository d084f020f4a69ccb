import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { readStream } from '../../../build/inbound.ts'
import { makeInbox, verifyDomain } from '../../../build/sending-domain.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'
import { platformKeyOf } from '../../../twins/kit/credential.ts'
import type { Twins } from '../../../twins/kit/host.ts'
import { twinSettings } from '../../../twins/kit/settings.ts'
import { startTwins } from '../../../twins/twins.ts'

let twins: Twins
let service: TestService
let workspace: TestWorkspace
beforeAll(async () => {
  twins = await startTwins()
  service = await startTestService({
    inboundSecrets: twins.world.secrets,
    providers: twinSettings(twins.world),
  })
  twins.world.service = service.url
})
afterAll(async () => {
  await service.stop()
  await twins.close()
})
beforeEach(async () => {
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
const happen = (twin: string, happening: string, what: object) =>
  httpClient(twins.url).post('/_twin/happen', { twin, happening, ...what })
/** Resend reports that the mail of the last send has arrived. */
const delivered = () => happen('resend', 'delivered', { to: 'robin.sample@example.com' })
/** The message at AgentMail that this address has sent. */
async function messageOf(address: string): Promise<unknown> {
  const there = httpClient(`${twins.url}/agentmail`, platformKeyOf('agentmail', undefined))
  return (await there.get(`/v0/inboxes/${address}/messages`)).at('messages', '0', 'message_id')
}
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
    const username = randomUUID()
    const inbox = await makeInbox(httpClient(service.url, workspace.keys.live), { username })
    twins.world.modes.set('agentmail', { mode: 'lost', ms: 0, times: null })
    const { body: run } = await send('agentmail')
    expect(run.attempts.at(-1)?.detail).toMatch(/^unknown: /)
    twins.world.modes.clear()
    await happen('agentmail', 'bounced', { message_id: await messageOf(`${username}@agentmail.to`) })
    expect(await events(1)).toMatchObject([{ type: 'email.bounced', data: { inbox_id: inbox, run_id: run.run_id } }])
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
