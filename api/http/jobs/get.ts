import Type from 'typebox'
import { ownRef } from '../../../domain/access/principal.ts'
import { hasEnded, type JobStatus } from '../../../domain/jobs/states.ts'
import { readJob } from '../../../db/jobs/jobs.ts'
import type { Database } from '../../../db/database.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { Job, JobParams } from '../../schemas/job.ts'
import { WAIT_SECONDS_MAX } from '../../schemas/run-request.ts'
import { awaitSettled } from '../../waiters/await-settled.ts'
import type { RunWaiters } from '../../waiters/run-waiters.ts'
import { existingJob } from './find.ts'
import { presentJob } from './present.ts'

export interface GetJobDeps {
  readonly db: Database
  readonly waiters: RunWaiters
}

/** It continues only when a request comes, or has ended. */
const waitsOrHasEnded = (status: JobStatus): boolean =>
  hasEnded(status) || status === 'paused' || status === 'awaiting_approval'

export const getJob = (deps: GetJobDeps) =>
  defineRoute({
    operationId: 'getJob',
    method: 'GET',
    path: '/v1/jobs/{job_id}',
    summary: 'Read a job',
    description: 'With `wait`, answers when the job has ended or waits for a request, at the latest after that time.',
    tags: ['Jobs'],
    spec: '4.4',
    access: 'read',
    params: JobParams,
    query: closed({
      wait: Type.Optional(
        Type.Integer({ minimum: 0, maximum: WAIT_SECONDS_MAX, default: 0, description: 'Seconds to wait.' }),
      ),
    }),
    responses: { 200: { description: 'The job.', schema: Job } },
    errors: ['not_found'],
    async handler({ params, query, principal, signal, reply }) {
      const ref = ownRef(principal, params.job_id)
      const job = await awaitSettled(deps.waiters, ref.id, {
        read: async () => existingJob(await readJob(deps.db, ref)),
        isSettled: ({ status }) => waitsOrHasEnded(status),
        timeoutMs: (query.wait ?? 0) * 1_000,
        signal,
      })
      return reply(200, presentJob(job))
    },
  })
