import { formatUsd } from '../../domain/money/microdollars.ts'
import { metadataOf } from '../../domain/runs/metadata.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { type EventToWrite, type StreamOwner, writeEvents } from '../../db/delivery/events/write.ts'
import { type FinishedRun, TAKE_FINISHED_RUNS } from '../../db/runs/report-finished.ts'

export const REPORT_FINISHED_RUNS: Transaction = { name: 'report_finished_runs', effect: true }

export interface ReportedRuns {
  readonly count: number
  /** To be passed to `startDeliveries`. */
  readonly deliveries: readonly DeliveryToStart[]
}

/**
 * Writes `run.finished` for up to `limit` runs of a stream, with the deliveries, in the order in which they ended. Each
 * run is reported once: its row is deleted in the same transaction. When `count` equals `limit`, there may be more.
 */
export const reportFinishedRuns = (db: Database, owner: StreamOwner, limit: number): Promise<ReportedRuns> =>
  db.transaction(REPORT_FINISHED_RUNS, async (tx) => {
    const { workspaceId, environment } = owner
    const runs = await tx.query(TAKE_FINISHED_RUNS, { workspaceId, environment, limit })
    const { deliveries } = await writeEvents(tx, owner, runs.map(eventOf))
    return { count: runs.length, deliveries }
  })

const eventOf = ({
  id,
  status,
  work,
  provider,
  charged,
  error,
  at,
  callbackUrl,
  metadata,
}: FinishedRun): EventToWrite => ({
  type: 'run.finished',
  data: {
    run_id: id,
    ...metadataOf({ metadata }),
    status,
    work,
    provider,
    charged: formatUsd(charged),
    error,
    at: at.toISOString(),
  },
  ...(callbackUrl === null ? {} : { callbackUrl }),
})
