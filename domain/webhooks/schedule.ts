const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The delay between each failed attempt and the next one (Spec 6.2.3). */
export const RETRY_DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** The first attempt and its retries: after the last of them a delivery has failed. */
export const DELIVERY_ATTEMPTS_MAX = RETRY_DELAYS_MS.length + 1

/** null: there is no attempt after these `made` ones. `made` counts from 1. */
export const retryDelayMs = (made: number, attemptsMax: number): number | null =>
  made >= attemptsMax ? null : (RETRY_DELAYS_MS[made - 1] ?? null)

/**
 * How long until an attempt is retried that could not be made because our own database was away: 15 s, and 4 min in the
 * end.
 */
export const pauseAfterTrouble = (troubles: number): number => 15_000 * 2 ** Math.min(Math.max(troubles - 1, 0), 4)

/** The sweeper checks a delivery's workflow this long after the delivery should have moved. */
export const SWEEP_DELIVERY_AFTER_SECONDS = 30

/** An endpoint that has failed for this long without a success is switched off (Spec 3.2). */
export const FAILING_MS_MAX = 3 * DAY_MS
/**
 * The exception: after this long without any attempt, its next failed attempt switches it off (decisions, "auto-disable
 * clock").
 */
export const SILENT_MS_MAX = DAY_MS

/** The text of `disabled_reason` for a webhook's owner. */
export const FAILING_REASON = 'Every delivery failed for 3 days.'

/** Per workspace, both environments together (Spec 8; decisions, "quotas"). */
export const WEBHOOK_ENDPOINTS_MAX = 5
/** How long the previous secret still signs after a rotation (decisions, "webhook rotation"). */
export const ROTATION_OVERLAP_MS = DAY_MS
