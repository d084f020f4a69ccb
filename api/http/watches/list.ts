import type { Database } from '../../../db/database.ts'
import { listWatches as list } from '../../../db/tables/watches/watches.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { WatchList } from '../../schemas/watch.ts'
import { presentWatch } from './present.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

/** Spec 4.13: the watches of the environment. */
export const listWatches = (deps: { db: Database; cursors: Cursors; publicUrl: () => string }) =>
  defineRoute({
    operationId: 'listWatches',
    method: 'GET',
    path: '/v1/watch',
    summary: 'List watches',
    description: 'Newest first. Each watch has its last completed refresh.',
    tags: ['Watches'],
    spec: '4.13',
    access: 'read',
    paged: {
      cursors: deps.cursors,
      limit: { maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
      list: ({ principal }) => ['watches', principal.workspaceId, principal.environment],
    },
    responses: { 200: { description: 'A page of watches.', schema: WatchList } },
    errors: [],
    async handler({ principal, requestId, page, reply }) {
      const found = await list(deps.db, principal, { before: page.after(), limit: page.readLimit })
      return reply(
        200,
        page.of(found, {
          present: (watch) =>
            presentWatch(watch, {
              nowMs: Date.now(),
              requestId,
              publicUrl: deps.publicUrl(),
              environment: principal.environment,
            }),
          positionOf: ({ id }) => id,
        }),
      )
    },
  })
