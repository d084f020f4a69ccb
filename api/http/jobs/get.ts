import Type from 'typebox'
import { hasEnded, type JobStatus } from '../../../domain/jobs/states.ts'
import { type JobRef, readJob, type StoredJob } from '../../../db/jobs/jobs.ts'
import type { Database } from '../../../db/database.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { Job, JobParams } from '../../schemas/job.ts'
import { WAIT_SECONDS_MAX } from '../../schemas/run-request.ts'
import type { RunWaiters } from '../../waiters/run-waiters.ts'
import { existingJob, jobRef } from './find.ts'
import { presentJob } from './present.ts'

export interface GetJobDeps {
  readonly db: Database
  readonly waiters: RunWaiters
}

/** It goes on only when a request comes, or has ended. */
const isSettled = (status: JobStatus): boolean =>
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
      const ref = jobRef(principal, params.job_id)
      return reply(200, presentJob(await awaitJob(deps, ref, { timeoutMs: (query.wait ?? 0) * 1_000, signal })))
    },
  })

/** Reads the job again at each of its news until it is settled, or until the time is over. */
async function awaitJob(
  { db, waiters }: GetJobDeps,
  ref: JobRef,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<StoredJob> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const waiter = waiters.subscribe(ref.id)
    try {
      const job = existingJob(await readJob(db, ref))
      const left = until - Date.now()
      if (isSettled(job.status) || left <= 0 || signal.aborted) return job
      await waiter.wait(left, signal)
    } finally {
      waiter.close()
    }
  }
}
