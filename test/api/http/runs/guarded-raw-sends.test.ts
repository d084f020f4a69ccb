import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { type LiveProviders, startLiveProviders } from '../../../support/live-providers.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let providers: LiveProviders
let service: TestService
beforeAll(async () => {
  providers = await startLiveProviders()
  service = await startTestService({ providers: providers.settings })
})
afterAll(async () => {
  await service.stop()
  await providers.close()
})

/** A client of a new workspace that has connected its own account. */
async function connected() {
  const workspace = await buildWorkspace(service.db)
  const client = runClient(service.url, workspace.keys.live)
  providers.resend.scriptPath('/domains', { json: { data: [] } })
  const { status } = await client.call('POST', '/v1/connections/resend', { api_key: 'own-resend-key' })
  expect(status).toBe(200)
  return client
}

/** The calls of runs; a key is checked by its domains, and then the webhook of its account is registered. */
const callsOfRuns = () =>
  providers.resend.calls.filter(({ path }) => path !== '/domains' && !path.startsWith('/webhooks'))

const email = (to: unknown, more: object = {}) => ({
  provider: 'resend',
  endpoint: 'POST /emails',
  input: { from: 'me@sender.example.com', to, subject: 'A question', text: 'Hello.' },
  ...more,
})

it('a raw email through a connection reaches no suppressed recipient, and none twice', async () => {
  const client = await connected()
  await client.call('POST', '/v1/features', { tables: true })
  await client.call('POST', '/v1/suppressions', { subjects: ['a@example.com'], reason: 'unsubscribe' })
  providers.resend.script({ json: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } })

  const suppressed = await client.run(email(['b@example.com', 'Ada <A@Example.com>']))
  expect([suppressed.status, suppressed.body.status, suppressed.body.error?.code]).toEqual([
    403,
    'blocked',
    'suppressed',
  ])
  expect(callsOfRuns()).toEqual([])

  const sent = await client.run(email('b@example.com'))
  expect([sent.status, sent.body.status]).toEqual([200, 'succeeded'])
  const again = await client.run(email('B <b@example.com>'))
  expect([again.status, again.body.error]).toEqual([
    409,
    expect.objectContaining({ code: 'repeat_touch', earlier_run_id: sent.body.run_id }),
  ])
  expect((await client.run(email('b@example.com', { routing: { allow_repeat: true } }))).status).toBe(200)
  expect(callsOfRuns()).toHaveLength(2)
})

it('a raw event reaches no suppressed person; a raw call without recipients is refused unless the caller answers for it', async () => {
  const client = await connected()
  const before = callsOfRuns().length
  const broadcast = { provider: 'resend', endpoint: 'POST /broadcasts/{id}/send', path: { id: 'b' }, input: {} }
  const refusedWithoutTables = await client.call('POST', '/v1/run', broadcast)

  await client.call('POST', '/v1/features', { tables: true })
  await client.call('POST', '/v1/suppressions', { subjects: ['a@example.com'], reason: 'unsubscribe' })
  const event = { provider: 'resend', endpoint: 'POST /events/send', input: { event: 'x', email: 'a@example.com' } }
  expect((await client.run(event)).body.error?.code).toBe('suppressed')

  for (const { status, body } of [refusedWithoutTables, await client.call('POST', '/v1/run', broadcast)])
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request', param: '/endpoint' } }])
  expect(callsOfRuns()).toHaveLength(before)
  providers.resend.script({ json: { id: 'b' } })
  const sent = await client.run({ ...broadcast, routing: { allow_unchecked_recipients: true } })
  expect([sent.status, sent.body.status]).toEqual([200, 'succeeded'])
})
