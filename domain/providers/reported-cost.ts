import type { Microdollars } from '../money/microdollars.ts'

/**
 * The cost of a call as its provider reports it (Spec 4.3.2). `absent`: it reports none. `unreadable`: it reports a
 * value that is no amount, which must never count as a cost of zero.
 */
export type ReportedCost =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'amount'; readonly amount: Microdollars }

export const ABSENT: ReportedCost = { kind: 'absent' }
export const UNREADABLE: ReportedCost = { kind: 'unreadable' }
export const amount = (microdollars: Microdollars): ReportedCost => ({ kind: 'amount', amount: microdollars })

/** null: the provider reports no amount that could be charged. */
export const microdollarsOf = (cost: ReportedCost | undefined): Microdollars | null =>
  cost?.kind === 'amount' ? cost.amount : null
