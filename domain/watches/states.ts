import type { RunError } from '../runs/run-error.ts'
import type { EndedStatus } from '../runs/states.ts'

/** The statuses of a watch; a deleted one is shown once more by the request that deletes it. */
export const WATCH_STATUSES = ['active', 'paused', 'deleted'] as const
export type WatchStatus = (typeof WATCH_STATUSES)[number]

/**
 * Why the service paused a watch: the wallet is empty, the request is refused, the budget of the key or app that pays
 * is used up, or that key or app was revoked.
 */
export const PAUSE_REASONS = ['insufficient_balance', 'request_refused', 'budget_exceeded', 'payer_revoked'] as const
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
  readonly error: Pick<RunError, 'code' | 'controls'> | null
}

/** Refusals in a row that pause a watch: a provider that is unavailable for a while causes fewer. */
export const REFUSALS_TO_PAUSE = 3
/** No offer serves the request, none its input, or none at its `max_cost`. */
const PLAN_REFUSED: readonly string[] = ['provider_not_available', 'invalid_request', 'cost_limit_exceeded']

const isRefused = ({ status, error }: EndedRefresh): boolean =>
  status === 'failed' && error !== null && PLAN_REFUSED.includes(error.code)

/**
 * An empty wallet or budget stops a watch until the customer acts, and so does a request that nothing serves. A daily
 * cap, a ceiling or a failing provider costs the watch one refresh. `earlier`: the refreshes before it, the latest
 * first.
 */
export function effectOf(refresh: EndedRefresh, earlier: readonly EndedRefresh[]): RefreshEffect {
  const { status, error } = refresh
  const last = [refresh, ...earlier].slice(0, REFUSALS_TO_PAUSE)
  return {
    answered: status === 'succeeded' || status === 'no_match',
    pause: unpaid(error) ?? (last.length === REFUSALS_TO_PAUSE && last.every(isRefused) ? 'request_refused' : null),
  }
}

function unpaid(error: EndedRefresh['error']): PauseReason | null {
  if (error?.code === 'insufficient_balance') return 'insufficient_balance'
  return error?.code === 'budget_exceeded' && error.controls?.includes('key_budget') === true ? 'budget_exceeded' : null
}

/**
 * The key of a refresh's run: a second execution finds the same run. `at` is the scheduled time, or the refresh by
 * hand.
 */
export const runKeyOf = (watchId: string, at: string): string => `${watchId}:${at}`
