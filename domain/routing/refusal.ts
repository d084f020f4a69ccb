import { formatUsd, type Microdollars, parseUsd } from '../money/microdollars.ts'
import type { RoutePlan, PriceTerms, RoutingRequest } from './plan.ts'
import { leastHold } from './price.ts'
import type { RunError } from '../runs/run-error.ts'

/** What may refuse a hold, in the order in which `judge_hold_v1` asks (`db/functions/judge_hold_v1.sql`). */
export const HOLD_CONTROLS = [
  'per_run_limit',
  'daily_limit',
  'key_budget',
  'job_ceiling',
  'receivable',
  'balance',
] as const

/** The control that refused to hold the plan's maximum, checked inside the reservation. Amounts are USD strings. */
export interface HoldRefusal {
  readonly control: (typeof HOLD_CONTROLS)[number]
  readonly available: string
  /** The control's own value, for the receivable the owed amount; null for the balance. */
  readonly limit: string | null
  /** Of the daily cap, the budget of the requester's key or app, or the job's ceiling: what is left. */
  readonly left?: string
  /** When the day or the budget starts again; null: never. */
  readonly resetsAt?: string | null
}

/** The amount that the refusing control leaves to a run. */
function leftBy({ control, available, limit, left }: HoldRefusal): Microdollars {
  switch (control) {
    case 'per_run_limit':
      return parseUsd(limit ?? '0')
    case 'daily_limit':
    case 'key_budget':
    case 'job_ceiling':
      return parseUsd(left ?? '0')
    case 'receivable':
      return 0n
    case 'balance':
      return parseUsd(available)
  }
}

/** The words after an amount that this control refuses, for the reason of an offer that is left out. */
export function tooMuchFor({ control, available, limit, left }: HoldRefusal): string {
  switch (control) {
    case 'per_run_limit':
      return `is more than the ${limit ?? ''} that a single run may hold`
    case 'daily_limit':
      return `is more than the ${left ?? ''} left of the daily cap`
    case 'key_budget':
      return `is more than the ${left ?? ''} left of the budget of this key or app`
    case 'job_ceiling':
      return `is more than the ${left ?? ''} left of the ceiling of its job`
    case 'receivable':
      return `cannot be held, because the wallet owes ${limit ?? ''}`
    case 'balance':
      return `is more than the ${available} available in the wallet`
  }
}

/** Why an offer of this price cannot be part of a run whose hold was refused, or null. */
export const refusedPrice = (maxCharge: Microdollars, refusal: HoldRefusal): string | null =>
  maxCharge > leftBy(refusal) ? `${formatUsd(maxCharge)} ${tooMuchFor(refusal)}` : null

/**
 * How a refused reservation ends the run (Spec 3.1): the guards block it, an empty wallet fails it. `required`: the
 * hold of the cheapest offer, where none fits.
 */
export function refusedReservation(
  plan: RoutePlan,
  refusal: HoldRefusal,
  required = plan.hold,
): { status: 'failed' | 'blocked'; error: RunError } {
  const holds = wouldHold(plan, required)
  switch (refusal.control) {
    case 'per_run_limit':
      return {
        status: 'blocked',
        error: {
          code: 'cost_limit_exceeded',
          message: `${holds}, above the cap of a single run of ${refusal.limit ?? ''}. Nothing was charged.`,
          controls: ['per_run_limit'],
          available: refusal.available,
          required,
          ...cheaper(plan, refusal.limit),
        },
      }
    case 'daily_limit':
      return { status: 'blocked', error: overDay(plan, refusal, required) }
    case 'key_budget':
      return { status: 'blocked', error: overBudget(plan, refusal, required) }
    case 'job_ceiling':
      return { status: 'blocked', error: overCeiling(plan, refusal, required) }
    case 'receivable':
      return {
        status: 'failed',
        error: {
          code: 'insufficient_balance',
          message: `${holds}, but the wallet owes ${refusal.limit ?? ''}after a refund or a chargeback. No run can hold money until top-ups have repaid it. Nothing was charged.`,
          available: refusal.available,
          receivable: refusal.limit ?? '',
          required,
        },
      }
    case 'balance':
      return {
        status: 'failed',
        error: {
          code: 'insufficient_balance',
          message: `${holds}, but ${refusal.available} is available. Nothing was charged.`,
          available: refusal.available,
          required,
          ...cheaper(plan, refusal.available),
        },
      }
  }
}

const wouldHold = (plan: RoutePlan, required: string): string =>
  `The run would hold ${required === plan.hold ? '' : 'at least '}${required}`

const overDay = (
  plan: RoutePlan,
  { available, left = '', limit, resetsAt = null }: HoldRefusal,
  required: string,
): RunError => ({
  code: 'budget_exceeded',
  message: `${wouldHold(plan, required)}, but the daily cap of ${limit ?? ''} has ${left} left. Nothing was charged.`,
  controls: ['daily_limit'],
  available,
  required,
  remaining: left,
  resets_at: resetsAt,
  ...cheaper(plan, left),
})

const overBudget = (
  plan: RoutePlan,
  { available, left = '', limit, resetsAt = null }: HoldRefusal,
  required: string,
): RunError => ({
  code: 'budget_exceeded',
  message: `${wouldHold(plan, required)}, but the budget of this key or app has ${left} left of ${limit ?? ''}. Nothing was charged.`,
  controls: ['key_budget'],
  available,
  required,
  remaining: left,
  resets_at: resetsAt,
  ...cheaper(plan, left),
})

/** The amounts that a job's runs have been charged and hold never exceed its ceiling together. */
const overCeiling = (plan: RoutePlan, { available, left = '', limit }: HoldRefusal, required: string): RunError => ({
  code: 'budget_exceeded',
  message: `${wouldHold(plan, required)}, but the ceiling of its job has ${left} left of ${limit ?? ''}. Nothing was charged.`,
  controls: ['job_ceiling'],
  available,
  required,
  remaining: left,
  ...cheaper(plan, left),
})

/** The requesting key may hold less for one run than the cheapest offer costs. */
export const aboveRunCost = (
  { max_run_cost: limit = '' }: Pick<RoutingRequest, 'max_run_cost'>,
  cheapest: Microdollars,
): RunError => ({
  code: 'cost_limit_exceeded',
  message: `The API key may hold ${limit} for one run; this run would hold at least ${formatUsd(cheapest)}.`,
  controls: ['max_run_cost'],
  required: formatUsd(cheapest),
})

/** A raw run may run with a lower hold. */
const runsWithin = (price: PriceTerms, limit: string): boolean =>
  (price.model === 'measured' || price.model === 'actor') && parseUsd(limit) >= leastHold(price)

/** The lower hold of a raw run, or the most expensive candidate within the limit, so that an agent can request it. */
function cheaper(plan: RoutePlan, limit: string | null): { fits_with_max_cost?: string } {
  if (limit === null || limit === '') return {}
  if (plan.candidates.some(({ price }) => runsWithin(price, limit))) return { fits_with_max_cost: limit }
  const fitting = plan.candidates
    .map(({ max_charge: amount }) => amount)
    .filter((amount) => parseUsd(amount) <= parseUsd(limit))
    .toSorted((a, b) => (parseUsd(a) < parseUsd(b) ? 1 : -1))
  return fitting[0] === undefined ? {} : { fits_with_max_cost: fitting[0] }
}
