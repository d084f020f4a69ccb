import { PILOT_DEFAULT } from '../../../domain/jobs/limits.ts'
import { ownRef, type Principal } from '../../../domain/access/principal.ts'
import { formatUsd, parseUsd } from '../../../domain/money/microdollars.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { defineRoute } from '../../route/route.ts'
import { EstimatedJob, Job, JobCreate } from '../../schemas/job.ts'
import { callbackRefusal } from '../runs/callback-refusal.ts'
import { presentRunError } from '../runs/present.ts'
import { invalidRequest } from '../../validation/check.ts'
import { concurrencyOf, type PreparedJob, prepareJob, shownRequest } from './prepare.ts'
import { prepareFailedRows } from './failed-rows.ts'
import { beginJob, type BeginJobDeps } from './begin.ts'
import { presentEstimate } from './present.ts'

/** Rows that an estimate names. */
const INVALID_SHOWN_MAX = 20

/** One request for many rows, under one ceiling. */
export const createJob = (deps: BeginJobDeps) =>
  defineRoute({
    operationId: 'createJob',
    method: 'POST',
    path: '/v1/jobs',
    summary: 'Create a job',
    description:
      'Runs a capability or a raw endpoint once for each row, as ordinary runs: saved answers, suppressions and guards apply to each. What the runs are charged and hold together never exceeds `ceiling`. The rows are copied now; equal rows run once. The first rows are a pilot. With `of` and `only: "errors"` the rows are those that failed in an ended job, once for each job. `dry_run: true` answers the estimate only.',
    tags: ['Jobs'],
    spec: '4.1',
    access: 'run',
    maxBodyBytes: BODY_BYTES.large,
    maxBodyValues: 40_000,
    exactNumbers: true,
    idempotent: { store: deps, isDry: ({ body }) => body.dry_run === true },
    body: JobCreate,
    bodyExamples: {
      items: {
        summary: 'Find the work emails of two people',
        value: {
          capability: 'contact.find',
          rows: {
            items: [
              { name: 'Ada Example', site: 'example.com' },
              { name: 'Alan Example', site: 'example.org' },
            ],
          },
          input: { full_name: '{{name}}', domain: '{{site}}' },
          ceiling: '1.00',
        },
      },
      table: {
        summary: 'Fill the empty fields of a table',
        value: {
          capability: 'person.enrich',
          rows: { table: 'leads', where: { score: { gte: 80 } } },
          input: { email: '{{email}}' },
          record: { save: { title: 'title' }, set: { status: 'enriched' } },
          only: 'empty',
          ceiling: '25.00',
          pilot: 20,
          approve: 'manual',
        },
      },
    },
    responses: {
      200: { description: 'The estimate of a dry run.', schema: EstimatedJob },
      202: { description: 'The job. Read it at `poll_url`.', schema: Job },
    },
    errors: [
      'forbidden',
      'not_found',
      'limit_reached',
      'capability_not_found',
      'endpoint_not_found',
      'provider_not_available',
      { code: 'invalid_request', status: 409 },
    ],
    async handler({ body, principal, requestId, log, saveResponse, reply }) {
      const refusal = await callbackRefusal(deps, { ...principal, callbackUrl: body.callback_url })
      if (refusal !== null) throw refusal
      if (body.dry_run === true)
        return reply(200, estimatedOf(await prepared(deps, principal, body), { ...principal, requestId }))
      const job = await beginJob(deps, principal, {
        prepared: await prepared(deps, principal, body),
        retryOf: body.of ?? null,
        requestId,
        log,
        saveResponse,
      })
      return reply(202, job)
    },
  })

/** What describes a run or its rows: the failed rows of a job have it already. */
const OF_ROWS = ['capability', 'provider', 'endpoint', 'path', 'query', 'rows', 'input', 'record', 'routing'] as const

/** Throws `invalid_request` for members that contradict each other. */
async function prepared(deps: BeginJobDeps, principal: Principal, body: JobCreate): Promise<PreparedJob> {
  const { rows, of, only } = body
  if (of === undefined) {
    if (only === 'errors') throw invalidRequest([{ path: '/of', message: 'is required with `only: "errors"`' }])
    if (rows === undefined) throw invalidRequest([{ path: '/rows', message: 'is required' }])
    return prepareJob(deps, principal, { ...body, rows })
  }
  const excluded = OF_ROWS.filter((member) => body[member] !== undefined)
  if (excluded.length > 0)
    throw invalidRequest(excluded.map((member) => ({ path: `/${member}`, message: 'is not allowed with `of`' })))
  if (only !== 'errors') throw invalidRequest([{ path: '/only', message: 'must be `errors` with `of`' }])
  return prepareFailedRows(deps, principal, {
    ref: ownRef(principal, of),
    param: '/of',
    terms: (_, workspace) => ({
      request: shownRequest(body),
      approve: body.approve ?? 'auto',
      concurrency: concurrencyOf(body, workspace),
      ceiling: parseUsd(body.ceiling),
      pilot: body.pilot ?? PILOT_DEFAULT,
      own: {
        ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
        ...(body.callback_url === undefined ? {} : { callbackUrl: body.callback_url }),
      },
    }),
  })
}

const estimatedOf = (
  { job, rows }: PreparedJob,
  { environment, requestId }: Pick<EstimatedJob, 'environment'> & { readonly requestId: string },
): EstimatedJob => ({
  estimate: presentEstimate(job.estimate),
  ceiling: formatUsd(job.ceiling),
  environment,
  invalid_rows: rows
    .flatMap(({ number, key, error }) =>
      error === null
        ? []
        : [{ row: number, key, error: presentRunError(error, { requestId, publicUrl: '', environment }) }],
    )
    .slice(0, INVALID_SHOWN_MAX),
})
