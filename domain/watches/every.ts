const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const EVERY_MS_MIN = HOUR_MS
export const EVERY_MS_MAX = 30 * DAY_MS

/** `<n>h` or `<n>d` (decisions, "watch"). */
export const EVERY_PATTERN = '^[1-9]\\d{0,2}[hd]$'

/**
 * How often a watch is refreshed, in milliseconds; null if the text has another form, or is not between an hour and 30
 * days.
 */
export function readEvery(text: string): number | null {
  if (!new RegExp(EVERY_PATTERN).test(text)) return null
  const ms = Number(text.slice(0, -1)) * (text.endsWith('h') ? HOUR_MS : DAY_MS)
  return ms >= EVERY_MS_MIN && ms <= EVERY_MS_MAX ? ms : null
}
