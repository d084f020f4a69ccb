/** The rest of an attempt must be long enough for one more answer. */
const ANSWER_MS_MIN = 1_000

export interface RefusedCall {
  /** The wait that the provider requests; undefined if it requests none. */
  readonly retryAfterMs: number | undefined
  /** Since the attempt's first call began. */
  readonly elapsedMs: number
  readonly deadlineMs: number
  /** Calls made so far. */
  readonly calls: number
}

/**
 * How long to wait for a provider that states when it will answer again. The wait happens once, and only if it still
 * fits into the attempt. null: the attempt ends, and the waterfall continues. A provider that names no time is not
 * called twice.
 */
export function waitBeforeRetry({ retryAfterMs, elapsedMs, deadlineMs, calls }: RefusedCall): number | null {
  if (retryAfterMs === undefined || calls > 1) return null
  return elapsedMs + retryAfterMs + ANSWER_MS_MIN <= deadlineMs ? retryAfterMs : null
}
