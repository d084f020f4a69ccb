import { type Client, ScheduleAlreadyRunning, type ScheduleOptions, ScheduleOverlapPolicy } from '@temporalio/client'
import { webhookQueue } from '../workflows/start-webhooks.ts'

const EVERY = '1 hour'

/** One for each deployment that shares a namespace. */
export const retentionScheduleId = (taskQueue: string): string => `event-retention:${taskQueue}`

/**
 * Makes the Schedule that starts `purgeEvents` each hour, or brings the one that is there up to date: every worker may do so, and
 * at any time. What an operator has paused stays paused.
 */
export async function ensureEventRetention({ client, taskQueue }: { readonly client: Client; readonly taskQueue: string }): Promise<void> {
  const scheduleId = retentionScheduleId(taskQueue)
  const definition: Omit<ScheduleOptions, 'scheduleId' | 'memo' | 'state'> = {
    spec: { intervals: [{ every: EVERY }] },
    action: { type: 'startWorkflow', workflowType: 'purgeEvents', workflowId: scheduleId, taskQueue: webhookQueue(taskQueue), args: [] },
    // A round that takes longer than an hour is the next one as well; those that were missed are made up for by one.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: EVERY },
  }
  try {
    await client.schedule.create({ scheduleId, ...definition })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    await client.schedule.getHandle(scheduleId).update(({ state }) => ({ ...definition, state }))
  }
}
