import { flooredOf, readDecimal } from '../json/decimal.ts'
import { isExactNumber } from '../json/exact.ts'
import { isJsonList, type Json, type JsonObject } from '../json/json.ts'
import { type Microdollars, parseUsd } from '../money/microdollars.ts'

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
  /** Of the call itself, beside its units. */
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

/** The provider's price of a request; of an array of tasks, the sum of their prices. */
export function costOfRequest(rate: Rate, { input = {}, query = {} }: RequestSize, tasks: boolean): Microdollars {
  if (!isJsonList(input)) return callCost(rate, { ...query, ...input })
  if (!tasks) return callCost(rate, query)
  return input.map((task) => callCost(rate, membersOf(task))).reduce((sum, cost) => sum + cost, 0n)
}

function callCost({ amount, each, usual = 1, base, surcharges = [] }: Rate, members: JsonObject): Microdollars {
  const units = Object.entries(each ?? {}).flatMap(([name, size]) => {
    const count = countOf(ownMember(members, name))
    return count === null ? [] : [Math.ceil(count / size)]
  })
  const counted = units.length === 0 ? usual : Math.max(1, ...units)
  const cost = parseUsd(base ?? '0') + parseUsd(amount) * BigInt(Math.min(counted, UNITS_MAX))
  return surcharges.reduce((price, list) => price * BigInt(largestOf(list, members)), cost)
}

const largestOf = (list: readonly Surcharge[], members: JsonObject): number =>
  Math.max(1, ...list.filter((one) => applies(one, ownMember(members, one.member))).map(({ times }) => times))

function applies({ is, above, pattern }: Surcharge, value: Json | undefined): boolean {
  if (value === undefined || value === null) return false
  if (pattern !== undefined) return typeof value === 'string' && new RegExp(pattern, 'i').test(value)
  if (above !== undefined) return (countOf(value) ?? 0) > above
  return is === undefined ? !['false', '0', ''].includes(String(value)) : String(value) === String(is)
}

/** The caller writes the names of members, so only own ones count. */
const ownMember = (members: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined

const membersOf = (task: Json): JsonObject =>
  typeof task === 'object' && task !== null && !Array.isArray(task) && !isExactNumber(task) ? task : {}

/** How many items a value names: a number, a list, or a text of either. null: it names none. */
function countOf(value: Json | undefined): number | null {
  if (value === undefined || value === null || value === '' || typeof value === 'boolean') return null
  if (Array.isArray(value)) return value.length
  if (typeof value === 'string') {
    const number = readDecimal(value.trim())
    return number === null ? value.split(',').filter((part) => part.trim() !== '').length : Number(value)
  }
  return isExactNumber(value) || typeof value === 'number' ? flooredOf(value) : Object.keys(value).length
}
