import { formatUsd, type Microdollars, parseUsd } from '../money/microdollars.ts'
import type { RoutePlan, PriceTerms, RoutingRequest } from './plan.ts'
import { leastHold } from './price.ts'
import type { RunError } from '../runs/run-error.ts'

/** The control that refused to hold the plan's maximum, checked inside the reservation. Amounts are USD strings. */
export interface HoldRefusal {
  readonly control: 'per_run_limit' | 'daily_limit' | 'key_budget' | 'job_ceiling' | 'receivable' | 'balance'
  readonly available: string
  /** The control's own value, for the receivable the owed amount; null for the balance. */
  readonly limit: string | null
  /** Of the daily cap, the budget of the requester's key or app, or the job's ceiling: what is left. */
  readonly left?: string
  /** When the day or the budget starts again; null: never. */
  readonly resetsAt?: string | null
}

/** How a refused reservation ends the run (Spec 3.1): the guards block it, an empty wallet fails it. */
export function refusedReservation(
  plan: RoutePlan,
  refusal: HoldRefusal,
): { status: 'failed' | 'blocked'; error: RunError } {
  const required = plan.hold
  switch (refusal.control) {
    case 'per_run_limit':
      return {
        status: 'blocked',
        error: {
          code: 'cost_limit_exceeded',
          message: `The run would hold ${required}, above the cap of a single run of ${refusal.limit ?? ''}. Nothing was charged.`,
          controls: ['per_run_limit'],
          available: refusal.available,
          required,
          ...cheaper(plan, refusal.limit),
        },
      }
    case 'daily_limit':
      return { status: 'blocked', error: overDay(plan, refusal) }
    case 'key_budget':
      return { status: 'blocked', error: overBudget(plan, refusal) }
    case 'job_ceiling':
      return { status: 'blocked', error: overCeiling(plan, refusal) }
    case 'receivable':
      return {
        status: 'failed',
        error: {
          code: 'insufficient_balance',
          message: `The run would hold ${required}, but the wallet owes ${refusal.limit ?? ''}after a refund or a chargeback. No run can hold money until top-ups have repaid it. Nothing was charged.`,
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
          message: `The run would hold ${required}, but ${refusal.available} is available. Nothing was charged.`,
          available: refusal.available,
          required,
          ...cheaper(plan, refusal.available),
        },
      }
  }
}

const overDay = (plan: RoutePlan, { available, left = '', limit, resetsAt = null }: HoldRefusal): RunError => ({
  code: 'budget_exceeded',
  message: `The run would hold ${plan.hold}, but the daily cap of ${limit ?? ''} has ${left} left. Nothing was charged.`,
  controls: ['daily_limit'],
  available,
  required: plan.hold,
  remaining: left,
  resets_at: resetsAt,
  ...cheaper(plan, left),
})

const overBudget = (plan: RoutePlan, { available, left = '', limit, resetsAt = null }: HoldRefusal): RunError => ({
  code: 'budget_exceeded',
  message: `The run would hold ${plan.hold}, but the budget of this key or app has ${left} left of ${limit ?? ''}. Nothing was charged.`,
  controls: ['key_budget'],
  available,
  required: plan.hold,
  remaining: left,
  resets_at: resetsAt,
  ...cheaper(plan, left),
})

/** The amounts that a job's runs have been charged and hold never exceed its ceiling together. */
const overCeiling = (plan: RoutePlan, { available, left = '', limit }: HoldRefusal): RunError => ({
  code: 'budget_exceeded',
  message: `The run would hold ${plan.hold}, but the ceiling of its job has ${left} left of ${limit ?? ''}. Nothing was charged.`,
  controls: ['job_ceiling'],
  available,
  required: plan.hold,
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

/** The lower hold of a raw run, or the dearest candidate within the limit, so that an agent can request it. */
function cheaper(plan: RoutePlan, limit: string | null): { fits_with_max_cost?: string } {
  if (limit === null || limit === '') return {}
  if (plan.candidates.some(({ price }) => runsWithin(price, limit))) return { fits_with_max_cost: limit }
  const fitting = plan.candidates
    .map(({ max_charge: amount }) => amount)
    .filter((amount) => parseUsd(amount) <= parseUsd(limit))
    .toSorted((a, b) => (parseUsd(a) < parseUsd(b) ? 1 : -1))
  return fitting[0] === undefined ? {} : { fits_with_max_cost: fitting[0] }
}
