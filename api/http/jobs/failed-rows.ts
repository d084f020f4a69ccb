import { hasEnded } from '../../../domain/jobs/states.ts'
import { type JobRef, readJob, type StoredJob } from '../../../db/jobs/jobs.ts'
import { type JobWorkspace, readJobWorkspace } from '../../../db/jobs/workspace.ts'
import { type FailedRow, type JobToRetry, readFailedRows, readJobToRetry } from '../../../db/jobs/retry.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { requireAccess } from '../../auth/required-access.ts'
import { Problem } from '../../errors/problem.ts'
import { withinLimits } from '../runs/key-limits.ts'
import { estimated, type RunnableRow } from './estimate.ts'
import { existingJob } from './find.ts'
import { allowedRows, type PrepareDeps, type PreparedJob, pilotOf, storedRow } from './prepare.ts'
import { distinctRows } from './repeated-rows.ts'

/** What the request for a retry decides; the rest is that of the job whose rows have failed. */
export interface RetryTerms extends Pick<PreparedJob['job'], 'approve' | 'concurrency' | 'ceiling'> {
  readonly request: JsonObject
  readonly pilot: number
  /** Left out: those of that job. */
  readonly own: Partial<Pick<PreparedJob['job'], 'metadata' | 'callbackUrl'>>
}

interface JobOfFailedRows {
  readonly ref: JobRef
  /** Where the request names the job. */
  readonly param: '/job_id' | '/of'
  readonly terms: (job: StoredJob, workspace: JobWorkspace) => RetryTerms
}

/**
 * A job of the failed rows of another one, checked and estimated; nothing is stored yet. Throws 409 while that job has
 * not ended, or without rows that may run again.
 */
export async function prepareFailedRows(
  deps: PrepareDeps,
  principal: Principal,
  { ref, param, terms }: JobOfFailedRows,
): Promise<PreparedJob> {
  const job = existingJob(await readJob(deps.db, ref), param)
  if (!hasEnded(job.status)) throw refused(`The job has not ended: it is ${job.status}.`)
  const [parts, failed, workspace] = await Promise.all([
    readJobToRetry(deps.db, job.id),
    readFailedRows(deps.db, job.id),
    readJobWorkspace(deps.db, principal.workspaceId),
  ])
  if (parts.retriedBy !== null)
    throw refused(`The failed rows of this job were run again by ${parts.retriedBy}: retry that job.`)
  if (failed.length === 0)
    throw refused(
      'No row of the job has failed and may run again: payloads were deleted, or messages may have been sent.',
    )
  if (failed.some(({ request }) => request.record !== null)) requireAccess(principal, 'write')
  const rows = failed.map((row, index) => runnableRow(principal, parts, { row, number: index + 1 }))
  // Another key may have made the job: what this one may not do, it may not do again either.
  const runnable = await allowedRows(deps, principal, rows)
  const { distinct, sameAs } = await distinctRows(deps, runnable)
  const { approve, concurrency, ceiling, request, pilot, own } = terms(job, workspace)
  return {
    job: {
      ...parts,
      ...own,
      routing: runnable[0]?.work.routing ?? parts.routing,
      request: { ...job.request, ...request, retry_of: job.id },
      approve,
      concurrency,
      ceiling,
      estimate: await estimated(deps, principal, {
        workspace,
        ceiling,
        runnable: distinct,
        others: { invalid: 0, repeated: sameAs.size },
      }),
      ...pilotOf({ pilot, approve, runnable: distinct }),
    },
    rows: runnable.map((row, index) => ({
      key: row.key,
      cells: failed[index]?.cells ?? null,
      ...storedRow(row, sameAs),
    })),
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

const refused = (message: string): Problem => new Problem('invalid_request', message, { httpStatus: 409 })
