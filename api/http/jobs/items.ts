import Type from 'typebox'
import { ownRef } from '../../../domain/access/principal.ts'
import { ROW_OUTCOMES } from '../../../domain/jobs/states.ts'
import { formatUsdOrNull } from '../../../domain/money/microdollars.ts'
import type { Database } from '../../../db/database.ts'
import { listJobRows, type StoredJobRow } from '../../../db/jobs/items.ts'
import { readJob } from '../../../db/jobs/jobs.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { closed, oneOf } from '../../schemas/common.ts'
import { type JobItem, JobItemList, JobParams } from '../../schemas/job.ts'
import { presentRunError } from '../runs/present.ts'
import { existingJob } from './find.ts'

export interface JobRowDeps {
  readonly db: Database
  readonly cursors: Cursors
  readonly publicUrl: () => string
}

export const listJobItems = (deps: JobRowDeps) =>
  defineRoute({
    operationId: 'listJobItems',
    method: 'GET',
    path: '/v1/jobs/{job_id}/items',
    summary: 'List the rows of a job',
    description: 'In the order of the rows. `GET /v1/runs/{run_id}` has the result of a row.',
    tags: ['Jobs'],
    spec: '4.4',
    access: 'read',
    params: JobParams,
    query: closed({ outcome: Type.Optional(oneOf(ROW_OUTCOMES, { description: 'Rows that have ended so.' })) }),
    paged: {
      cursors: deps.cursors,
      limit: { maximum: 1_000, default: 100 },
      list: ({ params, query }) => ['job rows', params.job_id, query.outcome ?? null],
    },
    responses: { 200: { description: 'A page of rows.', schema: JobItemList } },
    errors: ['not_found'],
    async handler({ params, query, principal, requestId, page, reply }) {
      const job = existingJob(await readJob(deps.db, ownRef(principal, params.job_id)))
      const after = page.after()
      const found = await listJobRows(deps.db, job.id, {
        outcome: query.outcome ?? null,
        after: after === null ? 0 : Number(after),
        limit: page.readLimit,
      })
      const shown = { requestId, publicUrl: deps.publicUrl(), environment: principal.environment }
      return reply(
        200,
        page.of(found, { present: (row) => presentRow(row, shown), positionOf: ({ number }) => String(number) }),
      )
    },
  })

const presentRow = (
  { number, key, runId, outcome, sameAs, charged, error }: StoredJobRow,
  shown: Parameters<typeof presentRunError>[1],
): JobItem => ({
  row: number,
  key,
  run_id: runId,
  outcome,
  ...(sameAs === null ? {} : { same_as: sameAs }),
  charged: formatUsdOrNull(charged),
  ...(error === null ? {} : { error: presentRunError(error, shown) }),
})
