import type { EventData, NewEvent } from '../events/types.ts'
import { formatUsd, type Microdollars } from '../money/microdollars.ts'
import { type Metadata, metadataOf } from '../runs/metadata.ts'
import { hasEnded, type JobReason, type JobStatus, type OutcomeCounts } from './states.ts'

/** What the events of a job report. */
interface ReportedJob {
  readonly jobId: string
  readonly status: JobStatus
  readonly reason: JobReason | null
  readonly rows: number
  readonly counts: OutcomeCounts
  readonly spent: Microdollars
  readonly ceiling: Microdollars
  readonly metadata: Metadata | null
}

/** What a round has done to a job. */
interface ChangedJob extends ReportedJob {
  readonly statusChanged: boolean
  readonly pilotIsOver: boolean
}

function dataOf(job: ReportedJob, now: Date): EventData<'job.finished'> {
  const { jobId, status, reason, rows, counts } = job
  return {
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
}

/** The event of a new job that the approval policy covers; `url`: where a person decides. */
export const approvalEvents = (
  job: ReportedJob,
  { now, url }: { readonly now: Date; readonly url: string },
): NewEvent[] =>
  job.reason === 'approval_needed' ? [{ type: 'job.awaiting_approval', data: { ...dataOf(job, now), url } }] : []

/** The events of a round, in their order; a pause by a request is no news. */
export function jobEvents(job: ChangedJob, now: Date): NewEvent[] {
  const { status } = job
  const data = dataOf(job, now)
  const types = [
    ...(job.pilotIsOver ? ['job.pilot_finished' as const] : []),
    ...(job.statusChanged && status === 'paused' ? ['job.paused' as const] : []),
    ...(job.statusChanged && hasEnded(status) ? ['job.finished' as const] : []),
  ]
  return types.map((type) => ({ type, data }))
}
