import { integerOf } from '../json/decimal.ts'
import { formatUsd, type Microdollars, parseUsd } from '../money/microdollars.ts'
import type { RequestSize } from './rate.ts'

/** The platform's price of an hour of a gigabyte of memory (a compute unit), on its smallest plans. */
export const GIGABYTE_HOUR = '0.20'
/** The most that a run can have. */
export const MEMORY_MB_MAX = 32_768

/** A run that is stopped earlier has hardly begun. */
const MINUTES_MIN = 1n
const MINUTES_PER_HOUR = 60n
const MB_PER_GB = 1_024n

/**
 * The cost of the first minute of the memory that a request names: the platform bills some actors by it. null: it names
 * none, or a number that the platform refuses.
 */
export function memoryCost({ query }: RequestSize): string | null {
  const named = query?.['memory']
  const memory = typeof named === 'string' && /^\d{1,5}$/.test(named) ? Number(named) : integerOf(named)
  if (memory === null || memory <= 0 || memory > MEMORY_MB_MAX) return null
  const cost: Microdollars = parseUsd(GIGABYTE_HOUR) * BigInt(memory) * MINUTES_MIN
  const parts = MB_PER_GB * MINUTES_PER_HOUR
  return formatUsd((cost + parts - 1n) / parts)
}
