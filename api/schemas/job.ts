import Type, { type Static } from 'typebox'
import {
  CONCURRENCY_DEFAULT,
  CONCURRENCY_MAX,
  JOB_ITEMS_MAX,
  JOB_ROWS_MAX,
  PILOT_DEFAULT,
  PILOT_MAX,
} from '../../domain/jobs/limits.ts'
import { JOB_REASONS, JOB_STATUSES, ROW_OUTCOMES } from '../../domain/jobs/states.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { UploadParams } from './job-upload.ts'
import { anyObject, closed, Money, NextCursor, nullable, oneOf, Timestamp, UsdAmount } from './common.ts'
import { CallbackUrl, EchoedCallbackUrl } from './callback.ts'
import { ErrorDetail } from './error.ts'
import { RunMetadata } from './metadata.ts'
import { named } from './named.ts'
import { Record, Routing, RunRequest } from './run-request.ts'
import { RowsQuery } from './rows.ts'

const JOB_EXAMPLE = 'job_01j9zq3v6n4k8w2x5y7a9b1c3d'
const JobId = Type.String({ pattern: idPattern('job'), examples: [JOB_EXAMPLE] })
const counted = (description: string) => Type.Integer({ minimum: 0, description })

export const JobParams = closed({
  job_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of the job, `job_…`.',
    examples: [JOB_EXAMPLE],
  }),
})

const { capability, provider, endpoint, path, query } = RunRequest.properties
const { table: _table, key: _key, ...recordMembers } = Record.properties

const TableRows = closed({
  table: Type.String({ minLength: 1, maxLength: 64, description: 'A table of this environment.', examples: ['leads'] }),
  where: RowsQuery.properties.where,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: JOB_ROWS_MAX, description: 'The first rows only, oldest first.' }),
  ),
})
const UploadedRows = closed({ upload: UploadParams.properties.upload_id })
const Items = closed({
  items: Type.Array(anyObject({ description: 'One row.' }), { minItems: 1, maxItems: JOB_ITEMS_MAX }),
})

const concurrency = Type.Integer({
  minimum: 1,
  maximum: CONCURRENCY_MAX.scale,
  description: `Rows that may be under way at once: at most ${Object.entries(CONCURRENCY_MAX)
    .map(([plan, most]) => `${most} (${plan})`)
    .join(', ')}.`,
})
const ceiling = Type.Unsafe<string>({
  ...UsdAmount,
  description: 'The most that the job may spend, in USD: what its runs are charged and hold together never exceeds it.',
  examples: ['25.00'],
})

/** The body of `POST /v1/jobs`: a request for a run with placeholders, and the rows that fill them. */
export const JobCreate = named(
  'JobCreate',
  closed({
    capability,
    provider,
    endpoint,
    path,
    query,
    rows: Type.Optional(
      Type.Union([TableRows, Items, UploadedRows], {
        description:
          'Rows of a table, objects, or those of a CSV file (`POST /v1/jobs/uploads`); copied when the job is made. Required without `of`.',
      }),
    ),
    of: Type.Optional(
      Type.String({
        pattern: idPattern('job'),
        examples: [JOB_EXAMPLE],
        description:
          'With `only: "errors"`: an ended job whose failed rows run again, with the same inputs. It excludes the members that describe the run or its rows.',
      }),
    ),
    input: Type.Optional(
      anyObject({
        description:
          'The input of each run, in which `{{field}}` is replaced by a field of the row, with dots for nested ones. A value that is one placeholder keeps its type; a member whose field is empty is left out.',
      }),
    ),
    record: Type.Optional(
      closed(recordMembers, {
        description: 'Rows of a table only: what each run writes into its row, as `record` of `POST /v1/run`.',
      }),
    ),
    routing: Type.Optional(Routing),
    metadata: Type.Optional(RunMetadata),
    callback_url: Type.Optional(
      Type.Unsafe<string>({
        ...CallbackUrl,
        description: 'Gets the `job.*` events of this job.',
      }),
    ),
    ceiling,
    pilot: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: PILOT_MAX,
        default: PILOT_DEFAULT,
        description: 'Rows that run first. After them the job continues by itself, or waits for an approval. 0: none.',
      }),
    ),
    approve: Type.Optional(
      oneOf(['auto', 'manual'], {
        default: 'auto',
        description:
          '`manual`: the job waits for an approval after its pilot. `auto`: only if it is then expected to cost more than its ceiling.',
      }),
    ),
    only: Type.Optional(
      oneOf(['all', 'empty', 'errors'], {
        default: 'all',
        description:
          '`empty`: only rows in which a field that `record.save` fills is empty. `errors`: the failed rows of the job `of`.',
      }),
    ),
    concurrency: Type.Optional(Type.Unsafe<number>({ ...concurrency, default: CONCURRENCY_DEFAULT })),
    dry_run: Type.Optional(
      Type.Boolean({ default: false, description: 'true answers the estimate; nothing is made.' }),
    ),
  }),
)
export type JobCreate = Static<typeof JobCreate>
/** A request that names its rows itself. */
export type JobOfRows = JobCreate & { readonly rows: NonNullable<JobCreate['rows']> }

export const JobEdit = named(
  'JobEdit',
  closed({ ceiling: Type.Optional(ceiling), concurrency: Type.Optional(concurrency) }, { minProperties: 1 }),
)

