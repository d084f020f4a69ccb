import { PLATFORM_MULTIPLIER, priceAt } from './multiplier.ts'

/**
 * Money is counted in integer microdollars (1 USD = 1,000,000) as `bigint` inside the service and is a decimal string
 * outside it (Spec 1.10). Only this file converts between them.
 */
export type Microdollars = bigint

/** The amounts that the API accepts: up to nine digits of dollars and six of fractions, no sign. */
export const USD_PATTERN = '^\\d{1,9}(\\.\\d{1,6})?$'

const MICRODOLLARS_PER_DOLLAR = 1_000_000n
/** Digits of a microdollar behind the point of a dollar. */
export const MICRODOLLAR_PLACES = 6
const accepted = new RegExp(USD_PATTERN)

/** "0.05" -> 50000n. Throws a RangeError on anything that USD_PATTERN refuses: callers validate first. */
export function parseUsd(text: string): Microdollars {
  if (!accepted.test(text)) throw new RangeError('not a USD amount')
  const [dollars = '0', fraction = ''] = text.split('.')
  return BigInt(dollars) * MICRODOLLARS_PER_DOLLAR + BigInt(fraction.padEnd(6, '0'))
}

/** 50000n -> "0.05": at least two decimals, at most six, trailing zeros cut; a minus sign when below zero. */
export function formatUsd(amount: Microdollars): string {
  const magnitude = amount < 0n ? -amount : amount
  const dollars = magnitude / MICRODOLLARS_PER_DOLLAR
  const fraction = (magnitude % MICRODOLLARS_PER_DOLLAR)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${amount < 0n ? '-' : ''}${dollars}.${fraction}`
}

export const formatUsdOrNull = (amount: Microdollars | null): string | null =>
  amount === null ? null : formatUsd(amount)

/** The platform price of a provider's listed cost: at the platform rate, rounded up to the microdollar. */
export const platformPrice = (cost: Microdollars): Microdollars => priceAt(cost, PLATFORM_MULTIPLIER)
