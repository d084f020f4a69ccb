/**
 * When a provider's final bill is read (Spec 4.3.4): providers book per-event charges a while after a run has ended. The first
 * reading comes after a few minutes; one that finds no final bill yet is repeated ever later, a day at most.
 */
const PAUSES_MINUTES = [3, 7, 20, 30, 60, 120, 240]
export const FINAL_BILL_WITHIN_HOURS = 24

/** How long to wait after the reading of this number, from 1. */
export function pauseAfterReading(reading: number): number {
  const minutes = PAUSES_MINUTES[Math.min(reading, PAUSES_MINUTES.length) - 1] ?? 0
  return minutes * 60_000
}
