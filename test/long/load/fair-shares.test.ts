import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { INBOUND_SECRETS, inboundFixture, readStream, sendInbound } from '../../build/inbound.ts'
import { makeInbox } from '../../build/sending-domain.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { findThrough, type LiveProviders, startLiveProviders } from '../../support/live-providers.ts'
import { httpClient } from '../../support/http.ts'
import { findContact, runClient } from '../../support/run-client.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

/** A small worker, so that a few dozen runs are more than it can do at once. */
const SLOTS = { workflowTasks: 20, localActivities: 40, activities: 20 }
const GREEDY_RUNS = 40

let providers: LiveProviders
let service: TestService
beforeAll(async () => {
  providers = await startLiveProviders()
  service = await startTestService({
    providers: providers.settings,
    slots: SLOTS,
    recordsAgeMsMax: 600_000,
    inboundSecrets: INBOUND_SECRETS,
  })
})
afterAll(async () => {
  await service.stop()
  await providers.close()
})

const clientOf = async (environment: 'test' | 'live') =>
  runClient(service.url, (await buildWorkspace(service.db)).keys[environment])
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

/** Event types of Temporal's API: one workflow task and no activity is the quick lane. */
async function laneOf(runId: string): Promise<'quick' | 'slow'> {
  const handle = service.client.workflow.getHandle(runId)
  await handle.result()
  const { events } = await handle.fetchHistory()
  return (events ?? []).some(({ eventType }) => eventType === 10) ? 'slow' : 'quick'
}

const endedOf = (runIds: readonly string[]) =>
  service.db.pool
    .query(`select count(*)::integer as ended from run where id = any($1) and finished_at is not null`, [runIds])
    .then(({ rows: [row] }) => Number(row?.ended))

describe('a worker with more work than it can do', () => {
  it('serves a bystander in either lane while one workspace fills the sandbox and another hangs at its provider', async () => {
    const [farm, stuck, bystander] = [await clientOf('test'), await clientOf('live'), await clientOf('live')]
    providers.set('hunter', 'hang')
    const slow = await times(GREEDY_RUNS, (index) =>
      farm.run(findContact('+slow-20', { async: true, idempotency_key: `slow-${index}` })),
    )
    await times(GREEDY_RUNS, () => stuck.run(findThrough('hunter', { async: true })))
    // The worker executes them.
    await until(
      async () => providers.calls('hunter').length,
      (calls) => calls > 0,
    )
    // The flooding workspace has all the slots that it may have: the rest of its runs waits for one.
    await until(
      () => farm.list('?status=queued'),
      ({ body }) => body.items.length > 0,
    )

    const quick = await bystander.run(findThrough('leadmagic', { wait_seconds: 60 }))
    const verified = await bystander.run({
      capability: 'contact.verify',
      input: { email: 'ada@example.com' },
      routing: { provider: 'findymail' },
      wait_seconds: 60,
    })
    const endedMeanwhile = await endedOf(slow.map(({ body }) => body.run_id))

    expect([quick.body.status, verified.body.status]).toEqual(['succeeded', 'succeeded'])
    expect(await laneOf(quick.body.run_id)).toBe('quick')
    expect(await laneOf(verified.body.run_id)).toBe('slow')
    // Each of them takes twenty seconds, so a bystander that needed one's slot would have seen it end first.
    expect(endedMeanwhile).toBe(0)

    // A run that waits for a slot shows that, and can be cancelled.
    const waiting = await until(
      () => farm.list('?status=queued'),
      ({ body }) => body.items.length > 0,
    )
    for (const { run_id } of waiting.body.items.slice(0, 1))
      expect((await farm.cancel(run_id)).body.status).toBe('cancelled')
  }, 300_000)

  it("lets a provider's message wait on a timer while others of it hold the inbound slots, and takes each once", async () => {
    const { id: workspaceId, keys } = await buildWorkspace(service.db)
    const owner = { workspaceId, environment: 'live' } as const
    await makeInbox(httpClient(service.url, keys.live), { username: 'sales' })
    const message = (eventId: string) => {
      const received = inboundFixture('agentmail-received')
      return {
        ...received,
        event_id: eventId,
        message: {
          ...Object(received['message']),
          inbox_id: 'sales@agentmail.to',
          message_id: `<${eventId}@example.com>`,
        },
      }
    }
    const timersOf = async (externalId: string): Promise<number> => {
      const {
        rows: [row],
      } = await service.db.pool.query('select id from inbound_message where external_id = $1', [externalId])
      const history = await service.client.workflow
        .getHandle(String(row?.id))
        .fetchHistory()
        .catch(() => null)
      return (history?.events ?? []).filter(({ eventType }) => eventType === 17).length
    }
    // The stream cannot be written meanwhile.
    const locking = await service.db.pool.connect()
    await locking.query('begin; lock table event in exclusive mode')
    try {
      await sendInbound(service.url, 'agentmail', message('evt_first'))
      await until(
        () => service.db.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'`),
        ({ rowCount }) => (rowCount ?? 0) > 0,
      )
      await sendInbound(service.url, 'agentmail', message('evt_second'))
      await until(
        () => timersOf('evt_second'),
        (timers) => timers > 0,
      )
    } finally {
      await locking.query('rollback')
      locking.release()
    }
    await until(
      () => readStream(service.db, owner),
      (events) => events.length === 2,
    )
    expect(await timersOf('evt_first')).toBe(0)
  }, 120_000)

  it('makes a bounded number of operations at once for one workspace, and others meanwhile', async () => {
    const [greedy, other] = [await clientOf('live'), await clientOf('live')]
    providers.set('hunter', 'hang')
    const before = providers.calls('hunter').length
    const connect = (client: typeof greedy, provider: string) =>
      client.call('POST', `/v1/connections/${provider}`, { api_key: `twin_${provider}_own` })
    const hanging = connect(greedy, 'hunter')
    await until(
      async () => providers.calls('hunter').length,
      (calls) => calls > before,
    )

    expect([(await connect(greedy, 'leadmagic')).status, (await connect(other, 'leadmagic')).status]).toEqual([
      503, 200,
    ])
    expect((await hanging).status).toBe(503)
  }, 120_000)
})
