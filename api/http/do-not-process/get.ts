import type { Database } from '../../../db/database.ts'
import { findList } from '../../../db/outreach/do-not-process/lists.ts'
import { defineRoute } from '../../route/route.ts'
import { DoNotProcessList, DoNotProcessParams } from '../../schemas/do-not-process.ts'
import { existingList, presentList } from './present.ts'

/** Decisions, "do-not-process lists". */
export const getDoNotProcessList = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getDoNotProcessList',
    method: 'GET',
    path: '/v1/do-not-process/{list_id}',
    summary: 'Retrieve a do-not-process list',
    description: 'Returns how many entries apply, and how far an upload is. No route returns the entries.',
    tags: ['Do-not-process lists'],
    spec: '4.13',
    access: 'read',
    params: DoNotProcessParams,
    responses: { 200: { description: 'The list.', schema: DoNotProcessList } },
    errors: ['not_found'],
    async handler({ params, principal, reply }) {
      return reply(200, presentList(existingList(await findList(deps.db, principal, params.list_id))))
    },
  })
