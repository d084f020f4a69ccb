import type { Microdollars } from '../money/microdollars.ts'

export const TOPUP_ORIGINS = ['checkout', 'automatic'] as const

/**
 * `amount_differs`: the payment differs from the requested amount; nothing is credited until an operator has decided.
 */
export const TOPUP_STATUSES = ['pending', 'paid', 'failed', 'expired', 'amount_differs'] as const
export type TopupStatus = (typeof TOPUP_STATUSES)[number]

const MICRODOLLARS_PER_CENT = 10_000n

/**
 * Below the minimum, the fee of a card payment takes a tenth of it; above the maximum, a person should talk to us
 * first.
 */
export const TOPUP_MIN: Microdollars = 5_000_000n
export const TOPUP_MAX: Microdollars = 10_000_000_000n

/** Cards are charged in whole cents. */
export const isInCents = (amount: Microdollars): boolean => amount % MICRODOLLARS_PER_CENT === 0n
export const centsOf = (amount: Microdollars): number => Number(amount / MICRODOLLARS_PER_CENT)
export const ofCents = (cents: number): Microdollars => BigInt(cents) * MICRODOLLARS_PER_CENT
