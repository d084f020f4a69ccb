import type { JobEstimate } from '../../domain/jobs/estimate.ts'
import type { JobReason } from '../../domain/jobs/states.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { Metadata } from '../../domain/runs/metadata.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutingRequest } from '../../domain/routing/plan.ts'
import { setBudget } from '../budgets/write.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import type { RunContext } from '../runs/accept.ts'
import { statement } from '../statement.ts'
import { lockWorkspace } from '../workspaces/lock.ts'
import { OPEN_JOBS_MAX } from '../../domain/jobs/limits.ts'
import type { NewEvent } from '../../domain/events/types.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { writeEvents } from '../events/write.ts'
import { withCallback } from './round.ts'
import { type JobRef, readJob, type StoredJob } from './jobs.ts'

/** What the run of a row is made of: its part of a `NewRun`. */
export interface RowRequest extends Pick<RunContext, 'subjects' | 'send' | 'enrichment' | 'record'> {
  readonly input: JsonObject | readonly Json[]
  readonly raw: RawRequest | null
}

/** A row of a new job; `error` where no run can be made of it. */
export type NewJobRow = { readonly number: number; readonly key: string | null } & (
  | { readonly request: RowRequest; readonly error: null }
  | { readonly request: null; readonly error: RunError }
)

export interface NewJob extends JobRef {
  readonly apiKeyId: string | null
  readonly connectedAppId: string | null
  readonly requestId: string
  readonly capability: string | null
  readonly raw: { readonly provider: string; readonly endpoint: string } | null
  /** As it was requested, without its rows. */
  readonly request: JsonObject
  readonly routing: RoutingRequest
  /** `awaiting_approval`: a person or a program decides before the first row. */
  readonly status: 'estimating' | 'running' | 'awaiting_approval'
  /** What it waits for. */
  readonly reason: JobReason | null
  readonly pilotUntil: number | null
  readonly approve: 'auto' | 'manual'
  readonly concurrency: number
  /** Microdollars. */
  readonly ceiling: bigint
  readonly estimate: JobEstimate
  readonly metadata: Metadata | null
  /** Where its news are sent; null: nowhere. */
  readonly callbackUrl: string | null
  /** The job whose failed rows it runs again; null: none. */
  readonly retryOf: string | null
}

const INSERT_JOB = statement<
  {
    id: string
    workspaceId: string
    environment: string
    apiKeyId: string | null
    connectedAppId: string | null
    requestId: string
    capability: string | null
    raw: string | null
    request: string
    routing: string
    status: string
    reason: string | null
    pilotUntil: number | null
    approve: string
    concurrency: number
    estimate: string
    rows: number
    invalid: number
    retryOf: string | null
    metadata: string | null
    callbackUrl: string | null
  },
  { id: string }
>({
  name: 'insert_job',
  effect: 'within',
  text: `insert into job (id, workspace_id, environment, api_key_id, connected_app_id, request_id, capability,
      raw_request, request, routing, status, reason, pilot_until, approve, concurrency, estimate, row_count, invalid,
      retry_of, metadata, callback_url, sweep_at)
    select :id, :workspaceId, :environment, :apiKeyId, :connectedAppId, :requestId, :capability, :raw::jsonb,
      :request::jsonb, :routing::jsonb, :status, :reason,
      :pilotUntil::integer, :approve, :concurrency::integer, :estimate::jsonb, :rows::integer, :invalid::integer,
      :retryOf, :metadata::jsonb, :callbackUrl,
      case when :status::text <> 'awaiting_approval' then clock_timestamp() + interval '30 seconds' end
    on conflict (retry_of) do nothing
    returning id`,
})

const COUNT_OPEN_JOBS = statement<{ workspaceId: string }, { open: number }>({
  name: 'count_open_jobs',
  effect: false,
  text: `select count(*)::integer as open from job where workspace_id = :workspaceId and finished_at is null`,
})

