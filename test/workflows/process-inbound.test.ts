import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { connectAccount } from '../build/connected-account.ts'
import { INBOUND_SECRETS, inboundFixture, readStream, sendInbound } from '../build/inbound.ts'
import { makeInboxOf } from '../build/sending-domain.ts'
import { buildSession } from '../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../build/workspace.ts'
import { expectOk } from '../support/expect-ok.ts'
import { readable } from '../support/history.ts'
import { httpClient } from '../support/http.ts'
import { runClient } from '../support/run-client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { tablesThatHold } from '../support/plaintext.ts'
import { temporalLogLines } from '../support/temporal-log.ts'
import { until, untilKnown } from '../support/until.ts'
import type { Twins } from '../twins/kit/host.ts'
import { twinSettings } from '../twins/kit/settings.ts'
import { startTwins } from '../twins/twins.ts'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'

const CANARY = 'inbound-canary-5512'

let twins: Twins
let service: TestService
let workspace: TestWorkspace
beforeAll(async () => {
  twins = await startTwins()
  const { agentmail, resend, unipile } = twins.world.secrets
  service = await startTestService({
    providers: twinSettings(twins.world),
    inboundSecrets: {
      agentmail: [...INBOUND_SECRETS.agentmail, ...agentmail],
      resend,
      unipile,
    },
    sweepEveryMs: 200,
  })
  twins.world.service = service.url
})
afterAll(async () => {
  await service.stop()
  await twins.close()
})
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
})

const owner = () => ({ workspaceId: workspace.id, environment: 'live' as const })
const newInbox = () => makeInboxOf(httpClient(service.url, workspace.keys.live), workspace.id)
const happen = (twin: string, happening: string, what: object): Promise<void> =>
  expectOk(httpClient(twins.url).post('/_twin/happen', { twin, happening, ...what }))
const idOf = async (externalId: string): Promise<string> =>
  (await service.db.pool.query('select id from inbound_message where external_id = $1', [externalId])).rows[0]?.id ?? ''
const outcomeOf = async (id: string): Promise<string | null> =>
  (await service.db.pool.query('select outcome from inbound_message where id = $1', [id])).rows[0]?.outcome ?? null
const inMail = (inbox: string, eventId: string, more: object = {}) => {
  const message = inboundFixture('agentmail-received')
  return { ...message, event_id: eventId, message: { ...Object(message['message']), inbox_id: inbox, ...more } }
}

describe("a provider's message", () => {
  it('is on the stream soon after its route has answered, and its history and the log have none of its content', async () => {
    const inbox = await newInbox()
    expect(
      (
        await sendInbound(
          service.url,
          'agentmail',
          inMail(inbox, 'evt_canary', {
            text: CANARY,
            subject: CANARY,
            from: `${CANARY}@example.com`,
            message_id: `<${CANARY}@example.com>`,
          }),
        )
      ).status,
    ).toBe(200)
    const [event] = await until(
      () => readStream(service.db, owner()),
      (events) => events.length === 1,
    )
    expect(event?.data).toMatchObject({ text: CANARY })

    const id = await idOf('evt_canary')
    const handle = service.client.workflow.getHandle(id)
    expect(await handle.result()).toEqual({ outcome: 'written' })
    const visible = [
      readable(historyToJSON(await handle.fetchHistory())),
      ...service.logLines,
      ...temporalLogLines,
    ].join('')
    const {
      rows: [stored],
    } = await service.db.pool.query<{ turn_key: string }>('select turn_key from inbound_message where id = $1', [id])
    expect(stored?.turn_key).toMatch(/^[0-9a-f]{16}$/)
    expect(visible).toContain(stored?.turn_key)
    const { searchAttributes } = await handle.describe()
    expect(searchAttributes['provider']).toEqual(['agentmail'])
    for (const secret of [CANARY, inbox, ...Object.values(INBOUND_SECRETS).flat()])
      expect(visible).not.toContain(secret)
    expect(await tablesThatHold(service.db, CANARY)).toEqual(['event', 'message_sender', 'received_message'])
  })

  it('costs one workflow task', async () => {
    const inbox = await newInbox()
    await sendInbound(service.url, 'agentmail', inMail(inbox, 'evt_cost'))
    const handle = service.client.workflow.getHandle(await idOf('evt_cost'))
    await until(
      () => handle.describe().catch(() => null),
      (described) => described?.status.name === 'COMPLETED',
    )
    const { events = [] } = await handle.fetchHistory()
    expect(events?.filter((event) => event.workflowTaskCompletedEventAttributes != null)).toHaveLength(1)
    expect(events?.length).toBeLessThanOrEqual(6)
  })

  it('is processed once, when the sweeper finds it, if it came while no worker ran', async () => {
    const inbox = await newInbox()
    await service.stopWorker()
    await sendInbound(service.url, 'agentmail', inMail(inbox, 'evt_lost'))
    const id = await idOf('evt_lost')
    const lost = service.client.workflow.getHandle(id)
    await untilKnown(lost)
    await lost.terminate('lost')
    await service.db.pool.query(`update inbound_message set sweep_at = clock_timestamp() where id = $1`, [id])
    await service.startWorker()
    expect(
      await until(
        () => outcomeOf(id),
        (outcome) => outcome !== null,
      ),
    ).toBe('written')
    expect((await readStream(service.db, owner())).map(({ type }) => type)).toEqual(['email.received'])
  })
})

