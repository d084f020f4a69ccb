import type { NewEvent } from '../events/types.ts'
import { formatUsd, type Microdollars } from '../money/microdollars.ts'
import { type Metadata, metadataOf } from '../runs/metadata.ts'
import { hasEnded, type JobReason, type JobStatus, type OutcomeCounts } from './states.ts'

/** What a round has done to a job. */
interface MovedJob {
  readonly jobId: string
  readonly status: JobStatus
  readonly reason: JobReason | null
  readonly hasMoved: boolean
  readonly pilotIsOver: boolean
  readonly rows: number
  readonly counts: OutcomeCounts
  readonly spent: Microdollars
  readonly ceiling: Microdollars
  readonly metadata: Metadata | null
}

/** The events of a round, in their order; a pause by a request is no news. */
export function newsOf(job: MovedJob, now: Date): NewEvent[] {
  const { jobId, status, reason, rows, counts } = job
  const data = {
    job_id: jobId,
    ...metadataOf(job),
    status,
    reason,
    rows,
    done: Object.values(counts).reduce((sum, count) => sum + count, 0),
    found: counts.found,
    missed: counts.missed,
    failed: counts.failed,
    spent: formatUsd(job.spent),
    ceiling: formatUsd(job.ceiling),
    at: now.toISOString(),
  }
  const types = [
    ...(job.pilotIsOver ? ['job.pilot_finished' as const] : []),
    ...(job.hasMoved && status === 'paused' ? ['job.paused' as const] : []),
    ...(job.hasMoved && hasEnded(status) ? ['job.finished' as const] : []),
  ]
  return types.map((type) => ({ type, data }))
}
