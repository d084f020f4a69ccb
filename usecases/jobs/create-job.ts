import type { NewEvent } from '../../domain/events/types.ts'
import { type Amounts, type QuotaReached, quotaReached } from '../../domain/plans/quotas.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { setBudget } from '../../db/money/budgets/write.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import { insertCells } from '../../db/jobs/cells.ts'
import { INSERT_JOB, INSERT_ROWS } from '../../db/jobs/create.ts'
import { readJob, type StoredJob } from '../../db/jobs/jobs.ts'
import { bytesOf, readKeptOfJobs } from '../../db/jobs/kept.ts'
import type { NewJob, NewJobRow } from '../../db/jobs/new-job.ts'
import { rowColumns } from '../../db/jobs/row-columns.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'
import { readQuotaClass } from '../../db/access/workspaces/quota-class.ts'
import { withCallback } from './play-round.ts'

/** Rows of one statement. */
const ROWS_AT_ONCE = 1_000

export const CREATE_JOB: Transaction = { name: 'create_job', effect: true }

export type CreatedJob =
  /** `deliveries`: to be passed to `startDeliveries` after the commit. */
  | { readonly kind: 'created'; readonly job: StoredJob; readonly deliveries: readonly DeliveryToStart[] }
  | QuotaReached
  /** Another job has run the failed rows again. */
  | { readonly kind: 'retried' }

/** Rolls the transaction of a job back. */
class JobLimitReached extends Error {
  readonly reached: QuotaReached

  constructor(reached: QuotaReached) {
    super(`the workspace keeps as many ${reached.of} as it may`)
    this.reached = reached
  }
}

interface JobParts {
  readonly rows: readonly NewJobRow[]
  /** The events of the new job. */
  readonly events: (made: StoredJob) => readonly NewEvent[]
  readonly saveResponse: (tx: Queries, made: StoredJob) => Promise<void>
}

/**
 * The job, its ceiling and all its rows, or nothing. `saveResponse` stores the answer in the same transaction. The
 * workspace is locked last, for its quotas alone: nothing waits for the rows. Before the first row is written it is
 * read without the lock, so that what is refused writes nothing.
 */
export async function createJob(db: Database, job: NewJob, parts: JobParts): Promise<CreatedJob> {
  try {
    return await db.transaction(CREATE_JOB, (tx) => insertAll(tx, job, parts))
  } catch (error) {
    if (error instanceof JobLimitReached) return error.reached
    throw error
  }
}

async function insertAll(tx: Queries, job: NewJob, { rows, events, saveResponse }: JobParts): Promise<CreatedJob> {
  const { id, workspaceId, ceiling } = job
  const stored = rows.map(rowColumns)
  const bytes = bytesOf(job, stored)
  const added: Amounts = { open_jobs: 1, job_rows: rows.length, job_bytes: bytes }
  const before = await readKeptOfJobs(tx, workspaceId, null)
  const reached = quotaReached(await readQuotaClass(tx, workspaceId), { used: before, added })
  if (reached !== null) return reached
  if (!(await insertJob(tx, job, { rows, bytes }))) return { kind: 'retried' }
  await setBudget(tx, { workspaceId, holderId: id }, { amount: ceiling, period: 'total' })
  for (let from = 0; from < stored.length; from += ROWS_AT_ONCE) {
    const some = stored.slice(from, from + ROWS_AT_ONCE)
    await tx.query(INSERT_ROWS, {
      jobId: id,
      numbers: some.map(({ number }) => number),
      keys: some.map(({ key }) => key),
      requests: some.map(({ request }) => request),
      errors: some.map(({ error }) => error),
      sameAs: some.map(({ sameAs }) => sameAs),
    })
    await insertCells(tx, id, some)
  }
  const quotaClass = await lockForQuota(tx, workspaceId)
  const full = quotaReached(quotaClass, { used: await readKeptOfJobs(tx, workspaceId, id), added })
  if (full !== null) throw new JobLimitReached(full)
  const made = await readJob(tx, job)
  if (made === null) throw new Error('an inserted job is there')
  await saveResponse(tx, made)
  const { deliveries } = await writeEvents(tx, made, events(made).map(withCallback(job.callbackUrl)))
  return { kind: 'created', job: made, deliveries }
}

/** false: another job has the same `retryOf`. */
async function insertJob(
  tx: Queries,
  job: NewJob,
  { rows, bytes }: { readonly rows: readonly NewJobRow[]; readonly bytes: number },
): Promise<boolean> {
  const inserted = await tx.query(INSERT_JOB, {
    id: job.id,
    workspaceId: job.workspaceId,
    environment: job.environment,
    apiKeyId: job.apiKeyId,
    connectedAppId: job.connectedAppId,
    requestId: job.requestId,
    capability: job.capability,
    raw: job.raw === null ? null : JSON.stringify(job.raw),
    request: JSON.stringify(job.request),
    routing: JSON.stringify(job.routing),
    status: job.status,
    reason: job.reason,
    pilotUntil: job.pilotUntil,
    approve: job.approve,
    concurrency: job.concurrency,
    estimate: JSON.stringify(job.estimate),
    rows: rows.length,
    bytes,
    invalid: rows.filter(({ error }) => error !== null).length,
    repeated: rows.filter(({ sameAs }) => typeof sameAs === 'number').length,
    retryOf: job.retryOf,
    callbackUrl: job.callbackUrl,
    file: job.file === undefined || job.file === null ? null : JSON.stringify(job.file),
    metadata: job.metadata === null ? null : JSON.stringify(job.metadata),
  })
  return inserted.length > 0
}
