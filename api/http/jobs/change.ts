import { ownRef } from '../../../domain/access/principal.ts'
import { changerOf, payerOf } from '../../../domain/access/payer.ts'
import { formatUsd, parseUsd } from '../../../domain/money/microdollars.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { type ChangedJob, changeJob, type JobChange } from '../../../usecases/jobs/change-job.ts'
import type { JobRef, StoredJob } from '../../../db/jobs/jobs.ts'
import { readJobWorkspace } from '../../../db/jobs/workspace.ts'
import type { JobStarter } from '../../../workflows/starters/jobs.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { Job, JobEdit, JobParams } from '../../schemas/job.ts'
import { invalidRequest } from '../../validation/check.ts'
import { readCeilingMax } from './ceiling-max.ts'
import { missingJob } from './find.ts'
import { requireConcurrency } from './prepare.ts'
import { presentJob } from './present.ts'
import { wakeInBackground } from './wake.ts'

export interface ChangeJobDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly jobStarter: JobStarter
  /** Answers the requests that wait for the job. */
  readonly notifyEnded: (jobId: string) => void
}

const JOB_CHANGES = {
  pause: {
    operationId: 'pauseJob',
    summary: 'Pause a job',
    description: 'No further row begins once this is answered. Rows that are under way end as usual.',
  },
  resume: {
    operationId: 'resumeJob',
    summary: 'Resume a paused job',
    description: 'The job continues where it paused. If its reason still holds, it pauses again.',
  },
  approve: {
    operationId: 'approveJob',
    summary: 'Approve a job',
    description: 'All rows run, without a further approval. During the pilot it approves in advance.',
  },
  cancel: {
    operationId: 'cancelJob',
    summary: 'Cancel a job',
    description:
      'No further row begins once this is answered, and runs that have reached no provider are cancelled. Rows at a provider end as usual, and the job ends after them.',
  },
} as const

/** `POST /v1/jobs/{job_id}/pause`, `resume`, `approve` and `cancel`. */
export const changeJobRoute = (deps: ChangeJobDeps, kind: keyof typeof JOB_CHANGES) =>
  defineRoute({
    ...JOB_CHANGES[kind],
    method: 'POST',
    path: `/v1/jobs/{job_id}/${kind}`,
    tags: ['Jobs'],
    spec: '4.4',
    access: 'run',
    idempotent: { store: deps },
    params: JobParams,
    responses: { 200: { description: 'The job.', schema: Job } },
    errors: ['forbidden', 'not_found', { code: 'invalid_request', status: 409 }],
    async handler({ params, principal, log, saveResponse, reply }) {
      const ref = ownRef(principal, params.job_id)
      const job = await changed(deps.db, ref, {
        change: { kind },
        caller: changerOf(principal),
        payer: payerOf(principal),
        saveResponse: (tx, stored) => saveResponse(tx, presentJob(stored)),
      })
      deps.notifyEnded(job.id)
      if (kind !== 'pause') wakeInBackground(deps.jobStarter, job, log)
      log.info({ job_id: job.id, change: kind }, 'job_changed')
      return reply(200, presentJob(job))
    },
  })

export const updateJob = (deps: ChangeJobDeps) =>
  defineRoute({
    operationId: 'updateJob',
    method: 'PATCH',
    path: '/v1/jobs/{job_id}',
    summary: 'Change the ceiling or the concurrency of a job',
    description:
      'The ceiling may not be lower than what is spent and held. A job that is paused by its ceiling continues when it is resumed.',
    tags: ['Jobs'],
    spec: '4.4',
    access: 'run',
    idempotent: { store: deps },
    params: JobParams,
    body: JobEdit,
    bodyExamples: { ceiling: { summary: 'A higher ceiling', value: { ceiling: '50.00' } } },
    responses: { 200: { description: 'The job.', schema: Job } },
    errors: ['forbidden', 'not_found', { code: 'invalid_request', status: 409 }],
    async handler({ params, body, principal, log, saveResponse, reply }) {
      if (body.concurrency !== undefined) {
        const { plan } = await readJobWorkspace(deps.db, principal.workspaceId)
        requireConcurrency(body.concurrency, plan)
      }
      const job = await changed(deps.db, ownRef(principal, params.job_id), {
        change: {
          kind: 'edit',
          ceiling: body.ceiling === undefined ? null : parseUsd(body.ceiling),
          ceilingMax: body.ceiling === undefined ? null : await readCeilingMax(deps.db, principal),
          concurrency: body.concurrency ?? null,
        },
        caller: changerOf(principal),
        payer: payerOf(principal),
        saveResponse: (tx, stored) => saveResponse(tx, presentJob(stored)),
      })
      wakeInBackground(deps.jobStarter, job, log)
      log.info({ job_id: job.id, change: 'edit' }, 'job_changed')
      return reply(200, presentJob(job))
    },
  })

async function changed(db: Database, ref: JobRef, requested: Parameters<typeof changeJob>[2]): Promise<StoredJob> {
  const answer = await changeJob(db, ref, requested)
  if (answer.kind === 'changed') return answer.job
  throw refusalOf(answer, requested.change)
}

function refusalOf(answer: Exclude<ChangedJob, { kind: 'changed' }>, { kind }: JobChange): Problem {
  switch (answer.kind) {
    case 'missing':
      return missingJob()
    case 'forbidden':
      return new Problem('forbidden', answer.message)
    case 'below':
      return invalidRequest([
        { path: '/ceiling', message: `must be at least ${formatUsd(answer.committed)}, which is spent and held` },
      ])
    case 'refused':
      return new Problem(
        'invalid_request',
        `The job cannot be ${kind === 'edit' ? 'changed' : PAST[kind]}: it is ${answer.status}.`,
        { httpStatus: 409 },
      )
  }
}

const PAST = { pause: 'paused', resume: 'resumed', approve: 'approved', cancel: 'cancelled' } as const
