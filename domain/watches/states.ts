import type { RunError } from '../runs/run-error.ts'
import type { EndedStatus } from '../runs/states.ts'

/** The statuses of a watch; a deleted one is shown once more by the request that deletes it. */
export const WATCH_STATUSES = ['active', 'paused', 'deleted'] as const
export type WatchStatus = (typeof WATCH_STATUSES)[number]

/** Why the service paused a watch. */
export const PAUSE_REASONS = ['insufficient_balance', 'request_refused'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

export const REFRESH_STATES = ['started', 'done'] as const
export type RefreshState = (typeof REFRESH_STATES)[number]

/** The effect of an ended run on its watch. */
export interface RefreshEffect {
  /** Whether there is an answer: its list counts, even if it is empty. */
  readonly answered: boolean
  readonly pause: PauseReason | null
}

export interface EndedRefresh {
  readonly status: EndedStatus
  readonly error: Pick<RunError, 'code'> | null
}

/** Refusals in a row that pause a watch: a provider that is away for a while causes fewer. */
export const REFUSALS_TO_PAUSE = 3
/** No offer serves the request, none its input, or none at its `max_cost`. */
const PLAN_REFUSED: readonly string[] = ['provider_not_available', 'invalid_request', 'cost_limit_exceeded']

const isRefused = ({ status, error }: EndedRefresh): boolean =>
  status === 'failed' && error !== null && PLAN_REFUSED.includes(error.code)

/**
 * An empty wallet stops a watch until the customer acts, and so does a request that nothing serves. A daily cap, a
 * ceiling or a failing provider costs the watch one refresh. `earlier`: the refreshes before it, the latest first.
 */
export function effectOf(refresh: EndedRefresh, earlier: readonly EndedRefresh[]): RefreshEffect {
  const { status, error } = refresh
  const last = [refresh, ...earlier].slice(0, REFUSALS_TO_PAUSE)
  return {
    answered: status === 'succeeded' || status === 'no_match',
    pause:
      error?.code === 'insufficient_balance'
        ? 'insufficient_balance'
        : last.length === REFUSALS_TO_PAUSE && last.every(isRefused)
          ? 'request_refused'
          : null,
  }
}

/**
 * The key of a refresh's run: a second execution finds the same run. `at` is the scheduled time, or the refresh by
 * hand.
 */
export const runKeyOf = (watchId: string, at: string): string => `${watchId}:${at}`
