import { cancelRun as writeCancellation } from '../../db/runs/cancel.ts'
import type { ActivityDeps } from '../deps.ts'

/**
 * The same transaction as the API's cancel, for a `cancel` signal that an operator sends from the Web UI only; it has
 * no effect when the API has already cancelled the run (decisions, "Cancel").
 */
export const cancelRun =
  (deps: Pick<ActivityDeps, 'db' | 'notifyEnded'>) =>
  async ({ runId }: { runId: string }): Promise<{ cancelled: boolean }> => {
    const answer = await writeCancellation(deps.db, runId, null)
    if (answer.kind === 'cancelled') deps.notifyEnded(runId)
    return { cancelled: answer.kind === 'cancelled' || (answer.kind === 'refused' && answer.status === 'cancelled') }
  }
