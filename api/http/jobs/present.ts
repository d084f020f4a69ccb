import { ADVICE, type OutcomeCounts } from '../../../domain/jobs/states.ts'
import type { JobEstimate } from '../../../domain/jobs/estimate.ts'
import { metadataOf } from '../../../domain/runs/metadata.ts'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { StoredJob } from '../../../db/jobs/jobs.ts'
import type { Job, ShownEstimate } from '../../schemas/job.ts'

/** Estimates that were stored before rows could repeat have no `repeated`. */
export const presentEstimate = ({ hold_max: _internal, ...estimate }: JobEstimate): ShownEstimate => ({
  ...estimate,
  repeated: estimate.repeated ?? 0,
})

/** A job as the API shows it. */
export function presentJob(job: StoredJob): Job {
  return {
    job_id: job.id,
    status: job.status,
    reason: job.reason,
    advice: job.reason === null ? null : ADVICE[job.reason],
    environment: job.environment,
    simulated: job.environment === 'test',
    name: job.name,
    request: job.request,
    approve: job.approve,
    concurrency: job.concurrency,
    estimate: presentEstimate(job.estimate),
    ceiling: formatUsd(job.ceiling),
    spent: formatUsd(job.spent),
    held: formatUsd(job.held),
    progress: progressOf(job),
    ...metadataOf(job),
    ...(job.callbackUrl === null ? {} : { callback_url: job.callbackUrl }),
    retry_of: job.retryOf,
    created_at: job.createdAt.toISOString(),
    finished_at: job.finishedAt?.toISOString() ?? null,
    poll_url: `/v1/jobs/${job.id}`,
  }
}

function progressOf(job: StoredJob): Job['progress'] {
  const { rows, counts, spent, uncounted } = job
  const done = sumOf(counts)
  return {
    rows,
    done,
    ...counts,
    cost_per_found: counts.found === 0 ? null : formatUsd((spent - uncounted) / BigInt(counts.found)),
    eta_seconds: etaOf(job, done),
  }
}

const sumOf = (counts: OutcomeCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** At the speed since it last began or went on; rows that were invalid or repeated from the start took no time. */
function etaOf(
  { status, rows, estimate, counts, paceSince, paceDone, readAt }: StoredJob,
  done: number,
): number | null {
  const ran = done - Math.max(paceDone, estimate.invalid + counts.repeated)
  if (ran <= 0 || !['estimating', 'running', 'finishing'].includes(status)) return null
  const seconds = (readAt.getTime() - paceSince.getTime()) / 1_000
  return Math.max(0, Math.ceil((seconds / ran) * (rows - done)))
}
