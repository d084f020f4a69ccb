import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { foldHealth } from '../db/catalog/health/fold.ts'
import { startPeriodicJob } from './periodic-job.ts'

export interface HealthCounterOptions {
  readonly db: Database
  readonly log: ActivityLog
  readonly everyMs: number
}

/** Attempts are counted within two rounds of their end: half a minute is negligible for a record of 30 days. */
export const COUNT_HEALTH_EVERY_MS = 15_000
/** After a rebuild there is a month to count, and each round counts a part of it. */
const BATCHES_PER_ROUND_MAX = 100

/**
 * Adds the outcomes of offers to their hourly counts (Spec 2.4). Every replica does so, one at a time, and each attempt
 * counts once.
 */
export const startHealthCounter = ({ db, log, everyMs }: HealthCounterOptions): { stop(): Promise<void> } =>
  startPeriodicJob({
    everyMs,
    async round(stopping) {
      for (let batch = 0; batch < BATCHES_PER_ROUND_MAX && !stopping.aborted; batch += 1) {
        const folded = await foldHealth(db)
        if (folded?.more !== true) return
      }
    },
    onError: (error) => {
      log.error({ error }, 'offer_health_count_failed')
    },
  })
