const HOUR_MS = 3_600_000

/** After the first, second and third failure in a row. After a fourth, the customer has to act. */
const BACKOFFS_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const

/** How long until the card is charged again; null: there is no next attempt. `failures` counts from 1. */
export const backoffAfter = (failures: number): number | null => BACKOFFS_MS[failures - 1] ?? null

/** The outcome of charging the card on file. An unknown outcome is not among them: it is queried again. */
export type CardChargeOutcome =
  | { readonly kind: 'paid'; readonly paymentId: string | null; readonly cents: number; readonly currency: string }
  /** `reason` is Stripe's code, or ours. */
  | { readonly kind: 'declined'; readonly reason: string }
