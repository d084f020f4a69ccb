import type { Changer } from '../../domain/access/payer.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { type Cancelled, cancelRun, refusalOfCancel } from '../../db/runs/cancel.ts'

/** A request's cancellation with its stored answer. */
export const CANCEL_BY_REQUEST: Transaction = { name: 'cancel_by_request', effect: true }

export interface CancelRequest extends Changer {
  readonly runId: string
  readonly workspaceId: string
  readonly environment: Environment
}

export type CancelledByRequest<Answer> =
  | { readonly kind: 'cancelled'; readonly answer: Answer }
  | Exclude<Cancelled, { kind: 'cancelled' }>
  /** The run is another one's; `message` states who may cancel it. */
  | { readonly kind: 'forbidden'; readonly message: string }

/** Cancels a run for its requester; `answer` reads and stores the answer in the same transaction. */
export const cancelByRequest = <Answer>(
  db: Database,
  { runId, ...by }: CancelRequest,
  answer: (tx: Queries) => Promise<Answer>,
): Promise<CancelledByRequest<Answer>> =>
  db.transaction(CANCEL_BY_REQUEST, async (tx) => {
    const message = await refusalOfCancel(tx, runId, by)
    if (message !== null) return { kind: 'forbidden', message }
    const cancelled = await cancelRun(tx, runId, by)
    return cancelled.kind === 'cancelled' ? { kind: 'cancelled', answer: await answer(tx) } : cancelled
  })
