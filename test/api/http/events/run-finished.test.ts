import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { at, httpClient } from '../../../support/http.ts'
import { type Receiver, startReceiver } from '../../../support/receiver.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const TYPE = 'run.finished'
let service: TestService
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ sweepEveryMs: 300 })
}, 120_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

const clientOf = ({ keys }: TestWorkspace) => httpClient(service.url, keys.test)
const reported = async (workspace: TestWorkspace, query = `?types=${TYPE}`): Promise<unknown[]> =>
  [(await clientOf(workspace).get(`/v1/events${query}`)).at('items')].flat()
const runsOf = (events: readonly unknown[]) => events.map((event) => String(at(event, 'data', 'run_id'))).toSorted()

/** Runs of every end that the sandbox has; `by` the key that sends them. */
async function runs(workspace: TestWorkspace): Promise<Record<string, string>> {
  const client = runClient(service.url, workspace.keys.test)
  const waiting = await client.run(findContact('', { approval: 'required' }))
  await client.cancel(waiting.body.run_id)
  const ended = await Promise.all(
    ['', '+no-match', '+error', '+slow-3'].map((scenario) => client.run(findContact(scenario))),
  )
  return Object.fromEntries([waiting, ...ended].map(({ body }) => [body.run_id, body.status]))
}

describe('the event run.finished', () => {
  it('reports every end of a run once, to the endpoint and the reader that name it', async () => {
    const workspace = await buildWorkspace(service.db)
    const endpoint = (events: readonly string[], path: string) =>
      clientOf(workspace).post('/v1/webhooks', { url: `${receiver.url}${path}`, events })
    const named = await endpoint([TYPE], '/named')
    await endpoint([], '/all')
    const statuses = { ...(await runs(workspace)) }
    const ids = Object.keys(statuses).toSorted()
    const events = await until(
      () => reported(workspace),
      (all) => all.length >= ids.length,
    )
    expect(runsOf(events)).toEqual(ids)
    const client = runClient(service.url, workspace.keys.test)
    for (const event of events) {
      const { body: run } = await client.get(String(at(event, 'data', 'run_id')))
      expect(at(event, 'data')).toEqual({
        run_id: run.run_id,
        status: run.status,
        work: 'contact.find',
        provider: run.provider,
        charged: run.billing.charged ?? '0.00',
        error: run.error?.code ?? null,
        at: expect.stringMatching(/Z$/),
      })
    }
    expect(new Set(events.map((event) => at(event, 'data', 'status')))).toEqual(
      new Set(['succeeded', 'no_match', 'failed', 'cancelled']),
    )
    const deliveries = await until(
      async () => [(await clientOf(workspace).get(`/v1/webhooks/${String(named.at('id'))}`)).at('deliveries')].flat(),
      (all) => all.length > 0 && all.every((one) => at(one, 'status') === 'delivered'),
      60,
    )
    expect(deliveries.map((one) => at(one, 'event_id')).toSorted()).toEqual(
      events.map((event) => at(event, 'id')).toSorted(),
    )
    const got = receiver.received.filter(({ headers }) => headers['service-event-type'] === TYPE)
    // An attempt may be repeated, as that of any delivery.
    expect([...new Set(runsOf(got.map(({ body }) => JSON.parse(body))))]).toEqual(ids)
    expect(new Set(got.map(({ path }) => path))).toEqual(new Set(['/named']))
    expect((await reported(workspace, '')).filter((event) => at(event, 'type') === TYPE)).toEqual([])
  }, 120_000)

  it('is written nowhere while no endpoint names it', async () => {
    const workspace = await buildWorkspace(service.db)
    const made = await clientOf(workspace).post('/v1/webhooks', { url: `${receiver.url}/off`, events: [TYPE] })
    await clientOf(workspace).patch(`/v1/webhooks/${String(made.at('id'))}`, { enabled: false })
    await clientOf(workspace).post('/v1/webhooks', { url: `${receiver.url}/all` })
    await runClient(service.url, workspace.keys.test).run(findContact())
    await clientOf(workspace).patch(`/v1/webhooks/${String(made.at('id'))}`, { enabled: true })
    const { body } = await runClient(service.url, workspace.keys.test).run(findContact())
    expect(
      runsOf(
        await until(
          () => reported(workspace),
          (all) => all.length > 0,
        ),
      ),
    ).toEqual([body.run_id])
  }, 120_000)
})
