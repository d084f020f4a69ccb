import { setTimeout as sleep } from 'node:timers/promises'
import { Context } from '@temporalio/activity'
import { isDatabaseUnavailable } from '../../db/database-errors.ts'

/** A restart of the database takes seconds, a failover up to half a minute. */
const OUTAGE_MS_MAX = 30_000
const OUTAGE_RETRY_MS = 500

/**
 * Retries a repeatable database step while the database is unavailable, for as long as a restart or a failover takes.
 */
export async function retryWhileDatabaseUnavailable<T>(step: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + OUTAGE_MS_MAX
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > giveUpAt) throw error
      if (!Context.current().info.isLocal) Context.current().heartbeat()
      await sleep(OUTAGE_RETRY_MS)
    }
  }
}