const openJobs = async (tx: Queries, workspaceId: string): Promise<number> =>
  (await tx.query(COUNT_OPEN_JOBS, { workspaceId }))[0]?.open ?? 0

/** Rows of one statement. */
const ROWS_AT_ONCE = 1_000

const INSERT_ROWS = statement<{
  jobId: string
  numbers: readonly number[]
  keys: readonly (string | null)[]
  requests: readonly (string | null)[]
  errors: readonly (string | null)[]
}>({
  name: 'insert_job_rows',
  effect: 'within',
  text: `insert into job_row (job_id, number, key, request, error, outcome)
    select :jobId, number, key, request::jsonb, error::jsonb, case when request is null then 'invalid' end
    from unnest(:numbers::integer[], :keys::text[], :requests::text[], :errors::text[])
      r (number, key, request, error)`,
})

export const CREATE_JOB: Transaction = { name: 'create_job', effect: true }

export type CreatedJob =
  /** `deliveries`: to be passed to `startDeliveries` after the commit. */
  | { readonly kind: 'created'; readonly job: StoredJob; readonly deliveries: readonly DeliveryToStart[] }
  /** The workspace has as many open jobs as it may. */
  | { readonly kind: 'full' }
  /** Another job has run the failed rows again. */
  | { readonly kind: 'retried' }

/** Rolls the transaction of a job back. */
class NoPlace extends Error {}

interface JobParts {
  readonly rows: readonly NewJobRow[]
  /** The events of the new job. */
  readonly news: (made: StoredJob) => readonly NewEvent[]
  readonly saveResponse: (tx: Queries, made: StoredJob) => Promise<void>
}

/**
 * The job, its ceiling and all its rows, or nothing. `saveResponse` stores the answer in the same transaction. The
 * workspace is locked last, for its limit alone: nothing waits for the rows.
 */
export async function createJob(db: Database, job: NewJob, parts: JobParts): Promise<CreatedJob> {
  try {
    return await db.transaction(CREATE_JOB, (tx) => insertAll(tx, job, parts))
  } catch (error) {
    if (error instanceof NoPlace) return { kind: 'full' }
    throw error
  }
}

async function insertAll(tx: Queries, job: NewJob, { rows, news, saveResponse }: JobParts): Promise<CreatedJob> {
  const { id, workspaceId, ceiling } = job
  if ((await openJobs(tx, workspaceId)) >= OPEN_JOBS_MAX) return { kind: 'full' }
  if (!(await insertJob(tx, job, rows))) return { kind: 'retried' }
  await setBudget(tx, { workspaceId, holderId: id }, { amount: ceiling, period: 'total' })
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    await tx.query(INSERT_ROWS, {
      jobId: id,
      numbers: some.map(({ number }) => number),
      keys: some.map(({ key }) => key),
      requests: some.map(({ request }) => (request === null ? null : JSON.stringify(request))),
      errors: some.map(({ error }) => (error === null ? null : JSON.stringify(error))),
    })
  }
  await lockWorkspace(tx, workspaceId)
  if ((await openJobs(tx, workspaceId)) > OPEN_JOBS_MAX) throw new NoPlace('the workspace has as many jobs as it may')
  const made = await readJob(tx, job)
  if (made === null) throw new Error('an inserted job is there')
  await saveResponse(tx, made)
  const { deliveries } = await writeEvents(tx, made, news(made).map(withCallback(job.callbackUrl)))
  return { kind: 'created', job: made, deliveries }
}

/** false: another job has the same `retryOf`. */
async function insertJob(tx: Queries, job: NewJob, rows: readonly NewJobRow[]): Promise<boolean> {
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
    invalid: rows.filter(({ request }) => request === null).length,
    retryOf: job.retryOf,
    callbackUrl: job.callbackUrl,
    metadata: job.metadata === null ? null : JSON.stringify(job.metadata),
  })
  return inserted.length > 0
}
