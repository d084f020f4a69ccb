import type { RunError } from '../runs/run-error.ts'
import type { EndedStatus } from '../runs/states.ts'

/** The statuses of a watch; a deleted one is shown once more by the request that deletes it. */
export const WATCH_STATUSES = ['active', 'paused', 'deleted'] as const
export type WatchStatus = (typeof WATCH_STATUSES)[number]

/** Why the service paused a watch. */
export const PAUSE_REASONS = ['insufficient_balance'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export const REFRESH_STATES = ['started', 'done'] as const
export type RefreshState = (typeof REFRESH_STATES)[number]

/** The effect of an ended run on its watch. */
export interface RefreshEffect {
  /** Whether there is an answer: its list counts, even if it is empty. */
  readonly answered: boolean
  readonly pause: PauseReason | null
}

/**
 * An empty wallet stops a watch until the customer acts. A daily cap, a ceiling or a failing provider costs the watch
 * one refresh.
 */
export function effectOf({
  status,
  error,
}: {
  readonly status: EndedStatus
  readonly error: RunError | null
}): RefreshEffect {
  return {
    answered: status === 'succeeded' || status === 'no_match',
    pause: error?.code === 'insufficient_balance' ? 'insufficient_balance' : null,
  }
}

/**
 * The key of a refresh's run: a second execution finds the same run. `at` is the scheduled time, or the refresh by
 * hand.
 */
export const runKeyOf = (watchId: string, at: string): string => `${watchId}:${at}`
