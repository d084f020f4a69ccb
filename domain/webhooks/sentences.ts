import type { DeliveryAttempt } from './delivery.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** `35 s`, `30 min`, `2 h`: for operators, rounded up; in hours only if they are full hours. */
export function spanInWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.ceil(ms / MINUTE_MS)
  return minutes % 60 === 0 ? `${(minutes * MINUTE_MS) / HOUR_MS} h` : `${minutes} min`
}

/**
 * How an attempt went: its status, or the reason in the guarded client's own words. The text that an operator reads
 * must quote neither the receiver nor its address.
 */
export const attemptInWords = ({ status_code: statusCode, error, latency_ms: latencyMs }: DeliveryAttempt): string =>
  `${statusCode === null ? (error ?? 'no answer') : `answered ${statusCode}`} after ${latencyMs} ms`

/** The text of the timer before the next attempt: `retry 3 of 6 in 30 min`. */
export const retryInWords = (made: number, attemptsMax: number, afterMs: number): string =>
  `${made === 0 ? 'first attempt' : `retry ${made} of ${attemptsMax - 1}`} in ${spanInWords(afterMs)}`
