import Type from 'typebox'
import type { Database } from '../../../db/database.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { WAIT_SECONDS_MAX } from '../../schemas/run-request.ts'
import { Refresh, RefreshParams } from '../../schemas/watch.ts'
import type { RunWaiters } from '../../waiters/run-waiters.ts'
import { awaitRefresh, mustReadRefresh } from './answer.ts'
import { presentRefresh } from './present.ts'

/** Spec 4.13: one of the last refreshes, with the records that it reported. */
export const getRefresh = (deps: { db: Database; waiters: RunWaiters; publicUrl: () => string }) =>
  defineRoute({
    operationId: 'getWatchRefresh',
    method: 'GET',
    path: '/v1/watch/{watch_id}/refreshes/{refresh_id}',
    summary: 'Retrieve a refresh of a watch',
    description: 'Returns the new records, and the changed records with their previous values.',
    tags: ['Watches'],
    spec: '4.13',
    access: 'read',
    params: RefreshParams,
    query: closed({
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: WAIT_SECONDS_MAX,
          description: 'Seconds to wait for the end of the refresh.',
        }),
      ),
    }),
    responses: { 200: { description: 'The refresh, whatever its status.', schema: Refresh } },
    errors: ['not_found'],
    async handler({ params, query, principal, requestId, signal, reply }) {
      const name = { watchId: params.watch_id, refreshId: params.refresh_id }
      const answer = { requestId, publicUrl: deps.publicUrl(), environment: principal.environment }
      const waiter = deps.waiters.subscribe(name.refreshId)
      try {
        const refresh = await mustReadRefresh(deps.db, principal, name)
        if (refresh.state === 'done' || !query.wait) return reply(200, presentRefresh(refresh, answer))
        return reply(
          200,
          presentRefresh(
            await awaitRefresh(deps.db, principal, { ...name, wait: { waiter, timeoutMs: query.wait * 1000, signal } }),
            answer,
          ),
        )
      } finally {
        waiter.close()
      }
    },
  })
