import { formatUsd, type Microdollars, parseUsd } from '../money/microdollars.ts'
import type { JsonObject } from '../json/json.ts'
import { exceededLimit, type RefusedField, unmetCondition } from '../providers/field-limits.ts'
import type { Offer } from '../providers/manifest.ts'
import type { RoutingRequest } from './plan.ts'
import { isHeld } from './shape.ts'

/** Why an input is nothing that an offer serves. */
export interface InputFault {
  /** The field to change; null: a field is missing. */
  readonly field: string | null
  readonly reason: string
}

/**
 * Why the offer cannot serve this input, or null. All that its adapter would refuse before it calls the provider is
 * stated in the manifest and known here: no candidate must refuse.
 */
export function inputFault(offer: Offer, input: JsonObject): InputFault | null {
  const refused = offer.cannotTake?.find((field) => isHeld(input[field]))
  if (refused !== undefined) return { field: refused, reason: `it cannot take ${refused}` }
  if (!offer.requires.some((set) => set.every((field) => isHeld(input[field]))))
    return { field: null, reason: `its required inputs are missing: ${wordsOf(offer.requires)}` }
  const { platforms } = offer
  const { platform } = input
  if (platforms !== undefined && typeof platform === 'string' && !platforms.includes(platform))
    return { field: 'platform', reason: `it does not serve ${platform}` }
  const unfit = exceededLimit(input, offer.takes) ?? unmetCondition(input, offer.conditions)
  return unfit === null ? null : { field: unfit.field, reason: mustBe(unfit) }
}

const mustBe = ({ field, words, value }: RefusedField): string =>
  `its ${field} must be ${words}${value === undefined ? '' : `, not ${value}`}`

/** `full_name and domain, or email`. */
const wordsOf = (sets: readonly (readonly string[])[]): string => sets.map((set) => set.join(' and ')).join(', or ')

/** Why the offer is dearer than the request or its key allows, or null. */
export function priceFault(maxCharge: Microdollars, { max_cost, max_run_cost }: RoutingRequest): string | null {
  if (max_cost !== null && maxCharge > parseUsd(max_cost)) return `${formatUsd(maxCharge)} is above max_cost`
  if (max_run_cost !== undefined && maxCharge > parseUsd(max_run_cost))
    return `${formatUsd(maxCharge)} is above the limit of the API key`
  return null
}
