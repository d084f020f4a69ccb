import type { BillingCondition } from '../capabilities/capability.ts'
import type { AttemptOutcome } from './states.ts'

/** How the run ends and what it costs; every amount is a USD string. */
export interface Decision {
  readonly status: 'succeeded' | 'no_match' | 'failed' | 'timed_out'
  /** The attempt whose answer the run carries, from 1; null if none delivered. */
  readonly attempt: number | null
  readonly provider: string
  readonly charge: string
  /**
   * The provider bills some minutes later: the part of the hold beyond the charge stays held until then (Spec 4.3.4).
   */
  readonly final_bill?: true
  /** A message may have been sent, and its provider has not confirmed it. */
  readonly unknown_send?: true
}

/** Whether an attempt with this outcome ends the run, whatever candidates are left. */
export const endsWaterfall = (
  { billing, sends }: { readonly billing: BillingCondition; readonly sends: boolean },
  outcome: AttemptOutcome,
): boolean =>
  outcome === 'succeeded' ||
  (outcome === 'no_match' && billing === 'per_call') ||
  // A send that may have been accepted is never given to another provider: the person would get it twice.
  (outcome === 'unknown' && sends)
