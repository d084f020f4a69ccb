import { parseUsd } from '../../domain/money/microdollars.ts'
import { outcomeReason } from '../../domain/routing/reason.ts'
import type { AttemptAnswer, Decision } from '../../domain/runs/fallback.ts'
import { errorOf } from '../../domain/runs/run-error.ts'
import type { RunStatus } from '../../domain/runs/states.ts'
import { endRun } from '../../db/runs/settle.ts'
import type { ActivityDeps } from '../deps.ts'

export interface SettleRequest {
  readonly runId: string
  readonly decision: Decision
  readonly answers: readonly AttemptAnswer[]
}

/** Ends the run as the waterfall decided and settles or releases its hold, once (Spec 3.1, 1.10). */
export const settleRun = (deps: Pick<ActivityDeps, 'db' | 'notifyEnded'>) =>
  async ({ runId, decision, answers }: SettleRequest): Promise<{ status: RunStatus }> => {
    const status = await endRun(deps.db, {
      runId,
      status: decision.status,
      charge: parseUsd(decision.charge),
      attempt: decision.attempt,
      provider: decision.provider === '' ? null : decision.provider,
      outcomeReason: outcomeReason(answers, decision),
      error: errorOf(decision, answers),
      givesKeyBack: false,
    })
    deps.notifyEnded(runId)
    return { status }
  }
