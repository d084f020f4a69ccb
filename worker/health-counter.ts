import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { foldHealth } from '../db/health/fold.ts'
import { startRounds } from './rounds.ts'

export interface HealthCounterOptions {
  readonly db: Database
  readonly log: ActivityLog
  readonly everyMs: number
}

/** Attempts are counted two rounds after they ended: half a minute is nothing to a record of 30 days. */
export const COUNT_HEALTH_EVERY_MS = 15_000
/** After a rebuild there is a month to count: it is worked off round by round. */
const BATCHES_PER_ROUND_MAX = 100

/** Counts what offers did into their hours (Spec 2.4). Every replica does, one at a time, and each attempt counts once. */
export const startHealthCounter = ({ db, log, everyMs }: HealthCounterOptions): { stop(): Promise<void> } =>
  startRounds({
    everyMs,
    async round(stopping) {
      for (let batch = 0; batch < BATCHES_PER_ROUND_MAX && !stopping.aborted; batch += 1) {
        const folded = await foldHealth(db)
        if (folded?.more !== true) return
      }
    },
    onError: (error) => { log.error({ error }, 'counting the health of offers failed') },
  })
