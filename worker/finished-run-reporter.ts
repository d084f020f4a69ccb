import type { ActivityDeps, ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import type { StreamOwner } from '../db/delivery/events/write.ts'
import { readUnreportedStreams } from '../db/runs/report-finished.ts'
import { reportFinishedRuns } from '../usecases/runs/report-finished.ts'
import { startPeriodicJob } from './periodic-job.ts'

/** How late `run.finished` may be. A round without work is one look at an empty table. */
export const REPORT_RUNS_EVERY_MS = 1_000
const STREAMS_PER_ROUND_MAX = 100
/** One transaction holds the counter of the stream for this many events. */
const RUNS_AT_ONCE = 200
/** Then the stream of another workspace is next. */
const TRANSACTIONS_PER_ROUND_MAX = 10

export interface FinishedRunReporterOptions extends Pick<ActivityDeps, 'startDeliveries'> {
  readonly db: Database
  readonly log: ActivityLog
  readonly everyMs: number
}

/** Writes `run.finished` for the runs that have ended (decisions, "run.finished"). Every replica does so. */
export function startFinishedRunReporter({ db, log, everyMs, startDeliveries }: FinishedRunReporterOptions): {
  stop(): Promise<void>
} {
  async function report(stream: StreamOwner, stopping: AbortSignal): Promise<void> {
    for (let made = 0; made < TRANSACTIONS_PER_ROUND_MAX && !stopping.aborted; made += 1) {
      const { count, deliveries } = await reportFinishedRuns(db, stream, RUNS_AT_ONCE)
      startDeliveries(deliveries)
      if (count < RUNS_AT_ONCE) return
    }
  }

  return startPeriodicJob({
    everyMs,
    async round(stopping) {
      for (const stream of await readUnreportedStreams(db, STREAMS_PER_ROUND_MAX)) {
        // The others of this round must not wait for it, and the next round finds it again.
        await report(stream, stopping).catch((error: unknown) => {
          log.error({ workspace_id: stream.workspaceId, error }, 'finished_runs_not_reported')
        })
      }
    },
    onError: (error) => {
      log.error({ error }, 'finished_run_report_failed')
    },
  })
}
