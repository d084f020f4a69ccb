import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DEMO_ACCOUNT, DEMO_INBOX, ensureDemo, writeCredentials } from '../../dev/demo.ts'
import { findApiKey } from '../../db/access/api-keys/queries.ts'
import { listInboxes } from '../../db/outreach/inboxes/queries.ts'
import { ensureWorkspace } from '../../usecases/access/create-workspace.ts'
import { httpClient } from '../support/http.ts'
import { storedAccount } from '../support/messaging-account.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { runClient } from '../support/run-client.ts'
import { INBOUND_SECRETS, inboundFixture, readStream, sendInbound } from '../build/inbound.ts'
import { until } from '../support/until.ts'

const NOTHING = { test: 0n, live: 0n }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ inboundSecrets: INBOUND_SECRETS })
})
afterAll(() => service.stop())

describe('the demo workspace', () => {
  it('has one inbox and one account of the sandbox, however often it is made', async () => {
    const { test_key } = await ensureDemo(service.db, null)
    await ensureDemo(service.db, null)
    const workspaceId = (await findApiKey(service.db, test_key))?.workspaceId ?? ''
    expect(await listInboxes(service.db, { workspaceId, environment: 'test' })).toMatchObject([
      { provider: 'agentmail', externalId: DEMO_INBOX, status: 'active' },
    ])
    expect(await storedAccount(service.db, DEMO_ACCOUNT)).toMatchObject({
      workspaceId,
      environment: 'test',
      network: 'linkedin',
      status: 'connected',
    })
  })

  it('is made once by two starts at the same time', async () => {
    const made = await Promise.all([
      ensureWorkspace(service.db, 'twice', NOTHING),
      ensureWorkspace(service.db, 'twice', NOTHING),
    ])
    expect(made[0]?.id).toBe(made[1]?.id)
    const { rows } = await service.db.pool.query(`select count(*)::integer as n from wallet where workspace_id = $1`, [
      made[0]?.id,
    ])
    expect(rows).toEqual([{ n: 2 }])
  })

  it("differs from another customer's workspace that is named demo too", async () => {
    const signedUp = await httpClient(service.url).post('/v1/auth/signup', {
      email: 'sam@example.com',
      password: 'another demo',
      workspace: 'demo',
    })
    const { session_token } = await ensureDemo(service.db, null)
    const me = await httpClient(service.url, session_token).get('/v1/auth/me')
    expect(me.at('workspace', 'name')).toBe('demo')
    expect(me.at('workspace', 'id')).not.toBe(signedUp.at('workspace', 'id'))
  })

  it('has a person who can sign in; a next start keeps what is valid and replaces what is not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-'))
    const file = join(folder, 'credentials.json')
    const written = async () => {
      const credentials = {
        base_url: service.url,
        temporal_address: '',
        temporal_ui: null,
        metrics_url: '',
        ...(await ensureDemo(service.db, file)),
      }
      writeCredentials(file, credentials)
      return credentials
    }
    const first = await written()
    expect((await httpClient(service.url, first.session_token).get('/v1/auth/me')).at('user', 'email')).toBe(
      first.email,
    )
    expect(
      (await httpClient(service.url).post('/v1/auth/signin', { email: first.email, password: first.password })).status,
    ).toBe(200)
    expect(await written()).toEqual(first)

    await httpClient(service.url, first.session_token).post('/v1/auth/signout')
    const second = await written()
    expect(second).toEqual({ ...first, session_token: expect.any(String) })
    expect(second.session_token).not.toBe(first.session_token)

    writeCredentials(file, { ...second, password: 'forgotten' })
    const third = await written()
    expect(third.password).not.toBe('forgotten')
    expect(
      (await httpClient(service.url).post('/v1/auth/signin', { email: third.email, password: third.password })).status,
    ).toBe(200)
    rmSync(folder, { recursive: true })
  })

  it('sees a message of a provider on its stream, answers it from the inbox that has it, and sends as before', async () => {
    const { test_key } = await ensureDemo(service.db, null)
    const workspaceId = (await findApiKey(service.db, test_key))?.workspaceId ?? ''
    const message = inboundFixture('agentmail-received')
    await sendInbound(service.url, 'agentmail', {
      ...message,
      message: { ...Object(message['message']), inbox_id: DEMO_INBOX },
    })
    const [event] = await until(
      () => readStream(service.db, { workspaceId, environment: 'test' }),
      (events) => events.length === 1,
    )
    expect(event).toMatchObject({ type: 'email.received', data: { inbox: DEMO_INBOX } })
    const client = runClient(service.url, test_key)
    const letter = { to: 'robin.sample@example.com', subject: 's', text: 't' }
    const reply = await client.run({
      capability: 'email.send',
      input: { ...letter, in_reply_to: event?.data['message_id'] },
    })
    expect(reply.body).toMatchObject({ status: 'succeeded', result: { inbox_id: event?.data['inbox_id'] } })
    expect((await client.run({ capability: 'email.send', input: letter })).body).toMatchObject({
      status: 'succeeded',
      result: { inbox_id: event?.data['inbox_id'] },
    })
    const profile_url = 'https://www.linkedin.com/in/robin-sample'
    expect((await client.run({ capability: 'linkedin.invite', input: { profile_url } })).body.status).toBe('succeeded')
    expect((await client.run({ capability: 'linkedin.message', input: { profile_url, text: 't' } })).body.status).toBe(
      'succeeded',
    )
  })

  it("changes nothing for others: the sandbox still sends from its simulated inbox, and no other workspace may answer the demo's mail", async () => {
    await ensureDemo(service.db, null)
    const client = runClient(service.url, service.workspace.keys.test)
    const letter = { to: 'robin.sample@example.com', subject: 's', text: 't' }
    expect((await client.run({ capability: 'email.send', input: letter })).body).toMatchObject({
      status: 'succeeded',
      result: { inbox_id: 'inbox_sandbox' },
    })
    const answer = await client.call('POST', '/v1/run', {
      capability: 'email.send',
      input: { ...letter, in_reply_to: '<0100019a-received@example.com>' },
    })
    expect([answer.status, answer.body]).toMatchObject([
      404,
      { error: { code: 'not_found', param: '/input/in_reply_to' } },
    ])
  })
})