/** The body of `POST /v1/jobs/{job_id}/retry`. */
export const JobRetry = named(
  'JobRetry',
  closed({
    only: oneOf(['errors'], { description: 'The rows that have failed.' }),
    ceiling: Type.Optional(
      Type.Unsafe<string>({ ...UsdAmount, description: 'By default what the job has left of its ceiling.' }),
    ),
  }),
)
export type JobRetry = Static<typeof JobRetry>

const estimateMembers = {
  rows: counted('All rows.'),
  runnable: counted('Rows that run.'),
  already_saved: counted('Rows that a saved answer serves free of charge.'),
  suppressed: counted('Rows whose recipients are suppressed.'),
  invalid: counted('Rows from which no run can be made; they cost nothing.'),
  repeated: counted('Rows that equal an earlier row: they have its run, and cost nothing.'),
  first_of_several: Type.Optional(
    counted('Rows with several addresses in a cell, of which the first is used; left out: none.'),
  ),
  max_cost: Type.Unsafe<string>({ ...Money, description: 'If each run costs as much as its most expensive provider.' }),
  expected_cost: Type.Unsafe<string>({ ...Money, description: 'By the hit rates and prices of the providers.' }),
  expected_found: counted('By the hit rates of the providers.'),
}
export const JobEstimate = named('JobEstimate', closed(estimateMembers))
export type ShownEstimate = Static<typeof JobEstimate>

export const Job = named(
  'Job',
  closed({
    job_id: JobId,
    status: oneOf(JOB_STATUSES, {
      description:
        '`estimating` while the pilot runs. `awaiting_approval` and `paused` wait for a request; `reason` states why. `finishing`: the last rows are under way. The last four are ends; `partially_succeeded`: some rows have failed or were cancelled.',
    }),
    reason: nullable(oneOf(JOB_REASONS), { description: 'Why the job waits.' }),
    advice: nullable(Type.String(), { description: 'What to do about it.' }),
    environment: oneOf(ENVIRONMENTS),
    simulated: Type.Boolean({ description: 'true in the sandbox.' }),
    name: Type.String({ description: 'The capability, or the endpoint of a raw job.', examples: ['contact.find'] }),
    request: anyObject({ description: 'The request without its items.' }),
    approve: oneOf(['auto', 'manual']),
    concurrency: Type.Integer(),
    estimate: JobEstimate,
    ceiling: Money,
    spent: Type.Unsafe<string>({ ...Money, description: 'What the runs of the job were charged.' }),
    held: Type.Unsafe<string>({ ...Money, description: 'What its open runs hold.' }),
    progress: closed({
      rows: counted('All rows.'),
      done: counted('Rows that have ended.'),
      found: counted('Rows with a result.'),
      missed: counted('Rows for which no provider found anything.'),
      failed: counted('Rows whose run failed; `POST /v1/jobs/{job_id}/retry` runs them again.'),
      blocked: counted('Rows that a guard stopped: a suppression, a repeated message, a limit of one run.'),
      invalid: counted('Rows from which no run could be made.'),
      saved: counted('Rows that a saved answer served free of charge.'),
      cancelled: counted('Rows that a cancellation stopped.'),
      repeated: counted('Rows that equal an earlier row: they have its run, and cost nothing.'),
      cost_per_found: nullable(Money, {
        description: 'What the counted rows were charged, for each row with a result.',
      }),
      eta_seconds: nullable(Type.Integer({ minimum: 0 }), {
        description:
          'How long the other rows take at the speed since the job began or last went on; null while it does not run.',
      }),
    }),
    metadata: Type.Optional(RunMetadata),
    callback_url: Type.Optional(EchoedCallbackUrl),
    retry_of: nullable(JobId, { description: 'The job whose failed rows this one runs again.' }),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
    poll_url: Type.String({ description: 'The path of this job.' }),
  }),
)
export type Job = Static<typeof Job>

/** The answer of `dry_run`. */
export const EstimatedJob = named(
  'EstimatedJob',
  closed({
    estimate: JobEstimate,
    ceiling: Money,
    environment: oneOf(ENVIRONMENTS),
    invalid_rows: Type.Array(
      closed({ row: Type.Integer({ minimum: 1 }), key: nullable(Type.String()), error: ErrorDetail }),
      { description: 'The first rows from which no run can be made.' },
    ),
  }),
)

export type EstimatedJob = Static<typeof EstimatedJob>

export const JobList = named('JobList', closed({ items: Type.Array(Job), next_cursor: NextCursor }))

export const JobItem = named(
  'JobItem',
  closed({
    row: Type.Integer({ minimum: 1, description: 'The number of the row, from 1.' }),
    key: nullable(Type.String(), { description: 'The key of a row of a table.' }),
    run_id: nullable(Type.String(), { description: 'The run of the row, once it has one.' }),
    outcome: nullable(oneOf(ROW_OUTCOMES), { description: 'null: the row has not ended.' }),
    same_as: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Of a `repeated` row: the number of the earlier row whose run it has.' }),
    ),
    charged: nullable(Money),
    error: Type.Optional(ErrorDetail),
  }),
)
export type JobItem = Static<typeof JobItem>
export const JobItemList = named('JobItemList', closed({ items: Type.Array(JobItem), next_cursor: NextCursor }))
