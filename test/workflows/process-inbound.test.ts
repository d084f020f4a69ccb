import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { INBOUND_SECRETS, buildAccount, buildInbox, inboundFixture, readStream, sendInbound } from '../build/inbound.ts'
import { readable } from '../support/history.ts'
import { runClient } from '../support/run-client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { tablesThatHold } from '../support/plaintext.ts'
import { temporalLogLines } from '../support/temporal-log.ts'
import { until } from '../support/until.ts'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'

const CANARY = 'inbound-canary-5512'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ inboundSecrets: INBOUND_SECRETS, sweepEveryMs: 200 })
})
afterAll(() => service.stop())

const owner = (environment: 'test' | 'live' = 'live') => ({ workspaceId: service.workspace.id, environment })
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
    const inbox = await buildInbox(service.db, owner())
    expect(
      (
        await sendInbound(
          service.url,
          'agentmail',
          inMail(inbox.externalId, 'evt_canary', {
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
    const said = [readable(historyToJSON(await handle.fetchHistory())), ...service.logLines, ...temporalLogLines].join(
      '',
    )
    const {
      rows: [stored],
    } = await service.db.pool.query<{ turn_key: string }>('select turn_key from inbound_message where id = $1', [id])
    expect(stored?.turn_key).toMatch(/^[0-9a-f]{16}$/)
    expect(said).toContain(stored?.turn_key)
    const { searchAttributes } = await handle.describe()
    expect(searchAttributes['provider']).toEqual(['agentmail'])
    for (const secret of [CANARY, inbox.externalId, ...Object.values(INBOUND_SECRETS).flat()])
      expect(said).not.toContain(secret)
    expect(await tablesThatHold(service.db, CANARY)).toEqual(['event', 'received_message'])
  })

  it('costs one workflow task', async () => {
    const inbox = await buildInbox(service.db, owner())
    await sendInbound(service.url, 'agentmail', inMail(inbox.externalId, 'evt_cost'))
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
    const inbox = await buildInbox(service.db, owner('test'))
    await service.stopWorker()
    // As if its start had been lost.
    await service.db.pool.query(
      `insert into inbound_message (id, provider, external_id, body, turn_key, sweep_at)
        values ('inb_lost', 'agentmail', 'evt_lost', $1, 'inbox', clock_timestamp() - interval '1 second')`,
      [JSON.stringify(inMail(inbox.externalId, 'evt_lost'))],
    )
    await service.startWorker()
    expect(
      await until(
        () => outcomeOf('inb_lost'),
        (outcome) => outcome !== null,
      ),
    ).toBe('written')
    expect((await readStream(service.db, owner('test'))).map(({ type }) => type)).toEqual(['email.received'])
  })
})

describe("the effects of a provider's message", () => {
  it('a bounce blocks the next send to that person', async () => {
    const client = runClient(service.url, service.workspace.keys.test)
    await client.call('POST', '/v1/features', { tables: true })
    const letter = { capability: 'email.send', input: { to: 'robin.sample@example.com', subject: 's', text: 't' } }
    const sent = await client.run(letter)
    const inbox = await buildInbox(service.db, owner('test'))
    const bounced = inboundFixture('agentmail-bounced')
    await sendInbound(service.url, 'agentmail', {
      ...bounced,
      event_id: 'evt_end_to_end',
      bounce: { ...Object(bounced['bounce']), inbox_id: inbox.externalId },
    })
    await until(
      () => idOf('evt_end_to_end').then(outcomeOf),
      (outcome) => outcome !== null,
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

  it('an accepted invitation lets the first message pass, and the second is a repeat', async () => {
    const client = runClient(service.url, service.workspace.keys.test)
    const profile_url = 'https://www.linkedin.com/in/robin-sample'
    const message = { capability: 'linkedin.message', input: { profile_url, text: 't' } }
    await client.run({ capability: 'linkedin.invite', input: { profile_url } })
    expect((await client.run(message)).body.error?.code).toBe('repeat_touch')
    const account = await buildAccount(service.db, owner('test'))
    await sendInbound(service.url, 'unipile', {
      ...inboundFixture('unipile-new-relation'),
      account_id: account.externalId,
    })
    await until(
      () => idOf(`relation:${account.externalId}:ACoAAB0000SAMPLE`).then(outcomeOf),
      (outcome) => outcome !== null,
    )
    expect((await client.run(message)).body.status).toBe('succeeded')
    expect((await client.run(message)).body.error?.code).toBe('repeat_touch')
  })
})
