import { flooredOf, readDecimal } from '../json/decimal.ts'
import { isExactNumber } from '../json/exact.ts'
import { isJsonList, type Json, type JsonObject, objectOf } from '../json/json.ts'
import { type Microdollars, parseUsd } from '../money/microdollars.ts'
import { plainName } from './plain-name.ts'

/** A provider's price of one call, in US dollars. */
export interface Rate {
  /** Of the call; with `each`, of a unit of its items. */
  readonly amount: string
  /**
   * The members of the input or the query that name the items, or how many there are, and how many items make a unit.
   */
  readonly each?: Readonly<Record<string, number>>
  /** The units of a call that names none; the default is one. */
  readonly usual?: number
  /** Of the call itself, in addition to its units. */
  readonly base?: string
  /** Of each list, the largest that applies multiplies the price. */
  readonly surcharges?: readonly (readonly Surcharge[])[]
}

/**
 * A member that multiplies the price: with the value `is`, above `above`, with a match, or with any value but false.
 */
export interface Surcharge {
  readonly member: string
  readonly times: number
  readonly is?: string | number
  readonly above?: number
  /** A regular expression for a text. */
  readonly pattern?: string
}

/** The price that an actor publishes, USD. */
export interface ActorPrice {
  /** Of the start of a run. */
  readonly start?: string
  /** Of an item of its data set. */
  readonly item?: string
  /** The least that a run must be allowed to spend. */
  readonly minimum?: string
}

/** The parts of a raw request that its price depends on. */
export interface RequestSize {
  readonly input?: JsonObject | readonly Json[] | undefined
  readonly query?: JsonObject | undefined
}

/** Beyond what any provider takes in a call. */
const UNITS_MAX = 1_000_000

/** The provider's price of a call that names no items and no surcharge. */
export const usualCost = (rate: Rate): Microdollars => callCost(rate, {})

/**
 * The provider's price of a request; of an array of tasks, the sum of their prices. `query` has every member that the
 * call writes into its query, also those of the input.
 */
export function costOfRequest(rate: Rate, { input = {}, query = {} }: RequestSize, tasks: boolean): Microdollars {
  const written = { ...rate, query }
  if (!isJsonList(input)) return callCost(written, input)
  if (!tasks) return callCost(written, {})
  return input.map((task) => callCost(rate, objectOf(task))).reduce((sum, cost) => sum + cost, 0n)
}

/** The members of a request by the names that a server may read them by, and how many items each names. */
type Members = readonly { readonly name: string; readonly value: Json; readonly count: number | null }[]

const membersIn = (members: JsonObject, count: (value: Json) => number | null): Members =>
  Object.entries(members).map(([name, value]) => ({ name: plainName(name), value, count: count(value) }))

function callCost(
  { amount, each, usual = 1, base, surcharges = [], query = {} }: Rate & { readonly query?: JsonObject },
  body: JsonObject,
): Microdollars {
  const members = [...membersIn(query, countOfWritten), ...membersIn(body, countOf)]
  const units = Object.entries(each ?? {}).flatMap(([name, size]) => {
    const counts = named(members, name).flatMap(({ count }) => count ?? [])
    return counts.length === 0 ? [] : [Math.ceil(sumOf(counts) / size)]
  })
  const counted = units.length === 0 ? usual : Math.max(1, ...units)
  const cost = parseUsd(base ?? '0') + parseUsd(amount) * BigInt(Math.min(counted, UNITS_MAX))
  return surcharges.reduce((price, list) => price * BigInt(largestOf(list, members)), cost)
}

const named = (members: Members, name: string): Members => members.filter((one) => one.name === plainName(name))

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

const largestOf = (list: readonly Surcharge[], members: Members): number =>
  Math.max(
    1,
    ...list
      .filter((one) => named(members, one.member).some(({ value }) => applies(one, value)))
      .map(({ times }) => times),
  )

function applies({ is, above, pattern }: Surcharge, value: Json): boolean {
  if (value === null) return false
  if (pattern !== undefined) return typeof value === 'string' && new RegExp(pattern, 'i').test(value)
  if (above !== undefined) return (countOf(value) ?? 0) > above
  return is === undefined ? !['false', '0', ''].includes(String(value)) : String(value) === String(is)
}

/** How many items a value names: a number, a list, or a text of either. null: it names none. */
function countOf(value: Json): number | null {
  if (value === null || value === '' || typeof value === 'boolean') return null
  if (Array.isArray(value)) return value.length
  if (typeof value === 'string') return countOfText(value)
  return isExactNumber(value) || typeof value === 'number' ? flooredOf(value) : Object.keys(value).length
}

/** The same in a query, where a list is written as its entries: `[100]` as `100`, `['a,b', 'c']` as three items. */
function countOfWritten(value: Json): number | null {
  if (!Array.isArray(value)) return countOf(value)
  return sumOf(value.map((entry) => countOf(entry) ?? 0))
}

/** A number as any server may read it: `+100`, `0100` and `100abc` count as 100. */
const LENIENT_NUMBER = /^[^\p{L}\d.,]*(\d[\d_]*)[^.,]*$/u

function countOfText(text: string): number {
  const number = readDecimal(text.trim())
  if (number !== null) return Number(text)
  const [, digits] = LENIENT_NUMBER.exec(text.normalize('NFKC')) ?? []
  if (digits !== undefined) return Number(digits.replaceAll('_', ''))
  return text.split(',').filter((part) => part.trim() !== '').length
}
