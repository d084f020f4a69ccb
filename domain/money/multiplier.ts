/**
 * The factor from a provider's cost to the caller's price, in millionths: a discount of the platform rate is then still
 * an exact number.
 */
export type Multiplier = bigint

/** As in microdollars.ts, which builds on this file. */
type Microdollars = bigint

const MILLIONTHS = 1_000_000n

/** The platform rate, 1.43 (Spec 4.3.2). */
export const PLATFORM_MULTIPLIER: Multiplier = 1_430_000n

/**
 * "1.287" -> 1287000n. Throws a RangeError on anything but up to three digits and six decimals: stored texts were
 * checked before.
 */
export function parseMultiplier(text: string): Multiplier {
  const match = /^(\d{1,3})(?:\.(\d{1,6}))?$/.exec(text)
  if (match === null) throw new RangeError('not a multiplier')
  const [, integer = '0', fraction = ''] = match
  return BigInt(integer) * MILLIONTHS + BigInt(fraction.padEnd(6, '0'))
}

/** 1287000n -> "1.287": trailing zeros are cut. */
export function formatMultiplier(multiplier: Multiplier): string {
  const fraction = (multiplier % MILLIONTHS).toString().padStart(6, '0').replace(/0+$/, '')
  return fraction === '' ? String(multiplier / MILLIONTHS) : `${multiplier / MILLIONTHS}.${fraction}`
}

/** The price of a provider's listed cost, rounded up to the microdollar. */
export const priceAt = (cost: Microdollars, multiplier: Multiplier): Microdollars =>
  (cost * multiplier + MILLIONTHS - 1n) / MILLIONTHS

/** The price of a cost that the provider has measured, rounded half up (decisions, "raw estimate"). */
export const measuredPriceAt = (measured: Microdollars, multiplier: Multiplier): Microdollars =>
  (measured * multiplier * 2n + MILLIONTHS) / (2n * MILLIONTHS)

/**
 * The most that may be spent at the provider for this price: rounded down. For a price that `priceAt` made with a
 * multiplier above one, it is the cost.
 */
export const costWithin = (price: Microdollars, multiplier: Multiplier): Microdollars =>
  (price * MILLIONTHS) / multiplier
