import { decimalOf, roundHalfUp, integerOf } from '../json/decimal.ts'
import { isJsonList, type Json, type JsonObject } from '../json/json.ts'
import { formatUsd, MICRODOLLAR_PLACES, type Microdollars, parseUsd } from '../money/microdollars.ts'
import { cardOf } from './cost.ts'
import type { CatalogEndpoint } from './endpoint.ts'
import type { ActorPrice, Rate, RequestSize } from './rate.ts'
import { memberOf, recordOf, textOf } from './reading.ts'

/** The items of a run that names no number. */
const ITEMS_USUAL = 100

/**
 * Inputs that well-known actors call their limit. Most limit the items of each target, and a target is an entry of the
 * input's longest list.
 */
const LIMITS = [
  'commentsPerPost',
  'limit',
  'maxComments',
  'maxCrawledPlaces',
  'maxCrawledPlacesPerSearch',
  'maxCrawlPages',
  'maxItems',
  'maxPosts',
  'maxProfiles',
  'maxResults',
  'maxReviews',
  'maxTweets',
  'resultsLimit',
  'resultsPerPage',
]

/**
 * The actor's endpoint with its price: the estimate is that of a usual run. Without a price its note states what is
 * assumed: null if the actor publishes none, undefined if nothing has read it yet.
 */
export function withActorPrice(endpoint: CatalogEndpoint, price: ActorPrice | null | undefined): CatalogEndpoint {
  const rate = price == null ? null : actorRate(price)
  const priced = price == null ? endpoint : { ...endpoint, actorPrice: price, rate }
  return rate === null
    ? { ...priced, cost: { ...endpoint.cost, note: price === undefined ? UNREAD : UNPRICED } }
    : { ...priced, cost: { ...endpoint.cost, ...cardOf(rate), note: NOTE, published: PUBLISHED } }
}

const UNREAD =
  'The answer reports the cost. No price is known until the actor is inspected: a run holds 1.00 until then.'
const UNPRICED =
  'The answer reports the cost. The actor publishes no price of its items and may be billed by its time: a run holds 1.00.'
const NOTE = `The answer reports the cost. The estimate is that of ${ITEMS_USUAL} items; a run that names none holds 1.00.`
const PUBLISHED = "The actor's own price in the store."

const actorRate = ({ start = '0', item }: ActorPrice): Rate | null =>
  item === undefined ? null : { base: start, amount: item, each: { maxItems: 1 }, usual: ITEMS_USUAL }

/** The actor's price of a run; null: its request names no number of items, or they have no price. */
export function actorCost({ start = '0', item }: ActorPrice, request: RequestSize): Microdollars | null {
  const items = itemsNamed(request)
  return items === null || item === undefined ? null : parseUsd(start) + parseUsd(item) * BigInt(items)
}

function itemsNamed({ input = {}, query = {} }: RequestSize): number | null {
  const most = countIn(query, 'maxItems')
  if (most !== null || isJsonList(input)) return most
  const limits = LIMITS.map((name) => countIn(input, name)).filter((count) => count !== null)
  if (limits.length === 0) return null
  const lists = Object.values(input).map((value) => (Array.isArray(value) ? value.length : 1))
  return Math.max(...limits) * Math.max(1, ...lists)
}

function countIn(members: JsonObject, name: string): number | null {
  const value: Json | undefined = Object.hasOwn(members, name) ? members[name] : undefined
  const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : integerOf(value)
  return count === null || count === 0 ? null : Math.min(count, ITEMS_MAX)
}

/** Beyond what a run returns; zero means no limit to most actors. */
const ITEMS_MAX = 1_000_000

/**
 * The price in force at `now` (milliseconds), of an actor's record. Prices by plan: that of the smallest plan, which is
 * the most expensive. null: it publishes none that depends on its items or its start.
 */
export function publishedPrice(actor: unknown, now: number): ActorPrice | null {
  const infos = memberOf(recordOf(actor), 'pricingInfos')
  const begun = (Array.isArray(infos) ? infos : [])
    .map((info: unknown) => recordOf(info))
    .filter((info) => info !== null && Date.parse(textOf(memberOf(info, 'startedAt')) ?? '') <= now)
  const info = begun.at(-1) ?? null
  const minimum = usdOf(memberOf(info, 'minimalMaxTotalChargeUsd'))
  const price = { ...pricesOf(info), ...(minimum !== null && { minimum }) }
  return Object.keys(price).length === 0 ? null : price
}

function pricesOf(info: ReturnType<typeof recordOf>): Pick<ActorPrice, 'start' | 'item'> {
  switch (textOf(memberOf(info, 'pricingModel'))) {
    case 'PRICE_PER_DATASET_ITEM': {
      const item =
        usdOf(memberOf(info, 'pricePerUnitUsd')) ?? tierOf(memberOf(info, 'tieredPricing'), 'tieredPricePerUnitUsd')
      return item === null ? {} : { item }
    }
    case 'PAY_PER_EVENT':
      return eventPrices(recordOf(memberOf(recordOf(memberOf(info, 'pricingPerEvent')), 'actorChargeEvents')))
    default:
      return {}
  }
}

/** The platform's own names of events; an actor names its others, and marks the one that counts its results. */
const START_EVENT = /^(?:apify-)?actor-start$/
const ITEM_EVENT = 'apify-default-dataset-item'

function eventPrices(events: ReturnType<typeof recordOf>): Pick<ActorPrice, 'start' | 'item'> {
  const named = Object.entries(events ?? {}).map(([name, event]) => ({
    name,
    price:
      usdOf(memberOf(recordOf(event), 'eventPriceUsd')) ??
      tierOf(memberOf(recordOf(event), 'eventTieredPricingUsd'), 'tieredEventPriceUsd'),
    primary: memberOf(recordOf(event), 'isPrimaryEvent') === true,
  }))
  const start = named.find(({ name }) => START_EVENT.test(name))?.price ?? null
  const item = (named.find(({ name }) => name === ITEM_EVENT) ?? named.find(({ primary }) => primary))?.price ?? null
  return { ...(start !== null && { start }), ...(item !== null && { item }) }
}

const tierOf = (tiers: unknown, name: string): string | null =>
  usdOf(memberOf(recordOf(memberOf(recordOf(tiers), 'FREE')), name))

/** Rounded to the microdollar, and never to nothing. */
function usdOf(value: unknown): string | null {
  const decimal = decimalOf(value)
  if (decimal === null || decimal.units <= 0n) return null
  const rounded = roundHalfUp(decimal, MICRODOLLAR_PLACES)
  return rounded > USD_MAX ? null : formatUsd(rounded === 0n ? 1n : rounded)
}

const USD_MAX = parseUsd('10000')
