import { QUICK_DEADLINE_MS_MAX } from '../domain/routing/lanes.ts'

/** While the database is unavailable, a step is tried again until it is back. */
export const RETRY_UNTIL_DATABASE_ANSWERS = {
  initialInterval: '200 milliseconds',
  backoffCoefficient: 2,
  maximumInterval: '5 seconds',
} as const

/** A database step takes milliseconds. */
export const DATABASE_STEP = { startToCloseTimeout: '15 seconds', retry: RETRY_UNTIL_DATABASE_ANSWERS } as const

/** Comparing or deleting thousands of rows takes some seconds. */
export const LONG_DATABASE_STEP = { startToCloseTimeout: '30 seconds', retry: RETRY_UNTIL_DATABASE_ANSWERS } as const

/**
 * In addition to the deadline of the call: the begin and outcome statements, and one lease to wait for after a crash.
 */
const ATTEMPT_MARGIN_MS = 20_000

export const attemptTimeoutMs = (deadlineMs: number): number => 2 * deadlineMs + ATTEMPT_MARGIN_MS

/** A database step that also makes a quick first attempt. */
export const RESERVE_STEP = {
  startToCloseTimeout: attemptTimeoutMs(QUICK_DEADLINE_MS_MAX),
  retry: RETRY_UNTIL_DATABASE_ANSWERS,
  summary: 'reserve, attempt, settle',
} as const
