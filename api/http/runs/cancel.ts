import { changerOf } from '../../../domain/access/payer.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { cancelByRequest, type CancelledByRequest } from '../../../usecases/runs/cancel-by-request.ts'
import type { RunStarter } from '../../../workflows/starters/runs.ts'
import { describeError } from '../../errors/logged-error.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { Run } from '../../schemas/run.ts'
import { mustReadRun } from './answer.ts'
import { RunParams } from './get.ts'
import { presentRun, type RunLinks } from './present.ts'

export interface CancelRunDeps extends RunLinks {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly starter: RunStarter
  readonly notifyEnded: (runId: string) => void
}

/** Spec 4.4: stops a run that has not begun at a provider; the database decides, and the workflow gets a signal. */
export const cancelRun = (deps: CancelRunDeps) =>
  defineRoute({
    operationId: 'cancelRun',
    method: 'POST',
    path: '/v1/runs/{run_id}/cancel',
    summary: 'Cancel a run',
    description:
      'A run can be cancelled before its first provider call. Nothing is charged, and the hold is released. A run that has started continues. A connected app, or an API key with limits or a budget, cancels only runs that it has started.',
    tags: ['Runs'],
    spec: '4.4',
    access: 'run',
    idempotent: { store: deps },
    params: RunParams,
    responses: { 200: { description: 'The cancelled run.', schema: Run } },
    errors: ['forbidden', { code: 'invalid_request', status: 404 }, { code: 'invalid_request', status: 409 }],
    async handler({ params, principal, log, saveResponse, reply }) {
      const by = { runId: params.run_id, ...principal, ...changerOf(principal) }
      const cancelled = await cancelByRequest(deps.db, by, async (tx) => {
        const run = presentRun(await mustReadRun(tx, params.run_id, principal), deps)
        await saveResponse(tx, run)
        return run
      })
      if (cancelled.kind !== 'cancelled') throw refusalOf(cancelled, params.run_id)
      deps.notifyEnded(params.run_id)
      // The run is cancelled whether or not the signal reaches its workflow now.
      deps.starter
        .signalCancel(params.run_id)
        .catch((error: unknown) =>
          log.info({ run_id: params.run_id, error: describeError(error) }, 'run_cancel_signal_failed'),
        )
      return reply(200, cancelled.answer)
    },
  })

function refusalOf(refused: Exclude<CancelledByRequest<unknown>, { kind: 'cancelled' }>, runId: string): Problem {
  switch (refused.kind) {
    case 'forbidden':
      return new Problem('forbidden', refused.message)
    case 'missing':
      return new Problem('invalid_request', 'There is no run with this id.', { httpStatus: 404, param: '/run_id' })
    case 'refused':
      return new Problem('invalid_request', `The run can no longer be cancelled: it is ${refused.status}.`, {
        httpStatus: 409,
        status: refused.status,
        run_id: runId,
      })
  }
}
