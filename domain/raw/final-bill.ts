/**
 * When a provider's final bill is read (Spec 4.3.4): providers book per-event charges a while after a run has ended. The first
 * reading comes after `FINAL_BILL_DELAY` (3 minutes unless said otherwise). One that finds no final bill yet is repeated ever
 * later: with that delay after 3, 6, 18, 30 minutes, then 1, 2 and 4 hours, a day in all.
 */
const PAUSES = [1, 2, 6, 10, 20, 40, 80]
export const FINAL_BILL_WITHIN_HOURS = 24

/** How long to wait after the reading of this number, from 1. */
export const pauseAfterReading = (reading: number, delayMs: number): number =>
  delayMs * (PAUSES[Math.min(reading, PAUSES.length) - 1] ?? 1)
