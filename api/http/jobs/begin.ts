import type { Logger } from 'pino'
import { payerOf } from '../../../domain/access/payer.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { Queries } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { createJob } from '../../../usecases/jobs/create-job.ts'
import { jobApprovalUrl } from '../../../domain/approvals/url.ts'
import { approvalEvents } from '../../../domain/jobs/job-events.ts'
import type { DeliveryStarter } from '../../../workflows/starters/deliveries.ts'
import type { JobStarter } from '../../../workflows/starters/jobs.ts'
import { Problem } from '../../errors/problem.ts'
import { rememberForJob } from '../../files/remembered.ts'
import { quotaProblem } from '../../errors/quota.ts'
import type { Job } from '../../schemas/job.ts'
import type { CallbackRefusalDeps } from '../runs/callback-refusal.ts'
import type { PrepareDeps, PreparedJob } from './prepare.ts'
import { readCeilingMax } from './ceiling-max.ts'
import { presentJob } from './present.ts'
import { wakeInBackground } from './wake.ts'

export interface BeginJobDeps extends PrepareDeps, CallbackRefusalDeps {
  readonly jobStarter: JobStarter
  readonly deliveries: Pick<DeliveryStarter, 'startAll'>
  readonly publicUrl: () => string
}

interface JobToBegin {
  readonly prepared: PreparedJob
  readonly retryOf: string | null
  readonly requestId: string
  readonly log: Logger
  readonly saveResponse: (tx: Queries, job: Job) => Promise<void>
}

/** Stores a prepared job and starts its workflow. Throws `limit_reached`, and 409 for a second retry. */
export async function beginJob(
  { db, jobStarter, deliveries, publicUrl }: BeginJobDeps,
  principal: Principal,
  { prepared: { job, rows, usedColumns }, retryOf, requestId, log, saveResponse }: JobToBegin,
): Promise<Job> {
  const most = await readCeilingMax(db, principal)
  const created = await createJob(
    db,
    {
      ...job,
      ...(most !== null && job.ceiling > most ? NEEDS_APPROVAL : {}),
      id: newId('job'),
      workspaceId: principal.workspaceId,
      environment: principal.environment,
      ...payerOf(principal),
      requestId,
      retryOf,
    },
    {
      rows,
      events: (stored) =>
        approvalEvents(
          { ...stored, jobId: stored.id },
          { now: stored.readAt, url: jobApprovalUrl(publicUrl(), { ...stored, jobId: stored.id }) },
        ),
      async saveResponse(tx, stored) {
        if (usedColumns !== undefined) await rememberForJob(tx, principal.workspaceId, usedColumns)
        await saveResponse(tx, presentJob(stored))
      },
    },
  )
  if (created.kind === 'quota reached') throw quotaProblem(created)
  if (created.kind === 'retried') throw retriedMeanwhile()
  const made = created.job
  deliveries.startAll(created.deliveries)
  wakeInBackground(jobStarter, made, log)
  log.info({ job_id: made.id, rows: made.rows }, 'job_created')
  return presentJob(made)
}

const NEEDS_APPROVAL = { status: 'awaiting_approval', reason: 'approval_needed' } as const

const retriedMeanwhile = (): Problem =>
  new Problem('invalid_request', 'The failed rows of this job were run again at the same time: retry that job.', {
    httpStatus: 409,
  })
