import { CancellationScope, condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { DATABASE_STEP } from '../policies.ts'
import { CANCEL_SIGNAL } from '../signals.ts'

const cancelRequested = defineSignal(CANCEL_SIGNAL)
const step = proxyLocalActivities<Activities>(DATABASE_STEP)

export const CANCEL_REQUESTED = Symbol('cancel requested')

/** The requests to cancel a run: signals, or a cancellation from the Web UI. */
export interface CancelRequests {
  /** Whether there is a request that is not answered yet. */
  isOpen(): boolean
  whenOpen(): Promise<typeof CANCEL_REQUESTED>
  /** The request is being answered: the next one is a new one. */
  take(): void
}

export function watchForCancel(): CancelRequests {
  let open = false
  setHandler(cancelRequested, () => {
    open = true
  })
  CancellationScope.current().cancelRequested.catch(() => {
    open = true
  })
  return {
    isOpen: () => open,
    whenOpen: async () => {
      await condition(() => open)
      return CANCEL_REQUESTED
    },
    take: () => {
      open = false
    },
  }
}

/** Answers an open request: the database decides whether it is too late. True if the run is cancelled. */
export async function cancelIfRequested(runId: string, requests: CancelRequests): Promise<boolean> {
  if (!requests.isOpen()) return false
  requests.take()
  const { cancelled } = await step.cancelRun({ runId })
  return cancelled
}
