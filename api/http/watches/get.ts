import { ownRef } from '../../../domain/access/principal.ts'
import { REFRESHES_KEPT } from '../../../domain/watches/limits.ts'
import type { Database } from '../../../db/database.ts'
import { lastRefreshes, type StoredRefresh } from '../../../db/tables/watches/refreshes.ts'
import { readWatch } from '../../../db/tables/watches/watches.ts'
import { defineRoute } from '../../route/route.ts'
import { WatchParams, WatchWithRefreshes } from '../../schemas/watch.ts'
import { existingWatch } from './find.ts'
import { presentListedRefresh, presentWatch } from './present.ts'

/** Spec 4.13: one watch with its last refreshes. */
export const getWatch = (deps: { db: Database; publicUrl: () => string }) =>
  defineRoute({
    operationId: 'getWatch',
    method: 'GET',
    path: '/v1/watch/{watch_id}',
    summary: 'Retrieve a watch',
    description: 'Returns the time of the next refresh, the reason of a pause, and the results of the last refreshes.',
    tags: ['Watches'],
    spec: '4.13',
    access: 'read',
    params: WatchParams,
    responses: { 200: { description: 'The watch.', schema: WatchWithRefreshes } },
    errors: ['not_found'],
    async handler({ params, principal, requestId, reply }) {
      const watch = existingWatch(await readWatch(deps.db, ownRef(principal, params.watch_id)))
      const refreshes = await lastRefreshes(deps.db, watch.id, REFRESHES_KEPT)
      const shown = { nowMs: Date.now(), requestId, publicUrl: deps.publicUrl(), environment: principal.environment }
      return reply(200, {
        // A refresh may have ended between the two reads: the answer shows it in both places or in none.
        ...presentWatch({ ...watch, last: lastEnded(refreshes) }, shown),
        refreshes: refreshes.map((refresh) => presentListedRefresh(refresh, shown)),
      })
    },
  })

const lastEnded = (refreshes: readonly StoredRefresh[]): StoredRefresh | null =>
  refreshes.reduce<StoredRefresh | null>(
    (last, one) => (one.state === 'done' && (one.finishedAt ?? '') > (last?.finishedAt ?? '') ? one : last),
    null,
  )
