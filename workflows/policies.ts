import { QUICK_DEADLINE_MS_MAX } from '../domain/routing/lanes.ts'

/** While the database is away, a step is tried again until it is back. */
export const RETRY_UNTIL_DATABASE_ANSWERS = {
  initialInterval: '200 milliseconds',
  backoffCoefficient: 2,
  maximumInterval: '5 seconds',
} as const

/** A database step takes milliseconds. */
export const DATABASE_STEP = { startToCloseTimeout: '15 seconds', retry: RETRY_UNTIL_DATABASE_ANSWERS } as const

/** Comparing or deleting thousands of rows takes some seconds. */
export const LONG_DATABASE_STEP = { startToCloseTimeout: '30 seconds', retry: RETRY_UNTIL_DATABASE_ANSWERS } as const

/** A database step that also makes a quick first attempt: its call and one retry, and a lease after a crash. */
export const RESERVE_STEP = {
  startToCloseTimeout: 2 * QUICK_DEADLINE_MS_MAX + 20_000,
  retry: RETRY_UNTIL_DATABASE_ANSWERS,
  summary: 'reserve, attempt, settle',
} as const
