import Type, { type Static } from 'typebox'
import { RUN_STATUSES } from '../../../domain/runs/states.ts'
import type { Database } from '../../../db/database.ts'
import { firstIdAt } from '../../../db/run-days.ts'
import { listRuns as readRuns } from '../../../db/runs/list.ts'
import type { Metadata } from '../../../domain/runs/metadata.ts'
import { searchOf } from '../../../domain/runs/search.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { closed, dateOrTime, oneOf } from '../../schemas/common.ts'
import { MetadataFilter } from '../../schemas/metadata.ts'
import { RunList } from '../../schemas/run.ts'
import { timeOf } from '../../validation/time.ts'
import { presentListedRun, type RunLinks } from './present.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

const Filters = closed({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: String.raw`\S`,
      description:
        'The id of a run; or a text: runs about the person, company or page that it names, and runs with the text in their input, capability, endpoint, a provider, an error or the detail of an attempt, or with this request id. Texts of the newest 5,000 runs are searched; `until` leads to older ones.',
      examples: ['ada@example.com'],
    }),
  ),
  since: Type.Optional(dateOrTime('Omits runs accepted before this time; a date is midnight UTC.')),
  until: Type.Optional(dateOrTime('Omits runs accepted at this time or later; a date is midnight UTC.')),
  status: Type.Optional(oneOf(RUN_STATUSES, { description: 'Runs with this status.' })),
  capability: Type.Optional(
    Type.String({ maxLength: 100, description: 'Runs of this capability.', examples: ['contact.find'] }),
  ),
  provider: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Runs that this provider served, and open runs that are at this provider: it was called, comes next, or is pinned.',
      examples: ['hunter'],
    }),
  ),
  endpoint: Type.Optional(Type.String({ maxLength: 500, description: "Raw runs: the provider's own path." })),
  api_key_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Runs that were created with this key (`GET /v1/api-keys`).' }),
  ),
  metadata: Type.Optional(MetadataFilter),
})

const filterOf = (query: Static<typeof Filters>) => ({
  status: query.status ?? null,
  capability: query.capability ?? null,
  provider: query.provider ?? null,
  endpoint: query.endpoint ?? null,
  apiKeyId: query.api_key_id ?? null,
  metadata: query.metadata === undefined ? null : inOrder(query.metadata),
  search: query.q === undefined ? null : searchOf(query.q),
  first: query.since === undefined ? null : firstIdAt(timeOf(query.since, '/since')),
  end: query.until === undefined ? null : firstIdAt(timeOf(query.until, '/until')),
})

/** A cursor belongs to a list whatever the order in which its pairs were given. */
const inOrder = (metadata: Metadata): Metadata =>
  Object.fromEntries(Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Spec 4.4: the organization's runs of this environment, newest first, without their results. */
export const listRuns = (deps: { db: Database; cursors: Cursors } & RunLinks) =>
  defineRoute({
    operationId: 'listRuns',
    method: 'GET',
    path: '/v1/runs',
    summary: 'List runs',
    description: 'Newest first, without results. `GET /v1/runs/{run_id}` returns the result.',
    tags: ['Runs'],
    spec: '4.4',
    access: 'read',
    query: Filters,
    paged: {
      cursors: deps.cursors,
      limit: { maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
      list: ({ principal: { workspaceId, environment }, query }) => ['runs', workspaceId, environment, filterOf(query)],
    },
    responses: { 200: { description: 'A page of runs.', schema: RunList } },
    errors: [],
    async handler({ query, principal: { workspaceId, environment }, page, reply }) {
      const found = await readRuns(deps.db, {
        workspaceId,
        environment,
        ...filterOf(query),
        before: page.after(),
        limit: page.readLimit,
      })
      return reply(200, page.of(found, { present: (run) => presentListedRun(run, deps), positionOf: ({ id }) => id }))
    },
  })
