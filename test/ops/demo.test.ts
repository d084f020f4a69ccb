import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DEMO_ACCOUNT, DEMO_INBOX, ensureDemo } from '../../ops/demo.ts'
import { findApiKey } from '../../db/api-keys/queries.ts'
import { findInbox, listInboxes } from '../../db/inboxes/queries.ts'
import { findMessagingAccount } from '../../db/messaging-accounts/queries.ts'
import type { TestService } from '../support/service.ts'
import { startTestService } from '../support/service.ts'
import { runClient } from '../support/run-client.ts'
import { INBOUND_SECRETS, inboundFixture, readStream, tell } from '../build/inbound.ts'
import { until } from '../support/until.ts'

let service: TestService
beforeAll(async () => { service = await startTestService({ inboundSecrets: INBOUND_SECRETS }) })
afterAll(() => service.stop())

describe('the demo workspace', () => {
  it('has one inbox and one account of the sandbox, however often it is made', async () => {
    const { test_key } = await ensureDemo(service.db, null)
    await ensureDemo(service.db, null)
    const workspaceId = (await findApiKey(service.db, test_key))?.workspaceId ?? ''
    expect(await listInboxes(service.db, { workspaceId, environment: 'test' })).toHaveLength(1)
    expect(await findInbox(service.db, 'agentmail', DEMO_INBOX)).toMatchObject({ workspaceId, environment: 'test', status: 'active' })
    expect(await findMessagingAccount(service.db, 'unipile', DEMO_ACCOUNT)).toMatchObject({ workspaceId, environment: 'test', network: 'linkedin', status: 'connected' })
  })

  it('sees a message of a provider on its stream, answers it from the inbox that has it, and sends as before', async () => {
    const { test_key } = await ensureDemo(service.db, null)
    const workspaceId = (await findApiKey(service.db, test_key))?.workspaceId ?? ''
    const message = inboundFixture('agentmail-received')
    await tell(service.url, 'agentmail', { ...message, message: { ...Object(message['message']), inbox_id: DEMO_INBOX } })
    const [event] = await until(() => readStream(service.db, { workspaceId, environment: 'test' }), (events) => events.length === 1)
    expect(event).toMatchObject({ type: 'email.received', data: { inbox: DEMO_INBOX } })
    const client = runClient(service.url, test_key)
    const letter = { to: 'robin.sample@example.com', subject: 's', text: 't' }
    const reply = await client.run({ capability: 'email.send', input: { ...letter, in_reply_to: event?.data['message_id'] } })
    expect(reply.body).toMatchObject({ status: 'succeeded', result: { inbox_id: event?.data['inbox_id'] } })
    expect((await client.run({ capability: 'email.send', input: letter })).body).toMatchObject({ status: 'succeeded', result: { inbox_id: event?.data['inbox_id'] } })
    const profile_url = 'https://www.linkedin.com/in/robin-sample'
    expect((await client.run({ capability: 'linkedin.invite', input: { profile_url } })).body.status).toBe('succeeded')
    expect((await client.run({ capability: 'linkedin.message', input: { profile_url, text: 't' } })).body.status).toBe('succeeded')
  })

  it('changes nothing for others: the sandbox still sends from its simulated inbox, and nobody may answer the demo\'s mail', async () => {
    await ensureDemo(service.db, null)
    const client = runClient(service.url, service.workspace.keys.test)
    const letter = { to: 'robin.sample@example.com', subject: 's', text: 't' }
    expect((await client.run({ capability: 'email.send', input: letter })).body).toMatchObject({ status: 'succeeded', result: { inbox_id: 'inbox_sandbox' } })
    const answer = await client.run({ capability: 'email.send', input: { ...letter, in_reply_to: '<0100019a-received@example.com>' } })
    expect(answer.body.status).toBe('failed')
    expect(new Set(answer.body.attempts.map(({ outcome }) => outcome))).toEqual(new Set(['rejected']))
  })
})
