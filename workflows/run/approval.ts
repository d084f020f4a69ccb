import { condition, defineSignal, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow'
import { DECIDE_SIGNAL } from '../signals.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import type { CancelRequests } from './cancel.ts'

const decisionStored = defineSignal(DECIDE_SIGNAL)

/** The signal that a decision about this run is stored. */
export interface DecisionSignal {
  isOpen(): boolean
  /** What is stored is about to be read: the next signal is new. */
  take(): void
}

export function watchForDecision(): DecisionSignal {
  let open = false
  setHandler(decisionStored, () => {
    open = true
  })
  return {
    isOpen: () => open,
    take: () => {
      open = false
    },
  }
}

/** The clocks of the database and of Temporal differ: a timer that fires a little early would only fire again. */
export const CLOCKS_APART_MS = 1_000

/** Waits on a durable timer for a decision, a request to cancel, or the expiry (decisions, "Approvals"). */
export async function awaitDecision(
  expiresInMs: number,
  { decision, cancels }: { readonly decision: DecisionSignal; readonly cancels: CancelRequests },
): Promise<void> {
  setCurrentDetails('Waits for an approval; nothing is held')
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.runStatus, value: 'awaiting_approval' }])
  await condition(() => decision.isOpen() || cancels.isOpen(), expiresInMs + CLOCKS_APART_MS)
  decision.take()
}
