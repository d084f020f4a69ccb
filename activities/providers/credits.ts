import type { Microdollars } from '../../domain/money/microdollars.ts'

/** More than any single call takes: a larger number is none that could be believed. */
const CREDITS_MAX = 1_000_000
/** The smallest part of a credit that providers count in. */
const PARTS = 1_000

/** What the credits that a provider reports are worth, rounded up to the microdollar; null: it reports none that can be read. */
export function costOfCredits(credits: unknown, price: Microdollars): Microdollars | null {
  const count = typeof credits === 'string' && /^\d{1,7}(?:\.\d{1,3})?$/.test(credits.trim()) ? Number(credits) : credits
  if (typeof count !== 'number' || !(count >= 0 && count <= CREDITS_MAX)) return null
  return (BigInt(Math.round(count * PARTS)) * price + BigInt(PARTS - 1)) / BigInt(PARTS)
}
