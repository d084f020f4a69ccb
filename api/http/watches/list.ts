import type { Database } from '../../../db/database.ts'
import { listWatches as list } from '../../../db/watches/watches.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { closed, PageCursor, pageLimit } from '../../schemas/common.ts'
import { WatchList } from '../../schemas/watch.ts'
import { presentWatch } from './present.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

/** Spec 4.13: the watches of the environment. */
export const listWatches = (deps: { db: Database; cursors: Cursors }) =>
  defineRoute({
    operationId: 'listWatches',
    method: 'GET',
    path: '/v1/watch',
    summary: 'List watches',
    description: 'Newest first. Each watch has its last completed refresh.',
    tags: ['Watches'],
    spec: '4.13',
    access: 'read',
    query: closed({
      limit: pageLimit({ maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
      cursor: PageCursor,
    }),
    responses: { 200: { description: 'A page of watches.', schema: WatchList } },
    errors: [],
    async handler({ query, principal, requestId, reply }) {
      const limit = query.limit ?? LIMIT_DEFAULT
      const watches = ['watches', principal.workspaceId, principal.environment]
      // One item more than requested shows whether there is another page.
      const found = await list(deps.db, principal, {
        before: deps.cursors.read(watches, query.cursor),
        limit: limit + 1,
      })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return reply(200, {
        items: page.map((watch) => presentWatch(watch, { nowMs: Date.now(), requestId })),
        next_cursor: found.length > limit && last !== undefined ? deps.cursors.write(watches, last.id) : null,
      })
    },
  })
