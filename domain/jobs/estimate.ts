import { formatUsd, type Microdollars, parseUsd } from '../money/microdollars.ts'
import type { RoutePlan } from '../routing/plan.ts'

/** What a job is expected to do before it begins. Amounts are USD strings. */
export interface JobEstimate {
  readonly rows: number
  /** Rows from which a run is made. */
  readonly runnable: number
  /** Rows that a saved answer serves, for nothing. */
  readonly already_saved: number
  /** Rows whose recipients are suppressed. */
  readonly suppressed: number
  /** Rows from which no run can be made. */
  readonly invalid: number
  /** Rows that equal an earlier row, and have its run. */
  readonly repeated?: number
  /** Rows with several addresses in a cell, of which the first is used; left out: none. */
  readonly first_of_several?: number
  readonly max_cost: string
  readonly expected_cost: string
  readonly expected_found: number
  /** The hold of the most expensive row, in microdollars. */
  readonly hold_max: number
}

/** One row as far as it can be judged before it runs. */
export interface EstimatedRow {
  readonly isSaved: boolean
  readonly isSuppressed: boolean
  /** null: no provider can take it now. */
  readonly plan: RoutePlan | null
}

/** Half of the inputs are found where nothing is known of an offer, as routing assumes it. */
const UNKNOWN_HIT_RATE = 0.5

interface Expected {
  readonly found: number
  /** Microdollars. */
  readonly cost: number
}

/** What one run of this plan is expected to find and to cost: each provider is reached if those before it miss. */
function expectedOf({ candidates, billing, sends }: RoutePlan): Expected {
  let [reached, found, cost] = [1, 0, 0]
  for (const { max_charge: charge, hits } of candidates) {
    const finds = sends ? 1 : (hits?.rate ?? UNKNOWN_HIT_RATE)
    found += reached * finds
    cost += reached * (billing === 'per_call' ? 1 : finds) * Number(parseUsd(charge))
    reached *= billing === 'per_call' ? 0 : 1 - finds
  }
  return { found, cost }
}

/** The rows of a job that do not run. */
export type OtherRows = Required<Pick<JobEstimate, 'invalid' | 'repeated'>>

/** The estimate of a job, from the rows that run and the number of the others. */
export function estimateOf(
  rows: Iterable<EstimatedRow>,
  { invalid, repeated, shortened = 0 }: OtherRows & { readonly shortened?: number },
): JobEstimate {
  const plans = new Map<RoutePlan, Expected>()
  const sum = {
    runnable: 0,
    already_saved: 0,
    suppressed: 0,
    maxCost: 0n,
    cost: 0,
    found: 0,
    holdMax: 0n as Microdollars,
  }
  for (const { isSaved, isSuppressed, plan } of rows) {
    sum.runnable += 1
    if (isSaved) {
      sum.already_saved += 1
      sum.found += 1
      continue
    }
    if (isSuppressed) {
      sum.suppressed += 1
      continue
    }
    if (plan === null) continue
    const hold = parseUsd(plan.hold)
    sum.maxCost += hold
    if (hold > sum.holdMax) sum.holdMax = hold
    const expected = plans.get(plan) ?? expectedOf(plan)
    plans.set(plan, expected)
    sum.cost += expected.cost
    sum.found += expected.found
  }
  return {
    rows: sum.runnable + invalid + repeated,
    runnable: sum.runnable,
    already_saved: sum.already_saved,
    suppressed: sum.suppressed,
    invalid,
    repeated,
    ...(shortened === 0 ? {} : { first_of_several: shortened }),
    max_cost: formatUsd(sum.maxCost),
    expected_cost: formatUsd(BigInt(Math.round(sum.cost))),
    expected_found: Math.round(sum.found),
    hold_max: Number(sum.holdMax),
  }
}
