import { Problem } from '../errors/problem.ts'

/**
 * The largest bodies, in bytes: each route takes one of these classes (docs/reference/bodies.md), `small` by default.
 * Several times the longest request that its schema allows, except where lists of long texts could have megabytes.
 */
export const BODY_BYTES = {
  small: 16_384,
  medium: 65_536,
  /** Lists of up to a thousand texts, 500 keys of rows with a filter, and inputs that are stored to be run again. */
  long: 262_144,
  /** A provider's own request, a CSV file, a message of a provider. */
  large: 1_048_576,
  /** Decisions, "body size": 500 rows of 16 KB fit. */
  rows: 10_485_760,
} as const

/** Values of a body of rows: 500 rows of 150 fields fit. */
export const ROWS_VALUES_MAX = 100_000

export const tooLarge = (limit: number): Problem =>
  new Problem('payload_too_large', `The body is larger than the ${limit} bytes that this route accepts.`)
