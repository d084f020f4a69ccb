import { ownRef } from '../../../domain/access/principal.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { StoredJob } from '../../../db/jobs/jobs.ts'
import { defineRoute } from '../../route/route.ts'
import { Job, JobParams, JobRetry } from '../../schemas/job.ts'
import { beginJob, type BeginJobDeps } from './begin.ts'
import { prepareFailedRows } from './failed-rows.ts'

export const retryJob = (deps: BeginJobDeps) =>
  defineRoute({
    operationId: 'retryJob',
    method: 'POST',
    path: '/v1/jobs/{job_id}/retry',
    summary: 'Run the failed rows of a job again',
    description:
      'Makes a job of the rows that have failed, once the job has ended. Nothing was charged for them. The rows of a job are retried once: retry the new job for what fails there. Rows whose payloads were deleted and rows whose message may have been sent are left out. A second retry is 409 and names the first. The limits of the key that requests it apply.',
    tags: ['Jobs'],
    spec: '4.1',
    access: 'run',
    params: JobParams,
    idempotent: { store: deps },
    body: JobRetry,
    bodyExamples: { errors: { summary: 'The failed rows', value: { only: 'errors' } } },
    responses: { 202: { description: 'The new job.', schema: Job } },
    errors: [
      'forbidden',
      'not_found',
      'limit_reached',
      'provider_not_available',
      { code: 'invalid_request', status: 409 },
    ],
    async handler({ params, body, principal, requestId, log, saveResponse, reply }) {
      const prepared = await prepareFailedRows(deps, principal, {
        ref: ownRef(principal, params.job_id),
        param: '/job_id',
        terms: (job) => ({
          request: {},
          approve: job.approve,
          concurrency: job.concurrency,
          ceiling: body.ceiling === undefined ? leftOf(job) : parseUsd(body.ceiling),
          pilot: 0,
          own: {},
        }),
      })
      const job = await beginJob(deps, principal, { prepared, retryOf: params.job_id, requestId, log, saveResponse })
      return reply(202, job)
    },
  })

const leftOf = ({ ceiling, spent }: StoredJob): bigint => (ceiling > spent ? ceiling - spent : 0n)
