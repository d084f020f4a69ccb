import type { Database } from '../../../db/database.ts'
import { deleteList } from '../../../usecases/outreach/do-not-process.ts'
import { defineRoute } from '../../route/route.ts'
import { DoNotProcessList, DoNotProcessParams } from '../../schemas/do-not-process.ts'
import { existingList, presentList } from './present.ts'

/** Decisions, "do-not-process lists". */
export const deleteDoNotProcessList = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'deleteDoNotProcessList',
    method: 'DELETE',
    path: '/v1/do-not-process/{list_id}',
    summary: 'Delete a do-not-process list',
    description:
      'Deletes a list with its entries. From the next run on, the people and companies that it covered are processed again.',
    tags: ['Do-not-process lists'],
    spec: '4.13',
    access: 'owner',
    params: DoNotProcessParams,
    responses: { 200: { description: 'The deleted list.', schema: DoNotProcessList } },
    errors: ['not_found'],
    async handler({ params, principal, log, reply }) {
      const list = existingList(await deleteList(deps.db, principal, params.list_id))
      log.info({ list_id: list.id }, 'do_not_process_list_deleted')
      return reply(200, presentList(list))
    },
  })
