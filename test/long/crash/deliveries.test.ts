import { afterAll, describe, expect, it } from '@jest/globals'
import { FAILING_REASON } from '../../../domain/webhooks/schedule.ts'
import { limitConcurrency } from '../../../workflows/starters/limit-concurrency.ts'
import { storedDelivery, storedWebhook } from '../../build/webhook.ts'
import { leftovers, type ServiceProcess } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { startMortal } from '../../support/mortal.ts'
import type { CrashAt } from '../../support/crash-point.ts'
import { raiseDelivery, registerWebhook } from '../../support/events.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { within } from '../../support/within.ts'
import { workerEnv } from '../../support/worker-env.ts'

/** Two cores: more processes at once would only make each of them slower than a workflow task's timeout. */
const turn = limitConcurrency(3, 100)
const TIMEOUT_MS = 400_000
const DAY_MS = 86_400_000

interface Stage {
  readonly service: TestService
  readonly receiver: Receiver
  readonly webhookId: string
  /** Starts a worker, which ends itself there. */
  worker(at?: CrashAt): Promise<ServiceProcess>
}

/** A service with one endpoint, whose workers die one after the other: processes, ended by SIGKILL. */
const onStage = (play: (stage: Stage) => Promise<void>): Promise<void> =>
  turn(async () => {
    const receiver = await startReceiver()
    const service = await startTestService({ worker: false })
    const workers: ServiceProcess[] = []
    try {
      const { id: webhookId } = await registerWebhook(service, receiver.url)
      await play({
        service,
        receiver,
        webhookId,
        async worker(at) {
          const env = {
            ...workerEnv({ ...service, providers: {} }),
            SWEEP_EVERY_MS: '500',
            ...(at === undefined ? {} : { CRASH_AT: at }),
          }
          const worker = await startMortal({ script: 'worker-child.ts', env, signal: at !== undefined })
          workers.push(worker)
          return worker
        },
      })
    } finally {
      for (const worker of workers) worker.signal('SIGKILL')
      await Promise.all(workers.map(({ exited }) => exited))
      await service.stop()
      await receiver.close()
    }
  })

async function expectDeath(worker: ServiceProcess): Promise<void> {
  const { signal } = await within(110, 'the crash point was not reached', worker.exited)
  if (signal !== 'SIGKILL') throw new Error(`the worker ended otherwise:\n${worker.output()}`)
}

/** A worker that dies in its first round, perhaps before it has logged that it is ready. */
const diesAtOnce = (stage: Stage, at: CrashAt): Promise<void> =>
  stage.worker(at).then(expectDeath, (error: Error) => {
    expect(error.message).toContain('SIGKILL')
  })

/** The delivery of one event, and its workflow. */
async function raised({ service, webhookId }: Stage) {
  const id = await raiseDelivery(service, webhookId)
  return {
    id,
    eventId: (await storedDelivery(service.db, id)).event_id,
    workflow: service.client.workflow.getHandle(id),
  }
}

const makeOverdue = ({ service }: Stage) =>
  service.db.pool.query(
    `update webhook_delivery set sweep_at = clock_timestamp() - interval '1 second' where status = 'pending'`,
  )
const delivered = ({ service }: Stage, id: string) =>
  until(
    () => storedDelivery(service.db, id),
    ({ status }) => status === 'delivered',
  )

afterAll(() => {
  expect(leftovers()).toEqual([])
})

describe('a worker that dies around a step of a delivery', () => {
  it.concurrent.each<[CrashAt, number]>(
    played([
      ['post_event:before', 1],
      ['post_event:after', 2],
      ['record_delivery_attempt:before', 2],
      ['record_delivery_attempt:after', 1],
    ]),
  )(
    '%s: the event arrives (%i times) under one event id, and is delivered by one attempt',
    async (at, arrivals) => {
      await onStage(async (stage) => {
        const { service, receiver } = stage
        const dying = await stage.worker(at)
        const { id, eventId, workflow } = await raised(stage)
        await expectDeath(dying)
        await stage.worker()
        await delivered(stage, id)
        expect(await within(60, 'the workflow did not close', workflow.result())).toMatchObject({ status: 'delivered' })
        expect(
          receiver.received.map(({ headers }) => [headers['service-event-id'], headers['service-delivery-id']]),
        ).toEqual(Array.from({ length: arrivals }, () => [eventId, id]))
        expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
        expect((await storedDelivery(service.db, id)).attempts).toHaveLength(1)
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each<[CrashAt]>(played([['claim_overdue_deliveries:before'], ['claim_overdue_deliveries:after']]))(
    '%s: a delivery whose workflow was lost is made by the next sweeper',
    async (at) => {
      await onStage(async (stage) => {
        const { id, workflow } = await raised(stage)
        await workflow.terminate()
        await makeOverdue(stage)
        await diesAtOnce(stage, at)
        await makeOverdue(stage)
        await stage.worker()
        await delivered(stage, id)
        expect(stage.receiver.received).toHaveLength(1)
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each<[CrashAt]>(played([['stop_delivery:before'], ['stop_delivery:after']]))(
    '%s: a delivery to an endpoint that was switched off meanwhile stops, and nothing is sent',
    async (at) => {
      await onStage(async (stage) => {
        const { service } = stage
        const { id, workflow } = await raised(stage)
        await service.db.pool.query('update webhook_endpoint set enabled = false')
        await diesAtOnce(stage, at)
        await stage.worker()
        expect(await within(60, 'the workflow did not close', workflow.result())).toMatchObject({
          status: at === 'stop_delivery:after' ? 'failed' : 'stopped',
        })
        expect([(await storedDelivery(service.db, id)).status, stage.receiver.received.length]).toEqual(['failed', 0])
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each<[CrashAt]>(played([['disable_failing_endpoint:before'], ['disable_failing_endpoint:after']]))(
    '%s: an endpoint that has failed for three days is switched off, and what waits for it stops',
    async (at) => {
      await onStage(async (stage) => {
        const { service, webhookId } = stage
        const { id, workflow } = await raised(stage)
        await workflow.terminate()
        // It waits, however long the workers below take to start: no sweeper finds it before it is stopped.
        await service.db.pool.query("update webhook_delivery set sweep_at = now() + interval '1 hour'")
        await service.db.pool.query('update webhook_endpoint set failing_since = $1, last_failed_at = $2', [
          new Date(Date.now() - 3.1 * DAY_MS),
          new Date(Date.now() - DAY_MS / 2),
        ])
        // The sweeper starts the clock, whose workflow was lost.
        await diesAtOnce(stage, at)
        await stage.worker()
        await until(
          () => storedWebhook(service.db, webhookId),
          ({ enabled }) => !enabled,
        )
        expect(await storedWebhook(service.db, webhookId)).toMatchObject({
          disabled_reason: FAILING_REASON,
          failing_since: null,
        })
        expect(await storedDelivery(service.db, id)).toMatchObject({ status: 'failed' })
        await within(60, 'the workflow did not close', service.client.workflow.getHandle(webhookId).result())
      })
    },
    TIMEOUT_MS,
  )
})
