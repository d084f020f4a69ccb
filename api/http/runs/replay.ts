import type { Logger } from 'pino'
import type { Principal } from '../../../domain/access/principal.ts'
import { isEnded } from '../../../domain/runs/states.ts'
import type { Database } from '../../../db/database.ts'
import { findRunOfKey, type KeyAlreadyUsed } from '../../../db/runs/accept.ts'
import type { StoredRun } from '../../../db/runs/read.ts'
import type { RunStarter } from '../../../workflows/starters/runs.ts'
import { Problem } from '../../errors/problem.ts'
import type { RunWaiters } from '../../waiters/run-waiters.ts'
import { awaitRun, mustReadRun, type WaitLimit } from './answer.ts'
import { startInBackground } from './start.ts'

/** A request for a run, besides its body. */
export interface RunCall extends WaitLimit {
  readonly principal: Principal
  /** The run's name in the Temporal Web UI. */
  readonly name: string
  readonly log: Logger
}

/** A start takes milliseconds: a run that is older than this and has not begun may have lost its start. */
const START_AGAIN_AFTER_MS = 2_000

/**
 * The run that an earlier request with the same key made; waits until it ends or waits for an approval, as the first
 * request does. Throws `idempotency_mismatch` when that request was a different one.
 */
export async function replayedRun(
  deps: { readonly db: Database; readonly starter: RunStarter; readonly waiters: RunWaiters },
  { runId, sameRequest }: KeyAlreadyUsed,
  { principal, name, log, ...waiting }: RunCall,
): Promise<StoredRun> {
  if (!sameRequest)
    throw new Problem('idempotency_mismatch', 'The idempotency key was used before with a different request.', {
      run_id: runId,
    })
  const waiter = deps.waiters.subscribe(runId)
  try {
    const run = await mustReadRun(deps.db, runId, principal)
    // The process that accepted the run may have died before its start; starting it twice is harmless.
    if (run.status === 'created' && Date.now() - run.createdAt.getTime() > START_AGAIN_AFTER_MS)
      startInBackground(deps.starter, { ...principal, capability: name, id: runId }, log)
    // As the first request, a repeated one is answered while the run waits for a person or for a slot.
    const isAnswered = isEnded(run.status) || run.status === 'awaiting_approval' || run.status === 'scheduled'
    return isAnswered ? run : await awaitRun(deps.db, runId, principal, { waiter, ...waiting })
  } finally {
    waiter.close()
  }
}

/** The run that an earlier request with the same key made; null without a key or such a run. */
export const findReplay = async (
  db: Database,
  principal: Principal,
  { idempotencyKey, requestHash }: { readonly idempotencyKey: string | null; readonly requestHash: Buffer },
): Promise<KeyAlreadyUsed | null> =>
  idempotencyKey === null ? null : findRunOfKey(db, { ...principal, idempotencyKey, requestHash })
