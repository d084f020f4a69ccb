import { type Microdollars, parseUsd } from '../../../domain/money/microdollars.ts'
import { GIGABYTE_HOUR, MEMORY_MB_MAX } from '../../../domain/catalog/actor-memory.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { countOf, objectOf, textOf } from '../wire.ts'

/** A run takes some seconds to stop, and costs until then. */
export const STOPPING_MS = 10_000

/** Models whose price includes the platform's resources, unless the run itself states that its user pays for them. */
const INCLUDED = new Set(['PAY_PER_EVENT', 'PRICE_PER_DATASET_ITEM'])

function paysForResources(run: JsonObject): boolean {
  const payer = textOf(run.platformUsageBillingModel)
  return payer === null ? !INCLUDED.has(textOf(objectOf(run.pricingInfo)?.pricingModel) ?? '') : payer === 'USER'
}

/**
 * When a run must be stopped so that its memory cannot cost more than the cap, in milliseconds as of `now`. null: its
 * price includes its resources, and the platform stops it at the cap. The platform promises the cap for every pricing
 * model; a run that is billed by its time is also stopped here, because nothing else bounds it.
 */
export function stopAt(run: JsonObject, cap: Microdollars | null, now: number): number | null {
  if (cap === null || !paysForResources(run)) return null
  const memory = countOf(objectOf(run.options)?.memoryMbytes) ?? MEMORY_MB_MAX
  const affordableMs = (Number(cap) * 3_600_000 * 1_024) / (Number(parseUsd(GIGABYTE_HOUR)) * Math.max(1, memory))
  const begun = Date.parse(textOf(run.startedAt) ?? '')
  return Math.min(now, Number.isNaN(begun) ? now : begun) + affordableMs - STOPPING_MS
}
