import type { Microdollars } from '../money/microdollars.ts'

/**
 * What a provider reports that a call cost it (Spec 4.3.2). `absent`: it reports nothing. `unreadable`: it reports something
 * that is no amount, which must never pass for a cost of nothing.
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
  (cost?.kind === 'amount' ? cost.amount : null)
