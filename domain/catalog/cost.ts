import { type Decimal, decimalOf, roundHalfUp } from '../json/decimal.ts'
import { formatUsd, type Microdollars, parseUsd, platformPrice, USD_PATTERN } from '../money/microdollars.ts'
import { endpointKey, type Cost, type ShownSurcharge } from './endpoint.ts'
import type { CatalogProvider, PricedCall, ProviderCost } from './providers/provider.ts'
import { type Rate, type Surcharge, usualCost } from './rate.ts'
import { memberOf, recordOf, type Unchecked } from './reading.ts'

const usd = new RegExp(USD_PATTERN)

/** A call whose price is to be known. */
export interface CallToPrice extends PricedCall {
  /** The provider's price as its document states it, USD. */
  readonly price: string | null
}

/** How a call is paid: the caller's price, the provider's own, and whether it costs nothing at all. */
export interface CallPricing {
  readonly cost: Cost
  readonly rate: Rate | null
  readonly free: boolean
}

/**
 * The price of a call for the caller: the document's own price, else the list price, each x 1.43 and rounded up to the
 * microdollar (decisions, "raw estimate"). What a delivery is charged by is its basis: nothing, the cost that the
 * provider reports, or the rate; null if none of them is known.
 */
export function pricedOf({ free, cost }: Pick<CatalogProvider, 'free' | 'cost'>, call: CallToPrice): CallPricing {
  const { model, note, published } = cost
  const name = endpointKey(call.method, call.endpoint)
  const found = free || cost.free?.includes(name) === true ? 'free' : rateOf(cost, call, name)
  if (found === 'free')
    return { cost: { model: 'free', basis: 'free', estimate: '0.00', currency: 'USD', note }, rate: null, free: true }
  const reported = cost.reported === 'all' || (cost.reported?.includes(name) ?? false)
  if (found === null) {
    const basis = reported ? 'reported' : null
    return { cost: { model, basis, estimate: null, currency: 'USD', note: noteOf(basis) }, rate: null, free: false }
  }
  return {
    cost: {
      model,
      basis: reported ? 'reported' : 'rate_card',
      ...cardOf(found),
      currency: 'USD',
      note,
      published: call.price === null ? (published ?? note) : "The provider's own API document.",
    },
    rate: found,
    free: false,
  }
}

function rateOf({ rates, rateOf: family }: ProviderCost, call: CallToPrice, name: string): Rate | 'free' | null {
  const rate = call.price ?? rates?.[name] ?? family?.(call) ?? null
  return typeof rate === 'string' && rate !== 'free' ? { amount: rate } : rate
}

const noteOf = (basis: 'reported' | null): string =>
  basis === null
    ? 'No price is known here, so it needs your own key.'
    : 'The answer reports the cost; no rate is known here, so the hold is 1.00.'

const listPrice = (cost: Microdollars): string => formatUsd(platformPrice(cost))

/** What the caller sees of a rate. */
export const cardOf = (rate: Rate): Pick<Cost, SizedBy | 'surcharges'> & { readonly estimate: string } => ({
  estimate: listPrice(usualCost(rate)),
  ...sizeOf(rate),
  ...(rate.surcharges !== undefined && { surcharges: rate.surcharges.flatMap(groupOf) }),
})

/** Surcharges that exclude one another have the same number. */
const groupOf = (list: readonly Surcharge[], index: number): ShownSurcharge[] =>
  list.map((one) => (list.length === 1 ? one : { ...one, group: index + 1 }))

type SizedBy = 'each' | 'item' | 'units' | 'base'

function sizeOf({ each = {}, amount, usual = 1, base }: Rate): Pick<Cost, SizedBy> {
  const named = Object.entries(each)
  const [first] = named
  if (first === undefined) return {}
  const [member, per] = first
  return {
    each: member,
    item: { price: listPrice(parseUsd(amount)), per, usual: usual * per },
    ...(named.length === 1 ? {} : { units: named.map(([name, size]) => ({ member: name, per: size })) }),
    ...(base === undefined ? {} : { base: listPrice(parseUsd(base)) }),
  }
}

export interface Price {
  readonly amount: string | null
  /** The stated price, if it could not be read as a fixed USD price. */
  readonly unread: string | null
  /** Whether a separate payment protocol pays for the call. */
  readonly protocol: boolean
}

/** `x-payment-info`: a number, a string, or an object with amount and currency. A price that varies is no price. */
export function priceOf(operation: Unchecked): Price {
  const info = recordOf(memberOf(operation, 'x-payment-info'))
  const price = memberOf(info, 'price')
  const currency = memberOf(recordOf(price), 'currency') ?? 'USD'
  const stated = memberOf(recordOf(price), 'amount') ?? price
  const amount = currency === 'USD' ? amountOf(stated) : null
  return {
    amount,
    unread: price === undefined || amount !== null ? null : JSON.stringify(price),
    protocol: info !== null,
  }
}

/**
 * A text as it is; a number by its digits, rounded at the twelfth decimal place: sums of doubles are wrong beyond it.
 */
function amountOf(stated: unknown): string | null {
  const text = typeof stated === 'string' ? stated.trim() : fixedOf(decimalOf(stated))
  return usd.test(text) ? text : null
}

const NUMBER_PLACES = 12

function fixedOf(number: Decimal | null): string {
  if (number === null || number.units < 0n) return ''
  const digits = roundHalfUp(number, NUMBER_PLACES)
    .toString()
    .padStart(NUMBER_PLACES + 1, '0')
  return `${digits.slice(0, -NUMBER_PLACES)}.${digits.slice(-NUMBER_PLACES)}`.replace(/\.?0+$/, '')
}
