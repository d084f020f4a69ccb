import { type Microdollars, parseUsd } from '../money/microdollars.ts'
import { measuredPriceAt, type Multiplier } from '../money/multiplier.ts'

/**
 * How a raw run bills (Spec 4.3). The caller pays the provider's cost times the workspace's multiplier. The maximum
 * cost of a run is decided before the call and never exceeded. All amounts are microdollars; nothing here rounds in the
 * platform's favour by more than a microdollar.
 */

/** A hold has headroom over the estimate: 1.5 (Spec 4.3.1). */
const HEADROOM_NUMERATOR = 3n
const HEADROOM_DENOMINATOR = 2n
/** The hold of a call when the provider publishes no rates (Spec 8); of several tasks, the hold of each. */
export const HOLD_WITHOUT_RATES: Microdollars = parseUsd('1.00')

/**
 * The hold: the estimate (the price of the provider's rate) with headroom (rounded up), or a dollar for each of the
 * `tasks`; `maxCost` lowers it and never raises it.
 */
export function holdOf(estimate: Microdollars | null, maxCost: Microdollars | null, tasks = 1): Microdollars {
  const full =
    estimate === null
      ? HOLD_WITHOUT_RATES * BigInt(tasks)
      : (estimate * HEADROOM_NUMERATOR + HEADROOM_DENOMINATOR - 1n) / HEADROOM_DENOMINATOR
  return maxCost !== null && maxCost < full ? maxCost : full
}

const atMost = (amount: Microdollars, limit: Microdollars): Microdollars => (amount < limit ? amount : limit)

export interface RawDelivery {
  /** The cost of the call as the provider reports it; null if it reports none. */
  readonly measured: Microdollars | null
  /** The cost of the delivery by the rate card; null without published rates. */
  readonly estimate: Microdollars | null
  readonly hold: Microdollars
  readonly multiplier: Multiplier
}

/** The charge of a delivered call (Spec 4.3.2): measured, else estimated, else nothing; never above the hold. */
export function chargeOf({ measured, estimate, hold, multiplier }: RawDelivery): Microdollars {
  if (measured !== null) return atMost(measuredPriceAt(measured, multiplier), hold)
  return atMost(estimate ?? 0n, hold)
}

/**
 * An actor's first charge (Spec 4.3.4): the larger of the cost reported so far and the rate card for the delivered
 * items.
 */
export function firstActorCharge({ measured, estimate, hold, multiplier }: RawDelivery): Microdollars {
  const reported = measured === null ? 0n : measuredPriceAt(measured, multiplier)
  const carded = estimate ?? 0n
  return atMost(reported > carded ? reported : carded, hold)
}

/** How the final bill changes the charge: signed, zero if they are equal (Spec 4.3.4). */
export function finalAdjustment(
  charged: Microdollars,
  finalCost: Microdollars,
  { hold, multiplier }: Pick<RawDelivery, 'hold' | 'multiplier'>,
): Microdollars {
  return atMost(measuredPriceAt(finalCost, multiplier), hold) - charged
}
