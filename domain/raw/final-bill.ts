/**
 * When a provider's final bill is read (Spec 4.3.4): providers book per-event charges some time after a run has ended.
 * The first reading comes after `FINAL_BILL_DELAY` (the default is 3 minutes). A reading without a final bill is
 * repeated at growing intervals: with that delay after 3, 6, 18, 30 minutes, then 1, 2 and 4 hours, a day in all. A
 * reading with an unreadable cost is repeated three times, each after the delay: a provider may correct its bill, but
 * the hold does not wait for that.
 */
const PAUSES = [1, 2, 6, 10, 20, 40, 80]
export const FINAL_BILL_WITHIN_HOURS = 24
const UNREADABLE_AGAIN = 3

/** A reading that found no amount, and those before it. */
export interface OpenReading {
  readonly found: 'pending' | 'unreadable'
  /** Readings without an amount, this one included; how many of them found an unreadable cost. */
  readonly readings: number
  readonly unreadable: number
  /** The day is over. */
  readonly overdue: boolean
}

/** In how many milliseconds the bill is read again; null: the first charge stays, with the cost booked so far. */
export function nextReadingMs({ found, readings, unreadable, overdue }: OpenReading, delayMs: number): number | null {
  if (overdue) return null
  if (found === 'unreadable') return unreadable > UNREADABLE_AGAIN ? null : delayMs
  return delayMs * (PAUSES[Math.min(readings, PAUSES.length) - 1] ?? 1)
}
