import { condition, defineSignal, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow'
import { DECIDE_SIGNAL } from '../signals.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import type { CancelRequests } from './cancel.ts'

const decisionStored = defineSignal(DECIDE_SIGNAL)

/** The news that a decision about this run is stored. */
export interface DecisionNews {
  isOpen(): boolean
  /** What is stored is about to be read: the next news is new. */
  take(): void
}

export function watchForDecision(): DecisionNews {
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
const CLOCKS_APART_MS = 1_000

/** Waits on a durable timer for a decision, a request to cancel, or the expiry (decisions, "Approvals"). */
export async function awaitDecision(
  expiresInMs: number,
  { news, cancels }: { readonly news: DecisionNews; readonly cancels: CancelRequests },
): Promise<void> {
  setCurrentDetails('Waits for an approval; nothing is held')
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.runStatus, value: 'awaiting_approval' }])
  await condition(() => news.isOpen() || cancels.isOpen(), expiresInMs + CLOCKS_APART_MS)
  news.take()
}