describe("the effects of a provider's message", () => {
  it('a bounce blocks the next send to that person', async () => {
    const client = runClient(service.url, workspace.keys.live)
    await newInbox()
    await client.call('POST', '/v1/features', { tables: true })
    const letter = { capability: 'email.send', input: { to: 'robin.sample@example.com', subject: 's', text: 't' } }
    const sent = await client.run(letter)
    await happen('agentmail', 'bounced', { message_id: sent.body.result?.message_id })
    await until(
      () => readStream(service.db, owner()),
      (events) => events.length === 1,
    )
    const again = await client.run({ ...letter, routing: { allow_repeat: true } })
    expect([sent.body.status, again.status, again.body.status, again.body.error?.code]).toEqual([
      'succeeded',
      403,
      'blocked',
      'suppressed',
    ])
    const {
      body: { items },
    } = await client.call<{ items: { subject: string; source: string }[] }>('GET', '/v1/suppressions')
    expect(items).toMatchObject([
      { subject: 'robin.sample@example.com', reason: 'bounce', source: expect.stringMatching(/^evt_/) },
    ])
  })

  it('a chat whose sender has a public name of one word and a profile by its id reaches the person of that name', async () => {
    const client = runClient(service.url, workspace.keys.live)
    await client.call('POST', '/v1/features', { tables: true })
    await connectAccount(httpClient(service.url, (await buildSession(service.db, workspace.id)).token), 'linkedin')
    await happen('unipile', 'message_arrives', {
      network: 'LINKEDIN',
      sender_id: 'ACoAAB2222SAMPLE',
      profile_url: 'https://www.linkedin.com/in/ACoAAB2222SAMPLE',
      public_identifier: 'robinsample',
    })
    const [received] = await until(
      () => readStream(service.db, owner()),
      (events) => events.length === 1,
    )
    const intoChat = {
      capability: 'linkedin.message',
      input: { chat_id: Object(received?.data)['chat_id'], text: 'Hello Robin.' },
    }
    const first = await client.run(intoChat)
    expect(first.body.status).toBe('succeeded')
    const input = { profile_url: 'https://www.linkedin.com/in/RobinSample/', text: 'Hello.' }
    const repeated = await client.run({ capability: 'linkedin.message', input })
    expect([repeated.status, repeated.body.error]).toMatchObject([
      409,
      { code: 'repeat_touch', earlier_run_id: first.body.run_id },
    ])
    await client.call('POST', '/v1/suppressions', { subjects: ['linkedin.com/in/robinsample'] })
    const blocked = await client.run(intoChat)
    expect([blocked.status, blocked.body.status, blocked.body.error?.code]).toEqual([403, 'blocked', 'suppressed'])
  })

  it('an accepted invitation lets the first message pass, and the second is a repeat', async () => {
    const client = runClient(service.url, workspace.keys.live)
    await client.call('POST', '/v1/features', { tables: true })
    await connectAccount(httpClient(service.url, (await buildSession(service.db, workspace.id)).token), 'linkedin')
    const profile_url = 'https://www.linkedin.com/in/robin-sample'
    const message = { capability: 'linkedin.message', input: { profile_url, text: 't' } }
    await client.run({ capability: 'linkedin.invite', input: { profile_url } })
    expect((await client.run(message)).body.error?.code).toBe('repeat_touch')
    const processed = async (): Promise<number> => {
      const { rowCount } = await service.db.pool.query(
        `select from inbound_message where provider = 'unipile' and processed_at is not null`,
      )
      return rowCount ?? 0
    }
    const before = await processed()
    await happen('unipile', 'relation_begins', { network: 'LINKEDIN', public_identifier: 'robin-sample' })
    await until(processed, (count) => count === before + 1)
    expect((await client.run(message)).body.status).toBe('succeeded')
    expect((await client.run(message)).body.error?.code).toBe('repeat_touch')
  })
})
