import { type Decimal, isMoreThan, plus, times } from '../../../domain/json/decimal.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { costOf, type Quantity, readCost, readQuantity } from '../../../domain/raw/cost.ts'
import { ABSENT, amount, type ReportedCost } from '../../../domain/providers/reported-cost.ts'
import { objectOf, textOf } from '../wire.ts'

/** The members of an actor's run that are read here; `raw` is the run as it came. */
export interface ActorRun {
  readonly id: string
  readonly status: string
  readonly datasetId: string | null
  /** The reported cost of the run so far; absent while nothing is booked. */
  readonly cost: ReportedCost
  readonly raw: JsonObject
}

const ENDED = new Set(['SUCCEEDED', 'FAILED', 'TIMED-OUT', 'ABORTED'])

export const hasEnded = ({ status }: ActorRun): boolean => ENDED.has(status)

/** The event that an actor is charged for per item of its default data set. */
const ITEM_EVENT = 'apify-default-dataset-item'

/** `{data: Run}`; null for any other body. */
export function readRun(body: Json): ActorRun | null {
  const raw = objectOf(objectOf(body)?.data)
  const id = textOf(raw?.id)
  const status = textOf(raw?.status)
  if (raw === null || id === null || status === null) return null
  return { id, status, datasetId: textOf(raw.defaultDatasetId), cost: readCost(raw.usageTotalUsd), raw }
}

/**
 * The actor's published price of a run that delivered `items`: the larger of the events charged so far and the price of
 * the items. Absent without a flat price: tiered prices depend on a subscription that is not known here.
 */
export function rateCardOf({ raw }: ActorRun, items: number): ReportedCost {
  const pricing = objectOf(raw.pricingInfo)
  switch (textOf(pricing?.pricingModel)) {
    case 'PRICE_PER_DATASET_ITEM':
      return costOf(chargeFor(readQuantity(pricing?.pricePerUnitUsd), integer(items)))
    case 'PAY_PER_EVENT': {
      const prices = objectOf(objectOf(pricing?.pricingPerEvent)?.actorChargeEvents)
      return costOf(eventCharges(prices, objectOf(raw.chargedEventCounts), items))
    }
    case 'FREE':
      return amount(0n)
    default:
      return ABSENT
  }
}

/** An exact sum: event prices go below a microdollar, and only the sum is rounded. */
function eventCharges(prices: JsonObject | null, counts: JsonObject | null, items: number): Quantity {
  const priceOf = (event: string): Quantity => readQuantity(objectOf(prices?.[event])?.eventPriceUsd)
  const charges = Object.entries(counts ?? {}).map(([event, count]) => chargeFor(priceOf(event), countedOf(count)))
  const byItems = chargeFor(priceOf(ITEM_EVENT), integer(items))
  if ([...charges, byItems].includes('unreadable')) return 'unreadable'
  const booked = charges.filter((charge) => typeof charge !== 'string')
  if (byItems === 'absent' && booked.length === 0) return 'absent'
  const sum = booked.reduce(plus, integer(0))
  return typeof byItems !== 'string' && isMoreThan(byItems, sum) ? byItems : sum
}

/** An absent count means that nothing was charged. */
function countedOf(count: Json): Quantity {
  const read = readQuantity(count)
  return read === 'absent' ? integer(0) : read
}

const chargeFor = (price: Quantity, count: Quantity): Quantity =>
  typeof price === 'string' ? price : typeof count === 'string' ? count : times(price, count)

const integer = (count: number): Decimal => ({ units: BigInt(count), exponent: 0 })

/** The token of an error: `{error: {type, message}}`. */
export const errorType = (body: Json): string | null => textOf(objectOf(objectOf(body)?.error)?.type)
