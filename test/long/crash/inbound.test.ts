import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { INBOUND_SECRETS, inboundFixture, readStream, sendInbound } from '../../build/inbound.ts'
import { makeInbox } from '../../build/sending-domain.ts'
import { buildWorkspace, type TestWorkspace } from '../../build/workspace.ts'
import type { Owner } from '../../db/build.ts'
import { leftovers, type ServiceProcess } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { expectDeath, requestFromDying } from '../../support/dying.ts'
import { startMortal } from '../../support/mortal.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { httpClient } from '../../support/http.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { runClient } from '../../support/run-client.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { within } from '../../support/within.ts'
import { workerEnv } from '../../support/worker-env.ts'
import type { Twins } from '../../twins/kit/host.ts'
import { twinSettings } from '../../twins/kit/settings.ts'
import { startTwins } from '../../twins/twins.ts'

let twins: Twins
let service: TestService
let receiver: Receiver
let workspace: TestWorkspace
let owner: Owner
beforeAll(async () => {
  twins = await startTwins()
  service = await startTestService({
    worker: false,
    inboundSecrets: INBOUND_SECRETS,
    providers: twinSettings(twins.world),
    sweepEveryMs: 200,
  })
  receiver = await startReceiver()
}, 300_000)
afterAll(async () => {
  await service.stop()
  await Promise.all([receiver.close(), twins.close()])
  expect(leftovers()).toEqual([])
})
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  owner = { workspaceId: workspace.id, environment: 'live' }
})
afterEach(() => service.stopWorker())

const startDying = (script: 'api-child.ts' | 'worker-child.ts', at: CrashAt): Promise<ServiceProcess> =>
  startMortal({
    script,
    env: {
      ...workerEnv({ ...service, providers: {} }),
      CRASH_AT: at,
      SWEEP_EVERY_MS: '200',
      PROVIDER_AGENTMAIL_WEBHOOK_SECRET: INBOUND_SECRETS.agentmail.join(','),
    },
  })

const makeOverdue = () =>
  service.db.pool.query(
    `update inbound_message set sweep_at = clock_timestamp() - interval '1 second' where processed_at is null`,
  )

/** A bounce of a new inbox, under a new id. */
async function bounced() {
  const username = randomUUID()
  // Only a worker calls the provider. It must be gone before the message comes.
  await service.startWorker()
  await makeInbox(httpClient(service.url, workspace.keys.live), { username })
  await service.stopWorker()
  const message = inboundFixture('agentmail-bounced')
  return {
    ...message,
    event_id: `evt_${randomUUID()}`,
    bounce: { ...Object(message['bounce']), inbox_id: `${username}@agentmail.to` },
  }
}

const rowsOf = async ({ event_id }: { event_id: string }): Promise<{ id: string; outcome: string | null }[]> =>
  (await service.db.pool.query('select id, outcome from inbound_message where external_id = $1', [event_id])).rows

/** One event, the suppression that it is the source of, and nothing twice. */
async function expectProcessedOnce(message: { event_id: string }): Promise<void> {
  await until(
    () => rowsOf(message),
    ([row]) => row?.outcome === 'written',
  )
  const events = await readStream(service.db, owner)
  const { rows } = await service.db.pool.query('select value, source from suppression where workspace_id = $1', [
    owner.workspaceId,
  ])
  expect([await rowsOf(message), events.map(({ type }) => type), rows]).toMatchObject([
    [{ outcome: 'written' }],
    ['email.bounced'],
    [{ value: 'robin.sample@example.com', source: events[0]?.id }],
  ])
}

describe('an api that dies around the insert of a message', () => {
  it.each(played(['store_inbound:before', 'store_inbound:after'] as const))(
    '%s: the provider repeats it, and it is processed once',
    async (at) => {
      const message = await bounced()
      const api = await startDying('api-child.ts', at)
      await requestFromDying(api, (url) => sendInbound(url, 'agentmail', message))
      expect(await rowsOf(message)).toHaveLength(at === 'store_inbound:after' ? 1 : 0)

      await service.startWorker()
      expect((await sendInbound(service.url, 'agentmail', message)).status).toBe(200)
      await makeOverdue()
      await expectProcessedOnce(message)
    },
    300_000,
  )

  it('after it, without a repetition: the sweeper processes it', async () => {
    const message = await bounced()
    const api = await startDying('api-child.ts', 'store_inbound:after')
    await requestFromDying(api, (url) => sendInbound(url, 'agentmail', message))
    await makeOverdue()
    await service.startWorker()
    await expectProcessedOnce(message)
  }, 300_000)
})

describe('a worker that dies around the processing of a message', () => {
  it.each(played(['process_inbound:before', 'process_inbound:after'] as const))(
    '%s: there is one event, one suppression and one delivery, which arrives',
    async (at) => {
      receiver.reset()
      const { body: endpoint } = await runClient(service.url, workspace.keys.live).call<{ id: string }>(
        'POST',
        '/v1/webhooks',
        { url: `${receiver.url}/hook` },
      )
      const message = await bounced()
      const worker = await startDying('worker-child.ts', at)
      expect((await sendInbound(service.url, 'agentmail', message)).status).toBe(200)
      await expectDeath(worker)
      expect((await rowsOf(message))[0]?.outcome).toBe(at === 'process_inbound:after' ? 'written' : null)

      await service.startWorker()
      await expectProcessedOnce(message)
      const { rows } = await service.db.pool.query(
        'select event_type, event_id from webhook_delivery where webhook_id = $1',
        [endpoint.id],
      )
      const [event] = await readStream(service.db, owner)
      expect(rows).toEqual([{ event_type: 'email.bounced', event_id: event?.id }])
      // The worker that died after its commit has started nothing: the sweeper finds the delivery.
      await service.db.pool.query(
        `update webhook_delivery set sweep_at = clock_timestamp() - interval '1 second' where webhook_id = $1 and status = 'pending'`,
        [endpoint.id],
      )
      await until(
        async () => receiver.received,
        (received) => received.length > 0,
      )
      expect(new Set(receiver.received.map(({ headers }) => headers['service-event-id']))).toEqual(new Set([event?.id]))
      const closed: { outcome: string } = await within(
        30,
        'the workflow did not close',
        service.client.workflow.getHandle((await rowsOf(message))[0]?.id ?? '').result(),
      )
      expect(closed).toEqual({ outcome: 'written' })
    },
    300_000,
  )
})

describe('a sweeper that dies around its claim', () => {
  it.each(played(['claim_overdue_inbound:before', 'claim_overdue_inbound:after'] as const))(
    '%s: the message falls due again and is processed once',
    async (at) => {
      const message = await bounced()
      const api = await startDying('api-child.ts', 'store_inbound:after')
      await requestFromDying(api, (url) => sendInbound(url, 'agentmail', message))
      await makeOverdue()
      // It dies in its first round, perhaps before it has logged that it is ready.
      await startDying('worker-child.ts', at).then(expectDeath, (error: Error) => {
        expect(error.message).toContain('SIGKILL')
      })
      expect((await rowsOf(message))[0]?.outcome).toBeNull()
      await makeOverdue()
      await service.startWorker()
      await expectProcessedOnce(message)
    },
    300_000,
  )
})
