import type { Logger } from 'pino'
import { OPEN_JOBS_MAX } from '../../../domain/jobs/limits.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { Queries } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { createJob } from '../../../db/jobs/create.ts'
import type { JobStarter } from '../../../workflows/starters/jobs.ts'
import { Problem } from '../../errors/problem.ts'
import type { Job } from '../../schemas/job.ts'
import type { CallbackRefusalDeps } from '../runs/callback-refusal.ts'
import type { PrepareDeps, PreparedJob } from './prepare.ts'
import { presentJob } from './present.ts'
import { wakeInBackground } from './wake.ts'

export interface BeginJobDeps extends PrepareDeps, CallbackRefusalDeps {
  readonly jobStarter: JobStarter
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
  { db, jobStarter }: BeginJobDeps,
  principal: Principal,
  { prepared: { job, rows }, retryOf, requestId, log, saveResponse }: JobToBegin,
): Promise<Job> {
  const created = await createJob(
    db,
    {
      ...job,
      id: newId('job'),
      workspaceId: principal.workspaceId,
      environment: principal.environment,
      apiKeyId: principal.apiKeyId,
      connectedAppId: principal.kind === 'app' ? principal.appId : null,
      requestId,
      retryOf,
    },
    { rows, saveResponse: (tx, stored) => saveResponse(tx, presentJob(stored)) },
  )
  if (created.kind !== 'created') throw notMade(created.kind)
  const made = created.job
  wakeInBackground(jobStarter, made, log)
  log.info({ job_id: made.id, rows: made.rows }, 'job_created')
  return presentJob(made)
}

const notMade = (kind: 'full' | 'retried'): Problem =>
  kind === 'full'
    ? new Problem(
        'limit_reached',
        `A workspace has at most ${OPEN_JOBS_MAX} jobs that have not ended, over both environments.`,
      )
    : new Problem('invalid_request', 'The failed rows of this job were run again at the same time: retry that job.', {
        httpStatus: 409,
      })
