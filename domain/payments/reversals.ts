import type { Microdollars } from '../money/microdollars.ts'

/** A paid top-up, with what the ledger has taken of it so far. */
export interface ReversibleTopup {
  readonly amount: Microdollars
  readonly refunded: Microdollars
  readonly chargedBack: Microdollars
}

/** What Stripe has reported so far about its payment, in all. */
export interface ReportedReversals {
  readonly refunded: Microdollars
  readonly disputed: Microdollars
}

export interface ReversalsToBook {
  /** The new amounts of the top-up. */
  readonly refunded: Microdollars
  readonly chargedBack: Microdollars
  /** The differences, in their order; one below zero gives money back. */
  readonly changes: readonly { readonly kind: 'refund' | 'chargeback'; readonly amount: Microdollars }[]
  /** More is charged back than before. */
  readonly isDisputed: boolean
}

const least = (a: Microdollars, b: Microdollars): Microdollars => (a < b ? a : b)

/**
 * The difference between reports and ledger, so events may arrive in any order and repeatedly. Refund and dispute
 * together never take more than was credited.
 */
export function reversalsOf(topup: ReversibleTopup, reported: ReportedReversals): ReversalsToBook {
  const refunded = least(reported.refunded, topup.amount)
  const chargedBack = least(reported.disputed, topup.amount - refunded)
  const changes = [
    { kind: 'refund', amount: refunded - topup.refunded },
    { kind: 'chargeback', amount: chargedBack - topup.chargedBack },
  ] as const
  return {
    refunded,
    chargedBack,
    changes: changes.filter(({ amount }) => amount !== 0n),
    isDisputed: chargedBack > topup.chargedBack,
  }
}
