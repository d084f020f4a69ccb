import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { indexEarlierRuns } from '../db/history/index-earlier.ts'
import { startRounds } from './rounds.ts'

/** There is something to do only once, after the release that brought the index. */
export const INDEX_HISTORY_EVERY_MS = 30_000
/** Some thousands of runs a round, so that the runs of today have the database in between. */
const BATCHES_PER_ROUND_MAX = 100

/** Works off the runs that ended before there was an index of subjects (Spec 4.5). Every replica may. */
export const startHistoryIndexer = ({ db, log, everyMs }: { readonly db: Database; readonly log: ActivityLog; readonly everyMs: number }): { stop(): Promise<void> } =>
  startRounds({
    everyMs,
    async round(stopping) {
      for (let batch = 0; batch < BATCHES_PER_ROUND_MAX && !stopping.aborted; batch += 1) {
        const { more } = await indexEarlierRuns(db)
        if (!more) return
      }
    },
    onError: (error) => { log.error({ error }, 'indexing earlier runs failed') },
  })
