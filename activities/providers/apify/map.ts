import { type Microdollars, parseUsd } from '../../../domain/money/microdollars.ts'
import type { Json, JsonObject } from '../../../domain/providers/manifest.ts'
import { readCost } from '../../../domain/raw/billing.ts'
import { countOf, objectOf, textOf } from '../wire.ts'

/** An actor's run as far as it is read; `raw` is what came. */
export interface ActorRun {
  readonly id: string
  readonly status: string
  readonly datasetId: string | null
  /** What the run is said to have cost so far; null while nothing is booked. */
  readonly cost: Microdollars | null
  readonly raw: JsonObject
}

const ENDED = new Set(['SUCCEEDED', 'FAILED', 'TIMED-OUT', 'ABORTED'])

export const hasEnded = ({ status }: ActorRun): boolean => ENDED.has(status)

/** The event that actors are charged for each item of their default data set. */
const ITEM_EVENT = 'apify-default-dataset-item'

/** `{data: Run}`; null when that is not what came. */
export function readRun(body: Json): ActorRun | null {
  const raw = objectOf(objectOf(body)?.data)
  const id = textOf(raw?.id)
  const status = textOf(raw?.status)
  if (raw === null || id === null || status === null) return null
  return { id, status, datasetId: textOf(raw.defaultDatasetId), cost: readCost(raw.usageTotalUsd), raw }
}

/**
 * What the actor's published prices say for a run that delivered `items`: the larger of the events charged so far and the price
 * of the items. null without a flat price: tiered ones depend on a subscription that is not known here.
 */
export function rateCardOf({ raw }: ActorRun, items: number): Microdollars | null {
  const pricing = objectOf(raw.pricingInfo)
  switch (textOf(pricing?.pricingModel)) {
    case 'PRICE_PER_DATASET_ITEM':
      return times(readCost(pricing?.pricePerUnitUsd), items)
    case 'PAY_PER_EVENT':
      return eventCharges(objectOf(objectOf(pricing?.pricingPerEvent)?.actorChargeEvents), objectOf(raw.chargedEventCounts), items)
    case 'FREE':
      return parseUsd('0')
    default:
      return null
  }
}

function eventCharges(prices: JsonObject | null, counts: JsonObject | null, items: number): Microdollars | null {
  const priceOf = (event: string): Microdollars | null => readCost(objectOf(prices?.[event])?.eventPriceUsd)
  const charged = Object.entries(counts ?? {}).map(([event, count]) => times(priceOf(event), countOf(count) ?? 0))
  const booked = charged.reduce<Microdollars>((sum, amount) => sum + (amount ?? 0n), 0n)
  const byItems = times(priceOf(ITEM_EVENT), items)
  if (byItems === null && charged.every((amount) => amount === null)) return null
  return byItems !== null && byItems > booked ? byItems : booked
}

const times = (price: Microdollars | null, count: number): Microdollars | null => (price === null ? null : price * BigInt(count))

/** The token of an error: `{error: {type, message}}`. */
export const errorType = (body: Json): string | null => textOf(objectOf(objectOf(body)?.error)?.type)
