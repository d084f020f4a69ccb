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
