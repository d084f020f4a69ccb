/**
 * When a provider's final bill is read (Spec 4.3.4): providers book per-event charges a while after a run has ended. The first
 * reading comes after `FINAL_BILL_DELAY` (3 minutes unless said otherwise). One that finds no final bill yet is repeated ever
 * later: with that delay after 3, 6, 18, 30 minutes, then 1, 2 and 4 hours, a day in all. One that finds a cost which cannot be
 * read is repeated three times, each after the delay: a provider may correct its bill, but the hold does not wait for that.
 */
const PAUSES = [1, 2, 6, 10, 20, 40, 80]
export const FINAL_BILL_WITHIN_HOURS = 24
const UNREADABLE_AGAIN = 3

/** A reading that found no amount, and those before it. */
export interface OpenReading {
  readonly found: 'pending' | 'unreadable'
  /** Readings that found no amount, this one among them; those of them that found a cost which cannot be read. */
  readonly readings: number
  readonly unreadable: number
  /** The day is over. */
  readonly overdue: boolean
}

/** In how many milliseconds the bill is read again; null: the first charge stands, with what is booked so far. */
export function nextReadingMs({ found, readings, unreadable, overdue }: OpenReading, delayMs: number): number | null {
  if (overdue) return null
  if (found === 'unreadable') return unreadable > UNREADABLE_AGAIN ? null : delayMs
  return delayMs * (PAUSES[Math.min(readings, PAUSES.length) - 1] ?? 1)
}
