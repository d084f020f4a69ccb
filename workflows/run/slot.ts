import { condition, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { CLOCKS_APART_MS, type DecisionSignal } from './approval.ts'
import type { CancelRequests } from './cancel.ts'

/** How often a send is judged again whose sender does not send now: the signal that it sends again may be lost. */
const WITHOUT_TIME_MS = 86_400_000

/**
 * Waits on a durable timer for the planned slot of a send, for a signal that it has moved up, or for a request to
 * cancel (decisions, "Slots of senders").
 */
export async function awaitSlot(
  { in_ms: inMs, waits_for: waitsFor }: { readonly in_ms: number | null; readonly waits_for: string },
  { decision, cancels }: { readonly decision: DecisionSignal; readonly cancels: CancelRequests },
): Promise<void> {
  setCurrentDetails(`Waits for ${waitsFor}; nothing is held`)
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.runStatus, value: 'scheduled' }])
  await condition(() => decision.isOpen() || cancels.isOpen(), (inMs ?? WITHOUT_TIME_MS) + CLOCKS_APART_MS)
  decision.take()
}
