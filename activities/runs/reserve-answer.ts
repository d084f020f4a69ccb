import { ApplicationFailure } from '@temporalio/common'
import { isEnded, type RunStatus } from '../../domain/runs/states.ts'
import { beginWaterfall, type WaterfallState } from '../../domain/routing/waterfall.ts'
import { readRunToReserve, type RunToReserve } from '../../db/runs/to-reserve.ts'
import type { ActivityDeps } from '../deps.ts'
import type { RunSettledByAttempt } from './call-and-record.ts'

export type ReserveAnswer =
  /** The money is held, and the first attempt may be made already. `held`: USD, shown to operators. */
  | { readonly kind: 'reserved'; readonly state: WaterfallState; readonly held?: string }
  /** The first attempt has ended the run. */
  | (RunSettledByAttempt & { readonly held: string })
  /** Nothing is held: a person decides within this time, or the run ends. */
  | { readonly kind: 'awaiting_approval'; readonly expires_in_ms: number }
  /** Nothing is held: its sender has a slot for it after this time; null: not before it sends again. */
  | { readonly kind: 'scheduled'; readonly in_ms: number | null; readonly waits_for: string }
  /** `final_bill_ms`: its provider's final bill is due after this time. */
  | { readonly kind: 'ended'; readonly status: RunStatus; readonly final_bill_ms?: number }

export async function mustRead(deps: Pick<ActivityDeps, 'db'>, runId: string): Promise<RunToReserve> {
  const run = await readRunToReserve(deps.db, runId)
  if (run === null) throw ApplicationFailure.nonRetryable('the run does not exist', 'UnknownRun')
  return run
}

/** The answer that an earlier try, a decision or a cancellation has stored; null: none has. */
export function storedAnswer(run: RunToReserve): ReserveAnswer | null {
  if (isEnded(run.status))
    return {
      kind: 'ended',
      status: run.status,
      ...(run.finalBillMs === null ? {} : { final_bill_ms: run.finalBillMs }),
    }
  if (run.status === 'awaiting_approval' && run.approval !== null && run.approval.expiresInMs > 0)
    return { kind: 'awaiting_approval', expires_in_ms: run.approval.expiresInMs }
  return run.plan === null ? null : { kind: 'reserved', state: beginWaterfall(run.plan) }
}

/** The run changed between two statements: the change has stored the answer. */
export async function storedMeanwhile(deps: Pick<ActivityDeps, 'db'>, runId: string): Promise<ReserveAnswer> {
  const stored = storedAnswer(await mustRead(deps, runId))
  if (stored === null) throw new Error('the run was neither reserved nor ended')
  return stored
}
