import Type from 'typebox'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { isEnded } from '../../../domain/runs/states.ts'
import type { Database } from '../../../db/database.ts'
import { defineRoute } from '../../route/route.ts'
import { closed } from '../../schemas/common.ts'
import { WAIT_SECONDS_MAX } from '../../schemas/run-request.ts'
import { Run } from '../../schemas/run.ts'
import type { RunWaiters } from '../../waiters/run-waiters.ts'
import { awaitRun, mustReadRun } from './answer.ts'
import type { RunLinks } from './present.ts'
import { requireFieldsOfView } from './result-fields.ts'
import { presentView, viewOfQuery, viewParameters } from './view.ts'

export const RunParams = closed({
  run_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of the run, `run_…`.',
    examples: ['run_01j9zq3v6n4k8w2x5y7a9b1c3d'],
  }),
})

interface GetRunDeps {
  readonly db: Database
  readonly waiters: RunWaiters
  readonly findCapability: (slug: string) => Capability | undefined
}

/** Spec 4.4: one run, at once or when it has finished. */
export const getRun = (deps: GetRunDeps & RunLinks) =>
  defineRoute({
    operationId: 'getRun',
    method: 'GET',
    path: '/v1/runs/{run_id}',
    summary: 'Read a run',
    description:
      'Returns the run with its result or its error. `wait` waits for the end of the run. `fields`, `max_items` and `summary` select a part of the result. `path` returns a slice of the value there, with its length and the next offset.',
    tags: ['Runs'],
    spec: '4.4',
    access: 'read',
    params: RunParams,
    query: closed({
      wait: Type.Optional(
        Type.Integer({ minimum: 0, maximum: WAIT_SECONDS_MAX, description: 'Seconds to wait for the end of the run.' }),
      ),
      ...viewParameters,
    }),
    responses: { 200: { description: 'The run, whatever its status.', schema: Run } },
    errors: [{ code: 'invalid_request', status: 404 }],
    async handler({ params, query, principal, signal, reply }) {
      const view = viewOfQuery(query)
      const waiter = deps.waiters.subscribe(params.run_id)
      try {
        const run = await mustReadRun(deps.db, params.run_id, principal)
        requireFieldsOfView(run.capability === null ? undefined : deps.findCapability(run.capability), view)
        if (isEnded(run.status) || !query.wait) return reply(200, presentView(run, view, deps))
        const waiting = { waiter, timeoutMs: query.wait * 1000, signal }
        const waited = await awaitRun(deps.db, run.id, principal, waiting)
        return reply(200, presentView(waited, view, deps))
      } finally {
        waiter.close()
      }
    },
  })
