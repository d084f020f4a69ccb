/** Less time than this before the deadline is no call: it would only end as a timeout of ours. */
export const CALL_MS_MIN = 1_000

export interface Refusal {
  /** What the provider's `Retry-After` asks for; undefined when it said nothing. */
  readonly retryAfterMs: number | undefined
  /** Since the attempt began, the refused call included. */
  readonly elapsedMs: number
  /** The attempt's whole time. */
  readonly deadlineMs: number
  /** How often this attempt has waited already. */
  readonly tried: number
}

/**
 * How long to wait before the refused call is made once more, in ms, or null: the run goes on to the next provider.
 * A provider is obeyed once, and only inside the attempt's own time: whoever waits for the run was told no other.
 */
export function waitBeforeRetry({ retryAfterMs, elapsedMs, deadlineMs, tried }: Refusal): number | null {
  if (retryAfterMs === undefined || tried > 0) return null
  return elapsedMs + retryAfterMs + CALL_MS_MIN <= deadlineMs ? retryAfterMs : null
}
