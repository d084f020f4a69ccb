import type { Microdollars } from '../money/microdollars.ts'
import { isWholeCents, type TopupStatus, TOPUP_MAX } from './topup.ts'

/** What an operator decides about a top-up of which something else was paid than was asked for. */
export type DifferingDecision =
  /** What Stripe has taken counts, instead of what was asked for. */
  | { readonly kind: 'credit'; readonly amount: Microdollars }
  /** Nothing counts: what was paid is given back at Stripe. */
  | { readonly kind: 'close' }

export type DifferingAnswer =
  | { readonly kind: 'do' }
  /** It was decided like this before. */
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: string }

const refused = (reason: string): DifferingAnswer => ({ kind: 'refused', reason })

/** How a decision stands to a top-up as it is now: a second time it changes nothing, and another one is not taken back in silence. */
export function settleDiffering({ status, amount }: { readonly status: TopupStatus; readonly amount: Microdollars }, decision: DifferingDecision): DifferingAnswer {
  if (decision.kind === 'credit' && (decision.amount <= 0n || decision.amount > TOPUP_MAX || !isWholeCents(decision.amount))) {
    return refused('Cards are charged in whole cents, more than none and at most 10,000 USD.')
  }
  if (status === 'amount_differs') return { kind: 'do' }
  if (decision.kind === 'close') return status === 'failed' ? { kind: 'done' } : refused(`It is ${status}: only one that waits for an operator is closed.`)
  if (status === 'paid') return decision.amount === amount ? { kind: 'done' } : refused('It is paid, and another amount was credited.')
  return refused(`It is ${status}: only one that waits for an operator is credited.`)
}
