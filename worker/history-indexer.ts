import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { indexEarlierRuns } from '../db/history/index-earlier.ts'
import { startRounds } from './rounds.ts'

/** There is work only once, after the release that introduced the index. */
export const INDEX_HISTORY_EVERY_MS = 30_000
/** Some thousands of runs per round, so that current runs get the database in between. */
const BATCHES_PER_ROUND_MAX = 100

/** Indexes the runs that ended before the index of subjects existed (Spec 4.5). Every replica may do so. */
export const startHistoryIndexer = ({
  db,
  log,
  everyMs,
}: {
  readonly db: Database
  readonly log: ActivityLog
  readonly everyMs: number
}): { stop(): Promise<void> } =>
  startRounds({
    everyMs,
    async round(stopping) {
      for (let batch = 0; batch < BATCHES_PER_ROUND_MAX && !stopping.aborted; batch += 1) {
        const { more } = await indexEarlierRuns(db)
        if (!more) return
      }
    },
    onError: (error) => {
      log.error({ error }, 'run_index_failed')
    },
  })
