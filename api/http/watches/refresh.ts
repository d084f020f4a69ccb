import Type from 'typebox'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { workOf } from '../../../db/runs/accept.ts'
import { type BegunRefresh, requestRefresh } from '../../../usecases/watches/begin-refresh.ts'
import type { StartGate } from '../../../workflows/starters/start-gate.ts'
import type { WatchStarter } from '../../../workflows/starters/watches.ts'
import { changerOf, payerOf } from '../../../domain/access/payer.ts'
import { ownRef, type Principal } from '../../../domain/access/principal.ts'
import { requireAccess } from '../../auth/required-access.ts'
import { withIdempotency } from '../../route/idempotency.ts'
import { describeError } from '../../errors/logged-error.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { IdempotencyHeaders, REPLAY_HEADERS } from '../../schemas/idempotency.ts'
import { WAIT_SECONDS_DEFAULT, WAIT_SECONDS_MAX } from '../../schemas/run-request.ts'
import { Refresh, StartedRefresh, WatchParams } from '../../schemas/watch.ts'
import { countKept } from '../../limits/kept-bytes.ts'
import type { RunWaiters } from '../../waiters/run-waiters.ts'
import { idempotencyKeyOf } from '../../route/idempotency-key.ts'
import { awaitRefresh, statusOf } from './answer.ts'
import { refusalOfStored } from '../../../domain/watches/refusal.ts'
import type { StoredWatch } from '../../../db/tables/watches/watches.ts'
import { Problem } from '../../errors/problem.ts'
import { limitsOf, limitsRefusal } from '../runs/key-limits.ts'
import type { WorkDeps } from '../runs/work.ts'
import { existingWatch } from './find.ts'
import { presentRefresh } from './present.ts'

export interface RefreshWatchDeps extends WorkDeps {
  readonly publicUrl: () => string
  readonly db: Database
  readonly cipher: SecretCipher
  readonly watchStarter: Pick<WatchStarter, 'startRefresh'>
  readonly waiters: RunWaiters
  readonly starts: StartGate
}

/**
 * The rules and the catalog may have changed since the watch was made, and another may have made it: what the caller
 * may not run or write, it may not refresh either.
 */
function requireAccepted(
  watch: StoredWatch,
  { findCapability, known }: Pick<RefreshWatchDeps, 'findCapability' | 'known'>,
  principal: Principal,
): void {
  const refusal = refusalOfStored(watch, { findCapability, catalog: known.catalog })
  if (refusal !== null) throw new Problem('invalid_request', `The request of the watch is refused now. ${refusal}`)
  if (watch.landing !== null) requireAccess(principal, 'write')
  const { input, routing } = watch
  const forbidden = limitsRefusal({ known }, principal, {
    work: workOf(watch),
    input,
    routing,
    context: { send: null },
  })
  if (forbidden !== null) throw forbidden
}

const ended = (description: string) => ({ description, schema: Refresh })

/** Spec 4.13: refreshes a watch now, at the price of its run, and answers the new and changed records. */
export const refreshWatch = (deps: RefreshWatchDeps) =>
  defineRoute({
    operationId: 'refreshWatch',
    method: 'POST',
    path: '/v1/watch/{watch_id}/refresh',
    summary: 'Refresh a watch now',
    description:
      'Runs the request of the watch and returns only new and changed records. The caller pays: the budget, the limits and the approval policy of its key or app apply. A watch has one refresh at a time: while a refresh is in progress, a second request returns it. A successful refresh resumes a paused watch, unless it is that of a connected app, or of a key with limits or a budget, which has not created the watch. The schedule does not change.',
    tags: ['Watches'],
    spec: '4.13',
    access: 'run',
    countsAsRun: true,
    params: WatchParams,
    query: closed({
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: WAIT_SECONDS_MAX,
          default: WAIT_SECONDS_DEFAULT,
          description: 'Seconds to wait for the end of the refresh.',
        }),
      ),
    }),
    headers: IdempotencyHeaders,
    responses: {
      200: { ...ended('The new and the changed records.'), headers: REPLAY_HEADERS },
      202: ended('The refresh has not ended. Read it at `poll_url`.'),
      400: ended('No provider takes the input of the watch.'),
      402: ended('The balance (which pauses the watch) or a spend control refused the run.'),
      403: ended('Its run was refused.'),
      404: ended('The capability or endpoint of the watch does not exist.'),
      409: ended('The run was cancelled, or no provider is available.'),
      502: ended('Every attempt failed.'),
      504: ended('The last attempt timed out.'),
    },
    errors: ['forbidden', 'not_found', 'idempotency_mismatch', 'conflict'],
    // Not `idempotent`: its key keeps no answer but the refresh that the request began. A replay waits for that refresh
    // and reads it again, as `POST /v1/run` does with its run.
    async handler({ params, query, headers, principal, requestId, log, signal, reply }) {
      const answer = await withIdempotency(
        deps,
        {
          principal,
          key: idempotencyKeyOf(headers['Idempotency-Key'], undefined),
          request: ['refreshWatch', params.watch_id],
          schema: StartedRefresh,
        },
        async (saveResponse) => {
          const refresh = existingWatch(
            await requestRefresh(deps.db, ownRef(principal, params.watch_id), {
              payer: payerOf(principal),
              limits: limitsOf(principal),
              caller: changerOf(principal),
              saveResponse: async (tx, { refreshId }, watch) => {
                requireAccepted(watch, deps, principal)
                // Its run gets a copy of the request, which may be thousands of times as long as this one.
                const refusal = await countKept(Buffer.byteLength(JSON.stringify(watch.input)))
                if (refusal !== null) throw refusal
                await saveResponse(tx, { refresh_id: refreshId })
              },
            }),
          )
          begin(refresh)
          return { refresh_id: refresh.refreshId }
        },
      )
      const refreshId = answer.body.refresh_id
      const waiter = deps.waiters.subscribe(refreshId)
      try {
        const timeoutMs = (query.wait_seconds ?? WAIT_SECONDS_DEFAULT) * 1000
        const stored = await awaitRefresh(deps.db, principal, {
          watchId: params.watch_id,
          refreshId,
          wait: { waiter, timeoutMs, signal },
        })
        return reply(
          statusOf(stored),
          presentRefresh(stored, { requestId, publicUrl: deps.publicUrl(), environment: principal.environment }),
          answer.headers,
        )
      } finally {
        waiter.close()
      }

      /** Not awaited: without Temporal the refresh is committed all the same, and the sweeper starts it later. */
      function begin(refresh: BegunRefresh): void {
        const run = { id: refresh.runId, workspaceId: refresh.workspaceId, environment: refresh.environment }
        deps.starts
          .admit(run, () => deps.watchStarter.startRefresh({ ...refresh, watchId: params.watch_id }))
          .catch((error: unknown) =>
            log.warn(
              { watch_id: params.watch_id, refresh_id: refresh.refreshId, error: describeError(error) },
              'refresh_start_unconfirmed',
            ),
          )
      }
    },
  })
