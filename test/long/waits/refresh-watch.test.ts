import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { Worker } from '@temporalio/worker'
import type { BeginAnswer } from '../../../activities/watches/begin-refresh.ts'
import type { RecordAnswer } from '../../../activities/watches/record-refresh.ts'
import type { purgeEvents } from '../../../workflows/purge-events.ts'
import type { refreshWatch } from '../../../workflows/refresh-watch.ts'
import { workflowBundle } from '../../support/bundle.ts'
import { timeSkippingEnvironment } from '../../support/temporal.ts'

const QUEUE = 'refreshes'
const DAY_MS = 86_400_000
const RUN_ID = 'run_1'
let environment: TestWorkflowEnvironment
let looks = 0
beforeAll(async () => {
  environment = await timeSkippingEnvironment()
}, 300_000)
afterAll(() => environment.teardown())

/** A database whose run never ends. */
const activities = {
  beginRefresh: async (): Promise<BeginAnswer> => ({
    kind: 'begun',
    refreshId: 'refresh_1',
    runId: RUN_ID,
    workspaceId: 'ws_1',
    environment: 'test',
    name: 'web.search',
  }),
  recordRefresh: async (): Promise<RecordAnswer> => {
    looks += 1
    return { kind: 'running' }
  },
  purgeExpired: async () => ({ more: false, events: 0, deliveries: 0, inbound_messages: 0 }),
}

describe('a refresh whose run does not end', () => {
  it('fails after more than a day of polling, and leaves the sweeper to start it again', async () => {
    const { client, nativeConnection: connection, namespace } = environment
    const worker = await Worker.create({
      connection,
      ...(namespace === undefined ? {} : { namespace }),
      taskQueue: QUEUE,
      workflowBundle: await workflowBundle(),
      activities,
    })
    await worker.runUntil(async () => {
      // The workflow of the run has ended, so that only the database shows its end.
      await client.workflow.execute<typeof purgeEvents>('purgeEvents', { workflowId: RUN_ID, taskQueue: QUEUE })
      const refresh = await client.workflow.start<typeof refreshWatch>('refreshWatch', {
        workflowId: 'refresh',
        taskQueue: QUEUE,
        args: [{ watchId: 'watch_1', refreshId: 'refresh_1' }],
      })
      await expect(refresh.result()).rejects.toMatchObject({ cause: { type: 'RunDoesNotEnd' } })
      const { startTime, closeTime } = await refresh.describe()
      expect(Number(closeTime) - Number(startTime)).toBeGreaterThan(DAY_MS)
      expect(looks).toBeLessThan(2_000)
    })
  }, 120_000)
})
