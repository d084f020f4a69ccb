import { parseUsd } from '../money/microdollars.ts'
import type { AttemptAnswer } from './attempt-answer.ts'
import type { Decision } from './decision.ts'

/** The controls of spending that a run's error names. */
export const SPEND_CONTROLS = [
  'max_cost',
  'per_run_limit',
  'max_run_cost',
  'daily_limit',
  'key_budget',
  'job_ceiling',
] as const
export type SpendControl = (typeof SPEND_CONTROLS)[number]

/** The codes that a run may end with. A route that answers with a run declares the status of each. */
export type RunErrorCode =
  | 'invalid_request'
  | 'insufficient_balance'
  | 'cost_limit_exceeded'
  | 'budget_exceeded'
  | 'approval_rejected'
  | 'suppressed'
  | 'do_not_process'
  | 'lawful_basis_required'
  | 'sender_profile_required'
  | 'no_match'
  | 'provider_not_available'
  | 'repeat_touch'
  | 'sender_limit'
  | 'approval_expired'
  | 'limit_reached'
  | 'cancelled'
  | 'provider_error'
  | 'send_outcome_unknown'
  | 'provider_timeout'

/** Why a run did not succeed (Spec 2.1 `error`), with the members that let a program act on it. */
export interface RunError {
  readonly code: RunErrorCode
  readonly message: string
  /** The spend controls that stopped the run. */
  readonly controls?: readonly SpendControl[]
  /** The balance of the wallet. */
  readonly available?: string
  /** The amount that the wallet owes. */
  readonly receivable?: string
  readonly required?: string
  /**
   * What the daily cap, the budget or the job's ceiling has left. `resets_at`: when it starts again (ISO 8601); null:
   * never.
   */
  readonly remaining?: string
  readonly resets_at?: string | null
  /** The price of the most expensive offer that would still have fitted. */
  readonly fits_with_max_cost?: string
  /** The run that contacted the same person before, and when; ISO 8601. */
  readonly earlier_run_id?: string
  readonly contacted_at?: string
  /** The recipient that it contacted, and the member of the input by which a follow-up goes into its thread. */
  readonly recipient?: string
  readonly in_reply_to?: string
  readonly chat_id?: string
  /** The sender without a free slot, and when it has the next one; ISO 8601. */
  readonly sender_id?: string
  readonly next_slot_at?: string
}

/** The error of a run that ended without a delivery, from how its attempts ended; null when it succeeded. */
export function errorOf(decision: Decision, answers: readonly AttemptAnswer[]): RunError | null {
  const ends = answers.map(({ provider, outcome }) => `${provider}: ${outcome}`).join('; ')
  switch (decision.status) {
    case 'succeeded':
      return null
    case 'no_match':
      return { code: 'no_match', message: `No provider found a match (${ends}).${billedMiss(decision)}` }
    case 'timed_out':
      return { code: 'provider_timeout', message: `No provider answered in time (${ends}). Nothing was charged.` }
    case 'failed':
      if (decision.unknown_send === true) return unknownSend(ends)
      return {
        code: 'provider_error',
        message: `${rejectedKeyOf(answers)}Every attempt failed (${ends}). Nothing was charged.`,
      }
  }
}

/** The own key that a provider rejects is what its customer can fix. */
function rejectedKeyOf(answers: readonly AttemptAnswer[]): string {
  const provider = answers.find(({ key_rejected: rejected }) => rejected === true)?.provider
  return provider === undefined
    ? ''
    : `${provider} rejects your own key: connect a new one with POST /v1/connections/${provider}. `
}

/** A miss of a capability that charges each call is the one run without a result that costs something. */
const billedMiss = ({ attempt, provider, charge }: Decision): string =>
  attempt === null || parseUsd(charge) === 0n
    ? ''
    : ` ${provider} charges for the call also where it finds nothing: ${charge} was charged.`

/** Repeating the request may send the message a second time. */
const unknownSend = (ends: string): RunError => ({
  code: 'send_outcome_unknown',
  message: `The provider did not confirm the message, so it may have been sent (${ends}). Do not repeat it: a later event of its delivery names this run. Nothing was charged.`,
})
