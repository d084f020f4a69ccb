import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client'
import type { ActivityLog } from '../activities/deps.ts'
import { webhookQueue } from '../workflows/starters/deliveries.ts'
import { startPeriodicJob } from './periodic-job.ts'

const EVERY = '1 hour'
/** An unavailable Temporal must not keep a worker from stopping. */
const ROUND_MS_MAX = 10_000
/** A Temporal that has lost its database gets the Schedule back within this time. */
export const CHECK_RETENTION_EVERY_MS = 60_000

/** One for each deployment that shares a namespace. */
export const retentionScheduleId = (taskQueue: string): string => `event-retention:${taskQueue}`

export interface RetentionParts {
  readonly client: Client
  readonly taskQueue: string
}

export interface RetentionKeeper extends RetentionParts {
  readonly log: ActivityLog
  /** The interval of the check: one request to Temporal each. */
  readonly everyMs: number
}

/** Updates the Schedule when a worker starts, and creates it again if it is gone. */
export function maintainEventRetention({ client, taskQueue, log, everyMs }: RetentionKeeper): {
  stop(): Promise<void>
} {
  let ensured = false
  async function check(): Promise<void> {
    if (ensured && (await isScheduled({ client, taskQueue }))) return
    await ensureEventRetention({ client, taskQueue })
    if (ensured) log.warn({}, 'event_retention_restored')
    ensured = true
  }
  const round = (): Promise<void> => client.connection.withDeadline(Date.now() + ROUND_MS_MAX, check)
  return startPeriodicJob({
    everyMs,
    round,
    onError: (error) => {
      log.error({ error }, 'event_retention_failed')
    },
  })
}

async function isScheduled({ client, taskQueue }: RetentionParts): Promise<boolean> {
  try {
    await client.schedule.getHandle(retentionScheduleId(taskQueue)).describe()
    return true
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false
    throw error
  }
}

/**
 * Creates or updates the Schedule that starts `purgeEvents` each hour. Every worker may do so at any time. A Schedule
 * that an operator has paused stays paused.
 */
export async function ensureEventRetention({ client, taskQueue }: RetentionParts): Promise<void> {
  const scheduleId = retentionScheduleId(taskQueue)
  const definition: Omit<ScheduleOptions, 'scheduleId' | 'memo' | 'state'> = {
    spec: { intervals: [{ every: EVERY }] },
    action: {
      type: 'startWorkflow',
      workflowType: 'purgeEvents',
      workflowId: scheduleId,
      taskQueue: webhookQueue(taskQueue),
      args: [],
      staticSummary: 'hourly deletion of what has expired',
    },
    // A round that takes longer than an hour skips the next one; one round makes up for those that were missed.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: EVERY },
  }
  try {
    await client.schedule.create({ scheduleId, ...definition })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    await client.schedule.getHandle(scheduleId).update(({ state }) => ({ ...definition, state }))
  }
}
