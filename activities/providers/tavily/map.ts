import { type Microdollars, parseUsd } from '../../../domain/money/microdollars.ts'
import type { Json } from '../../../domain/providers/manifest.ts'
import { countOf, objectOf } from '../wire.ts'

/** A credit as it is sold without a plan; a plan's credits cost less. */
export const CREDIT_COST = parseUsd('0.008')

/** 432: the plan's credits are used up; 433: the limit of pay-as-you-go is. */
export const isAccountLimit = (status: number): boolean => status === 432 || status === 433

/** What the answer says it took; null when it does not say. */
export function reportedCost(body: Json): Microdollars | null {
  const credits = countOf(objectOf(objectOf(body)?.usage)?.credits)
  return credits === null ? null : BigInt(credits) * CREDIT_COST
}
