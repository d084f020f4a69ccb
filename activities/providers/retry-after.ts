/** A longer wait is not granted: the provider's circuit opens instead. */
const RETRY_AFTER_MS_MAX = 24 * 60 * 60 * 1000

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** `Retry-After` in milliseconds from `nowMs`, from seconds or an HTTP date; null when absent or unreadable. */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | null {
  const value = [headers['retry-after']].flat()[0]?.trim()
  if (value === undefined || value === '') return null
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Math.ceil(Number(value) * 1000) : Date.parse(value) - nowMs
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, waitMs), RETRY_AFTER_MS_MAX)
}
