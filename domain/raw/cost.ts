import { type Decimal, decimalOf, isMoreThan, readDecimal, roundHalfUp, times } from '../json/decimal.ts'
import { MICRODOLLAR_PLACES, type Microdollars, parseUsd } from '../money/microdollars.ts'
import { amount, type ReportedCost, UNREADABLE } from '../providers/reported-cost.ts'

/** A price or a count as a provider writes it, exactly. */
export type Quantity = Decimal | 'absent' | 'unreadable'

/** The most that the API writes as an amount: nine digits of dollars. */
const COST_MAX = parseUsd('999999999.999999')
/** More credits than any single call takes. */
const CREDITS_MAX: Decimal = { units: 1n, exponent: 6 }

/**
 * A number, or a text with a number between blanks, in any JSON spelling: an exponent, any count of digits, `-0`.
 * Absent and null report nothing; negative numbers, other texts and other values are unreadable.
 */
export function readQuantity(value: unknown): Quantity {
  if (value === undefined || value === null) return 'absent'
  const decimal = typeof value === 'string' ? readDecimal(value.trim()) : decimalOf(value)
  return decimal === null || decimal.units < 0n ? 'unreadable' : decimal
}

/** Dollars as a cost: rounded half up to the microdollar, once. */
export function costOf(dollars: Quantity): ReportedCost {
  if (typeof dollars === 'string') return { kind: dollars }
  const rounded = roundHalfUp(dollars, MICRODOLLAR_PLACES)
  return rounded > COST_MAX ? UNREADABLE : amount(rounded)
}

/** A provider's own number of dollars. */
export const readCost = (value: unknown): ReportedCost => costOf(readQuantity(value))

/** The value of the credits that a provider reports, at its price of one: rounded half up to the microdollar, once. */
export function costOfCredits(credits: unknown, price: Microdollars): ReportedCost {
  const count = readQuantity(credits)
  if (typeof count === 'string') return { kind: count }
  return isMoreThan(count, CREDITS_MAX)
    ? UNREADABLE
    : costOf(times(count, { units: price, exponent: -MICRODOLLAR_PLACES }))
}
