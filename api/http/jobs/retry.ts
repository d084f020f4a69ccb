import { hasEnded } from '../../../domain/jobs/states.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { type JobRef, readJob, type StoredJob } from '../../../db/jobs/jobs.ts'
import { readJobRoom } from '../../../db/jobs/room.ts'
import { type FailedRow, type JobToRetry, readFailedRows, readJobToRetry } from '../../../db/jobs/retry.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { requireAccess } from '../../auth/required-access.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { Job, JobParams, JobRetry } from '../../schemas/job.ts'
import { withinLimits } from '../runs/key-limits.ts'
import { beginJob, type BeginJobDeps } from './begin.ts'
import { estimated, type RunnableRow } from './estimate.ts'
import { existingJob, jobRef } from './find.ts'
import { type PreparedJob, requireAllowed } from './prepare.ts'

export const retryJob = (deps: BeginJobDeps) =>
  defineRoute({
    operationId: 'retryJob',
    method: 'POST',
    path: '/v1/jobs/{job_id}/retry',
    summary: 'Run the failed rows of a job again',
    description:
      'Makes a job of the rows that have failed, once the job has ended. Nothing was charged for them. The rows of a job are retried once: retry the new job for what fails there. Rows whose payloads were deleted are left out.',
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
      const prepared = await preparedRetry(deps, principal, { ref: jobRef(principal, params.job_id), body })
      const job = await beginJob(deps, principal, { prepared, retryOf: params.job_id, requestId, log, saveResponse })
      return reply(202, job)
    },
  })

async function preparedRetry(
  deps: BeginJobDeps,
  principal: Principal,
  { ref, body }: { readonly ref: JobRef; readonly body: JobRetry },
): Promise<PreparedJob> {
  const job = existingJob(await readJob(deps.db, ref))
  if (!hasEnded(job.status)) throw refused(`The job has not ended: it is ${job.status}.`)
  const [parts, failed, room] = await Promise.all([
    readJobToRetry(deps.db, job.id),
    readFailedRows(deps.db, job.id),
    readJobRoom(deps.db, principal.workspaceId),
  ])
  if (parts.retriedBy !== null)
    throw refused(`The failed rows of this job were run again by ${parts.retriedBy}: retry that job.`)
  if (failed.length === 0) throw refused('No row of the job has failed, or their payloads were deleted.')
  if (failed.some(({ request }) => request.record !== null)) requireAccess(principal, 'write')
  const runnable = failed.map((row, index) => runnableRow(principal, parts, { row, number: index + 1 }))
  // Another key may have made the job: what this one may not do, it may not do again either.
  await requireAllowed(deps, principal, runnable)
  return {
    job: {
      ...parts,
      routing: runnable[0]?.work.routing ?? parts.routing,
      request: { ...job.request, retry_of: job.id },
      approve: job.approve,
      concurrency: job.concurrency,
      ceiling: body.ceiling === undefined ? leftOf(job) : parseUsd(body.ceiling),
      estimate: await estimated(deps, principal, { room, runnable, invalid: 0 }),
      status: 'running',
      pilotUntil: null,
    },
    rows: runnable.map(({ number, key, request }) => ({ number, key, request, error: null })),
  }
}

const runnableRow = (
  principal: Principal,
  { capability, routing }: JobToRetry,
  { row: { key, request }, number }: { readonly row: FailedRow; readonly number: number },
): RunnableRow => ({
  number,
  key,
  request,
  work: withinLimits(principal, {
    name: capability ?? request.raw?.endpoint ?? '',
    work: request.raw === null ? { capability: capability ?? '' } : { raw: request.raw },
    input: request.input,
    routing,
  }),
})

const leftOf = ({ ceiling, spent }: StoredJob): bigint => (ceiling > spent ? ceiling - spent : 0n)

const refused = (message: string): Problem => new Problem('invalid_request', message, { httpStatus: 409 })
