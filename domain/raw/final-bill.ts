/**
 * When a provider's final bill is read (Spec 4.3.4): providers book per-event charges a while after a run has ended. The first
 * reading comes after `FINAL_BILL_DELAY` (3 minutes unless said otherwise). One that finds no final bill yet is repeated ever
 * later: with that delay after 3, 6, 18, 30 minutes, then 1, 2 and 4 hours, a day in all. One that finds a cost which cannot be
 * read is repeated three times, each after the delay again: a provider may correct its bill, but nobody's money waits for that.
 */
const PAUSES = [1, 2, 6, 10, 20, 40, 80]
export const FINAL_BILL_WITHIN_HOURS = 24

/** How long to wait after the reading of this number, from 1. */
const pauseAfterReading = (reading: number, delayMs: number): number =>
  delayMs * (PAUSES[Math.min(reading, PAUSES.length) - 1] ?? 1)

const UNREADABLE_AGAIN = 3

/**
 * How a reading that found no amount is repeated, in milliseconds: after `afterMs`, and not beyond `withinMs` from now, where that
 * is sooner than the day. `reading` counts from 1.
 */
export function nextReading(found: 'pending' | 'unreadable', { reading, delayMs }: { readonly reading: number; readonly delayMs: number }): { readonly afterMs: number; readonly withinMs: number | null } {
  if (found === 'pending') return { afterMs: pauseAfterReading(reading, delayMs), withinMs: null }
  // It ends in the middle of a pause, so that the last reading comes surely after it, and the one before surely not.
  return { afterMs: delayMs, withinMs: (UNREADABLE_AGAIN - 0.5) * delayMs }
}
