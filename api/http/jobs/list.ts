import Type from 'typebox'
import { JOB_STATUSES } from '../../../domain/jobs/states.ts'
import type { Database } from '../../../db/database.ts'
import { listJobs as list } from '../../../db/jobs/jobs.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { closed, oneOf } from '../../schemas/common.ts'
import { MetadataFilter } from '../../schemas/metadata.ts'
import { JobList } from '../../schemas/job.ts'
import { presentJob } from './present.ts'

export const listJobs = (deps: { readonly db: Database; readonly cursors: Cursors }) =>
  defineRoute({
    operationId: 'listJobs',
    method: 'GET',
    path: '/v1/jobs',
    summary: 'List jobs',
    description: 'Newest first, each with its progress and its money.',
    tags: ['Jobs'],
    spec: '4.4',
    access: 'read',
    query: closed({
      status: Type.Optional(oneOf(JOB_STATUSES, { description: 'Jobs with this status.' })),
      metadata: Type.Optional(MetadataFilter),
    }),
    paged: {
      cursors: deps.cursors,
      limit: { maximum: 100, default: 50 },
      list: ({ principal: { workspaceId, environment }, query }) => [
        'jobs',
        workspaceId,
        environment,
        query.status ?? null,
        query.metadata ?? null,
      ],
    },
    responses: { 200: { description: 'A page of jobs.', schema: JobList } },
    errors: [],
    async handler({ query, principal, page, reply }) {
      const found = await list(deps.db, principal, {
        status: query.status ?? null,
        metadata: query.metadata ?? null,
        before: page.after(),
        limit: page.readLimit,
      })
      return reply(200, page.of(found, { present: presentJob, positionOf: ({ id }) => id }))
    },
  })
