import type { Database } from '../../../db/database.ts'
import { readLists } from '../../../db/outreach/do-not-process/lists.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { DoNotProcessLists } from '../../schemas/do-not-process.ts'
import { presentList } from './present.ts'

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 20

/** Decisions, "do-not-process lists". */
export const listDoNotProcessLists = (deps: { db: Database; cursors: Cursors }) =>
  defineRoute({
    operationId: 'listDoNotProcessLists',
    method: 'GET',
    path: '/v1/do-not-process',
    summary: 'List do-not-process lists',
    description: 'Returns the lists of the environment, newest first.',
    tags: ['Do-not-process lists'],
    spec: '4.13',
    access: 'read',
    paged: {
      cursors: deps.cursors,
      limit: { maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
      list: ({ principal }) => ['do-not-process', principal.workspaceId, principal.environment],
    },
    responses: { 200: { description: 'A page of lists.', schema: DoNotProcessLists } },
    errors: [],
    async handler({ principal, page, reply }) {
      const found = await readLists(deps.db, principal, { before: page.after(), limit: page.readLimit })
      return reply(200, page.of(found, { present: presentList, positionOf: ({ id }) => id }))
    },
  })
