import { parseUsd } from '../../domain/money/microdollars.ts'
import { outcomeReason } from '../../domain/routing/reason.ts'
import { errorOf } from '../../domain/runs/run-error.ts'
import type { RunStatus } from '../../domain/runs/states.ts'
import type { Settlement } from '../../domain/routing/waterfall.ts'
import { FINAL_BILL_WITHIN_HOURS } from '../../domain/raw/final-bill.ts'
import { endRun } from '../../usecases/runs/end-run.ts'
import type { RunEnd } from '../../db/runs/settle.ts'
import type { ActivityDeps } from '../deps.ts'

export type SettleRequest = Settlement & { readonly runId: string }

export interface SettleAnswer {
  readonly status: RunStatus
  /** The provider bills later: its final bill is due after this time (Spec 4.3.4). */
  readonly final_bill_ms?: number
}

type Deps = Pick<ActivityDeps, 'db' | 'notifyEnded' | 'finalBillDelayMs'>

/** Ends the run as the waterfall decided, and settles or releases its hold once (Spec 3.1, 1.10). */
export const settleRun =
  (deps: Deps) =>
  async ({ runId, decision, answers, ownKey }: SettleRequest): Promise<SettleAnswer> => {
    const end = runEndOf({ runId, decision, answers, ownKey })
    const isBilledLater = decision.final_bill === true && decision.attempt !== null
    const bill = { dueInSeconds: deps.finalBillDelayMs / 1000, withinSeconds: FINAL_BILL_WITHIN_HOURS * 3_600 }
    const status = await endRun(deps.db, isBilledLater ? { ...end, bill } : end)
    deps.notifyEnded(runId)
    return isBilledLater ? { status, final_bill_ms: deps.finalBillDelayMs } : { status }
  }

/** How a run ends as its waterfall decided. */
export const runEndOf = ({ runId, decision, answers, ownKey }: SettleRequest): RunEnd => ({
  runId,
  status: decision.status,
  charge: parseUsd(decision.charge),
  attempt: decision.attempt,
  // Without a delivery the decision names the last failure or the miss, which served nothing (Spec 2.1).
  provider: decision.attempt === null ? null : decision.provider,
  outcomeReason: outcomeReason(answers, decision),
  error: errorOf(decision, answers),
  ownKey,
  releasesKey: false,
})
