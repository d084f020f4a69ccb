import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ensureEventRetention, maintainEventRetention, retentionScheduleId } from '../../worker/event-retention.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { raiseEvents } from '../support/events.ts'
import { httpClient } from '../support/http.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  await service.client.schedule.getHandle(retentionScheduleId(service.temporal.taskQueue)).delete()
  await service.stop()
})

const unexpected = (): never => {
  throw new Error('nothing is to be logged here')
}

/** A workspace with a number of events of 31 days ago, and three of today. */
async function withOldEvents(count: number) {
  const workspace = await buildWorkspace(service.db)
  const raise = (many: number) =>
    raiseEvents(
      service,
      { workspace, environment: 'live' },
      Array.from({ length: many }, () => 'robin'),
    )
  const old = await raise(count)
  await service.db.pool.query(`update event set created_at = created_at - interval '31 days' where workspace_id = $1`, [
    workspace.id,
  ])
  return { old, young: await raise(3), client: httpClient(service.url, workspace.keys.live) }
}

describe('the schedule of retention', () => {
  it('is made once however many workers make it, repeatedly, and purges what is old at its time', async () => {
    const { client, temporal } = service
    const streams = [await withOldEvents(5), await withOldEvents(3), await withOldEvents(0)]
    await ensureEventRetention({ client, taskQueue: temporal.taskQueue })
    await ensureEventRetention({ client, taskQueue: temporal.taskQueue })
    const handle = client.schedule.getHandle(retentionScheduleId(temporal.taskQueue))
    expect(await handle.describe()).toMatchObject({
      spec: { intervals: [{ every: 3_600_000 }] },
      policies: { overlap: 'SKIP' },
      action: { workflowType: 'purgeEvents', taskQueue: `${temporal.taskQueue}-webhooks` },
    })
    await handle.trigger()
    const [first] = (
      await until(
        () => handle.describe(),
        ({ info }) => info.recentActions.length > 0,
      )
    ).info.recentActions
    if (first?.action.type !== 'startWorkflow') throw new Error('the schedule started nothing')
    expect(await client.workflow.getHandle(first.action.workflow.workflowId).result()).toEqual({
      events: 8,
      deliveries: 0,
      inbound_messages: 0,
      payloads: 0,
    })

    for (const { old, young, client: reader } of streams) {
      const read = await reader.get('/v1/events')
      expect([read.at('items', '0', 'id'), read.at('items', 'length')]).toEqual([young[0], 3])
      const answers = await Promise.all(
        old.slice(-2).map(async (id) => (await reader.get(`/v1/events?after=${id}`)).status),
      )
      expect(answers).toEqual(old.length === 0 ? [] : [410, 200])
    }
  }, 120_000)

  it('stays paused when an operator has paused it', async () => {
    const handle = service.client.schedule.getHandle(retentionScheduleId(service.temporal.taskQueue))
    await handle.pause('maintenance')
    await ensureEventRetention({ client: service.client, taskQueue: service.temporal.taskQueue })
    expect((await handle.describe()).state).toMatchObject({ paused: true, note: 'maintenance' })
  }, 60_000)

  it('is made again, once, when Temporal has lost it, and left as it is otherwise', async () => {
    const { client, temporal } = service
    const handle = client.schedule.getHandle(retentionScheduleId(temporal.taskQueue))
    const warned: string[] = []
    const log = {
      info: unexpected,
      warn: (_fields: object, event: string) => {
        warned.push(event)
      },
      error: unexpected,
    }
    const isThere = (): Promise<boolean> =>
      handle.describe().then(
        () => true,
        () => false,
      )
    await handle.delete()
    const { stop } = maintainEventRetention({ client, taskQueue: temporal.taskQueue, log, everyMs: 50 })
    await until(isThere, Boolean)
    expect(warned).toEqual([])
    await handle.delete()
    await until(
      async () => warned.length,
      (count) => count > 0,
    )
    expect((await handle.describe()).spec).toMatchObject({ intervals: [{ every: 3_600_000 }] })
    await handle.pause('maintenance')
    await sleep(500)
    await stop()
    expect([warned, (await handle.describe()).state.note]).toEqual([['event_retention_restored'], 'maintenance'])
  }, 60_000)
})
