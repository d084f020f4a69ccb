import type { Database } from '../../../db/database.ts'
import { deleteWatch as remove } from '../../../db/tables/watches/watches.ts'
import { ownRef } from '../../../domain/access/principal.ts'
import { changerOf } from '../../../domain/access/payer.ts'
import type { WatchStarter } from '../../../workflows/starters/watches.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { Watch, WatchParams } from '../../schemas/watch.ts'
import { existingWatch } from './find.ts'
import { presentWatch } from './present.ts'

export interface DeleteWatchDeps {
  readonly publicUrl: () => string
  readonly db: Database
  readonly watchStarter: Pick<WatchStarter, 'removeInBackground'>
}

/**
 * Spec 4.13: deletes it with its schedule, its records and its refreshes. A run under way ends and is paid; its result
 * is not stored with the watch.
 */
export const deleteWatch = (deps: DeleteWatchDeps) =>
  defineRoute({
    operationId: 'deleteWatch',
    method: 'DELETE',
    path: '/v1/watch/{watch_id}',
    summary: 'Delete a watch',
    description:
      'Deletes the watch with its schedule, records and refreshes. The run of a refresh in progress continues and is charged; its records are not compared. A connected app, or an API key with limits or a budget, deletes only watches that it has created.',
    tags: ['Watches'],
    spec: '4.13',
    access: 'write',
    params: WatchParams,
    responses: { 200: { description: 'The deleted watch.', schema: Watch } },
    errors: ['forbidden', 'not_found'],
    async handler({ params, principal, requestId, log, reply }) {
      const removed = await remove(deps.db, ownRef(principal, params.watch_id), changerOf(principal))
      if (removed.kind === 'forbidden')
        throw new Problem('forbidden', `${removed.message} You can refresh it at your own expense.`)
      const watch = existingWatch(removed.kind === 'deleted' ? removed.watch : null)
      deps.watchStarter.removeInBackground(watch.id)
      log.info({ watch_id: watch.id }, 'watch_deleted')
      return reply(
        200,
        presentWatch(
          { ...watch, status: 'deleted', pausedReason: null },
          { nowMs: Date.now(), requestId, publicUrl: deps.publicUrl(), environment: principal.environment },
        ),
      )
    },
  })
