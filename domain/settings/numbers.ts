import { type Microdollars, parseUsd, USD_PATTERN } from '../money/microdollars.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * An integer of 0 or more from the environment, or its default; anything else stops the start with the variable's name.
 */
export function readCount(env: Variables, name: string, fallback: number): number {
  const text = env[name]?.trim()
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`${name} must be an integer of 0 or more, not "${text}".`)
  return value
}

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const

/** A time span such as `500ms`, `90s`, `3m` or `1h`, in milliseconds. */
export function readDurationMs(env: Variables, name: string, fallback: string): number {
  const text = env[name]?.trim() || fallback
  const [, count, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? []
  if (count === undefined || (unit !== 'ms' && unit !== 's' && unit !== 'm' && unit !== 'h')) {
    throw new Error(`${name} must be a time span such as 90s, 3m or 1h, not "${text}".`)
  }
  return Number(count) * UNITS_MS[unit]
}

const AMOUNT = new RegExp(USD_PATTERN)

/** An amount in USD such as `5.00`. */
export function readAmount(env: Variables, name: string, fallback: string): Microdollars {
  const text = env[name]?.trim() || fallback
  if (!AMOUNT.test(text)) throw new Error(`${name} must be an amount in USD such as 5.00, not "${text}".`)
  return parseUsd(text)
}
