/** What is left of an attempt must at least be enough for one more answer. */
const ANSWER_MS_MIN = 1_000

export interface Refused {
  /** How long the provider asks to be left alone; undefined when it does not say. */
  readonly retryAfterMs: number | undefined
  /** Since the attempt's first call began. */
  readonly elapsedMs: number
  readonly deadlineMs: number
  /** Calls made so far. */
  readonly calls: number
}

/**
 * A provider that says when it will answer again is waited for once, where that still fits into the attempt; null: the attempt
 * ends as it is, and the waterfall goes on. A provider that says nothing is not asked twice.
 */
export function waitBeforeRetry({ retryAfterMs, elapsedMs, deadlineMs, calls }: Refused): number | null {
  if (retryAfterMs === undefined || calls > 1) return null
  return elapsedMs + retryAfterMs + ANSWER_MS_MIN <= deadlineMs ? retryAfterMs : null
}
