import { type Client, ScheduleAlreadyRunning, ScheduleNotFoundError, type ScheduleOptions, ScheduleOverlapPolicy } from '@temporalio/client'
import type { ActivityLog } from '../activities/deps.ts'
import { webhookQueue } from '../workflows/start-webhooks.ts'
import { startRounds } from './rounds.ts'

const EVERY = '1 hour'
/** A Temporal that is away must not keep a worker from stopping. */
const ROUND_MS_MAX = 10_000
/** A Temporal that has lost its database has the Schedule again by then. */
export const LOOK_AT_RETENTION_EVERY_MS = 60_000

/** One for each deployment that shares a namespace. */
export const retentionScheduleId = (taskQueue: string): string => `event-retention:${taskQueue}`

export interface RetentionParts {
  readonly client: Client
  readonly taskQueue: string
}

export interface RetentionKeeper extends RetentionParts {
  readonly log: ActivityLog
  /** How often it looks: one question to Temporal each time. */
  readonly everyMs: number
}

/** Brings the Schedule up to date at the start of a worker, and makes it again when it is gone. */
export function maintainEventRetention({ client, taskQueue, log, everyMs }: RetentionKeeper): { stop(): Promise<void> } {
  let ensured = false
  async function look(): Promise<void> {
    if (ensured && (await isScheduled({ client, taskQueue }))) return
    await ensureEventRetention({ client, taskQueue })
    if (ensured) log.warn({}, 'event_retention_restored')
    ensured = true
  }
  const round = (): Promise<void> => client.connection.withDeadline(Date.now() + ROUND_MS_MAX, look)
  return startRounds({ everyMs, round, onError: (error) => { log.error({ error }, 'retention could not be scheduled') } })
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
 * Makes the Schedule that starts `purgeEvents` each hour, or brings the one that is there up to date: every worker may do so, and
 * at any time. What an operator has paused stays paused.
 */
export async function ensureEventRetention({ client, taskQueue }: RetentionParts): Promise<void> {
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
