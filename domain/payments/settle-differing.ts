import type { Microdollars } from '../money/microdollars.ts'
import { isInCents, type TopupStatus, TOPUP_MAX } from './topup.ts'

/** An operator's decision about a top-up whose payment differs from the requested amount. */
export type DifferingDecision =
  /** The amount that Stripe has taken counts, instead of the requested one. */
  | { readonly kind: 'credit'; readonly amount: Microdollars }
  /** Nothing counts: the payment is refunded at Stripe. */
  | { readonly kind: 'close' }

export type DifferingAnswer =
  | { readonly kind: 'do' }
  /** The same decision was made before. */
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: string }

const refused = (reason: string): DifferingAnswer => ({ kind: 'refused', reason })

/**
 * The effect of a decision on a top-up in its present state: a repeated decision changes nothing, and a different one
 * is refused.
 */
export function settleDiffering(
  { status, amount }: { readonly status: TopupStatus; readonly amount: Microdollars },
  decision: DifferingDecision,
): DifferingAnswer {
  if (
    decision.kind === 'credit' &&
    (decision.amount <= 0n || decision.amount > TOPUP_MAX || !isInCents(decision.amount))
  ) {
    return refused('Cards are charged in whole cents, more than none and at most 10,000 USD.')
  }
  if (status === 'amount_differs') return { kind: 'do' }
  if (decision.kind === 'close')
    return status === 'failed'
      ? { kind: 'done' }
      : refused(`It is ${status}: only a top-up that waits for an operator can be closed.`)
  if (status === 'paid')
    return decision.amount === amount ? { kind: 'done' } : refused('It is paid, and another amount was credited.')
  return refused(`It is ${status}: only a top-up that waits for an operator can be credited.`)
}
