import { isExactNumber } from './exact.ts'

/** A decimal number, exactly: `units` times ten to the power of `exponent`. */
export interface Decimal {
  readonly units: bigint
  readonly exponent: number
}

/** The grammar of JSON, plus leading zeros: an amount is never written in octal. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i
/** A double written out in full has 1,077 significant digits at most, and amounts have a dozen. */
const LENGTH_MAX = 1_000
/** Far beyond a double, and little work for a bigint. */
const EXPONENT_MAX = 2_000

/** "-1.50e-2" -> -150 x 10^-4. null: the text is no number, or has more than 1,000 characters, or is beyond 10^2000. */
export function readDecimal(text: string): Decimal | null {
  const match = text.length > LENGTH_MAX ? null : DECIMAL.exec(text)
  if (match === null) return null
  const [, sign = '', integer = '', fraction = '', shift = '0'] = match
  const units = BigInt(`${sign}${integer}${fraction}`)
  const exponent = Number(shift) - fraction.length
  if (units === 0n) return { units, exponent: 0 }
  if (exponent > EXPONENT_MAX) return null
  // A number nearer to zero than any rounding looks becomes the smallest number of its sign.
  return exponent < -EXPONENT_MAX ? { units: units < 0n ? -1n : 1n, exponent: -EXPONENT_MAX } : { units, exponent }
}

/** The digits of a JSON number; null for any other value. For a double, those that `JSON.stringify` writes. */
export function digitsOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  return isExactNumber(value) ? JSON.stringify(value) : null
}

/** A JSON number, exactly; null for any other value. */
export function decimalOf(value: unknown): Decimal | null {
  const digits = digitsOf(value)
  return digits === null ? null : readDecimal(digits)
}

/** The double nearest to a JSON number of any length; null for any other value. */
export function doubleOf(value: unknown): number | null {
  const double = typeof value === 'number' ? value : Number(digitsOf(value) ?? Number.NaN)
  return Number.isFinite(double) ? double : null
}

/** A JSON integer that is at least 0 and exact as a double; null for any other value. `12.0` is 12. */
export function integerOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null
  const decimal = decimalOf(value)
  if (decimal === null || decimal.units < 0n) return null
  const floor = floorOf(decimal)
  return floor <= BigInt(Number.MAX_SAFE_INTEGER) && isSame(decimal, floor) ? Number(floor) : null
}

/** A JSON number of at least 0 without its fraction, if a double holds that exactly; null for any other value. */
export function flooredOf(value: unknown): number | null {
  const decimal = decimalOf(value)
  if (decimal === null || decimal.units < 0n) return null
  const floor = floorOf(decimal)
  return floor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(floor) : null
}

const isSame = ({ units, exponent }: Decimal, integer: bigint): boolean =>
  exponent >= 0 || units === integer * power(-exponent)

const floorOf = ({ units, exponent }: Decimal): bigint =>
  exponent >= 0 ? units * power(exponent) : units / power(-exponent)

const power = (exponent: number): bigint => 10n ** BigInt(exponent)

export const times = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  exponent: one.exponent + other.exponent,
})

export function plus(one: Decimal, other: Decimal): Decimal {
  const exponent = Math.min(one.exponent, other.exponent)
  const unitsOf = (decimal: Decimal): bigint => decimal.units * power(decimal.exponent - exponent)
  return { units: unitsOf(one) + unitsOf(other), exponent }
}

export const isMoreThan = (one: Decimal, other: Decimal): boolean =>
  plus(one, { ...other, units: -other.units }).units > 0n

/** The number in units of 10^-`places`, rounded half up; for numbers of at least 0. */
export function roundHalfUp({ units, exponent }: Decimal, places: number): bigint {
  const shift = exponent + places
  if (shift >= 0) return units * power(shift)
  const divisor = power(-shift)
  return (units * 2n + divisor) / (2n * divisor)
}
