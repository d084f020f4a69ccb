import { type Decimal, decimalOf, roundHalfUp } from '../json/decimal.ts'
import { formatUsd, parseUsd, platformPrice, USD_PATTERN } from '../money/microdollars.ts'
import { endpointKey } from './endpoint.ts'
import type { Cost } from './endpoint.ts'
import type { CatalogProvider } from './providers/provider.ts'
import { memberOf, recordOf } from './reading.ts'
import type { Unchecked } from './reading.ts'

export const NO_RATE =
  'No published rate is known here: the hold is 1.00, and the measured cost is charged where the provider reports one.'

const usd = new RegExp(USD_PATTERN)

/**
 * The price of a call for the caller: the document's own price, else the list price, each x 1.43 and rounded up to the
 * microdollar (decisions, "raw estimate"); null if neither is known.
 */
export function costOf(
  provider: CatalogProvider,
  endpoint: { readonly method: string; readonly endpoint: string; readonly price: string | null },
): Cost {
  const { model, note, rates } = provider.cost
  if (isFree(provider, endpoint)) return { model: 'free', estimate: '0.00', currency: 'USD', note }
  const rate = endpoint.price ?? rates?.[endpointKey(endpoint.method, endpoint.endpoint)] ?? null
  if (rate === null) return { model, estimate: null, currency: 'USD', note: rates === undefined ? note : NO_RATE }
  const { amount, ...each } = typeof rate === 'string' ? { amount: rate } : rate
  return { model, estimate: formatUsd(platformPrice(parseUsd(amount))), currency: 'USD', note, ...each }
}

/** Whether the provider charges nothing for the call. */
export const isFree = (
  { free, cost }: Pick<CatalogProvider, 'free' | 'cost'>,
  { method, endpoint }: { readonly method: string; readonly endpoint: string },
): boolean => free || (cost.free?.includes(endpointKey(method, endpoint)) ?? false)

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
