import { isItems, isMembers, readScalar } from '../../../domain/catalog/answer-shape.ts'
import type { AnswerShape } from '../../../domain/catalog/answer-shape.ts'
import type { RawInput } from '../../../domain/catalog/request.ts'
import { isJsonList, isJsonObject } from '../../../domain/json/json.ts'
import type { Json } from '../../../domain/json/json.ts'
import { scalarValue } from './answer-scalars.ts'
import { seedOf, type Seed } from './seed.ts'

/** Lists are short: an answer shows how the provider's looks, and stays far below what a run may hold. */
const ITEMS_MAX = 3

export interface Question {
  readonly seed: Seed
  /** What was asked, by name: a member of the same name answers with it. */
  readonly asked: ReadonlyMap<string, Json>
  /** Items of the outermost list. */
  readonly items: number
}

/** The question of a request; `parts` are what tells it from others. */
export function questionOf({ path = {}, query = {}, input }: RawInput, ...parts: readonly Json[]): Question {
  const bodies: readonly Json[] = input === undefined ? [] : isJsonList(input) ? input : [input]
  const objects = [...bodies.slice(0, 1).filter(isJsonObject), query, path]
  const asked = new Map(objects.flatMap((one) => Object.entries(one)))
  // Short, since every value of the answer hashes it again.
  const seed = seedOf(seedOf(...parts, path, query, [...bodies]).id('answer'))
  return { seed, asked, items: itemsOf(asked, seed) }
}


const LIMITS = ['limit', 'per_page', 'perPage', 'page_size', 'pageSize', 'count', 'num', 'size', 'rows', 'max_results', 'maxResults'] as const

function itemsOf(asked: ReadonlyMap<string, Json>, seed: Seed): number {
  const limit = LIMITS.map((name) => Number(asked.get(name))).find((number) => Number.isInteger(number) && number >= 1)
  return limit === undefined ? seed.number('items', 1, ITEMS_MAX) : Math.min(limit, ITEMS_MAX)
}

interface FieldPosition {
  readonly at: string
  readonly name: string
  /** Lists around it. */
  readonly lists: number
  readonly depth: number
}

export const TOP: FieldPosition = { at: '', name: '', lists: 0, depth: 0 }

/** A value of a shape: the same for the same question, in every process. */
export function valueOf(shape: AnswerShape, question: Question, place: FieldPosition = TOP): Json {
  const { at, name, lists, depth } = place
  if (isItems(shape)) {
    const [item] = shape
    if (item === undefined) return []
    return Array.from({ length: lists === 0 ? question.items : 1 }, (_, index) => valueOf(item, question, { at: `${at}/${index}`, name, lists: lists + 1, depth }))
  }
  if (isMembers(shape)) {
    return Object.fromEntries(Object.entries(shape).map(([member, inner]) => [member, valueOf(inner, question, { at: `${at}/${member}`, name: member, lists, depth: depth + 1 })]))
  }
  return echoed(shape, question, place) ?? scalarValue(shape, { name, at, seed: question.seed })
}

const ID_DEPTH_MAX = 2
const ECHO_LENGTH_MAX = 200
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

/** What was asked under the same name, where it is of the kind that the answer has there. */
function echoed(text: string, { asked }: Question, { name, depth }: FieldPosition): Json | undefined {
  const given = asked.get(name)
  const { type, format, least, most, value } = readScalar(text)
  // An id of something further in is another thing's.
  if (given === undefined || given === null || value !== undefined || least !== undefined || most !== undefined || (name === 'id' && depth > ID_DEPTH_MAX)) return undefined
  if (type === 'integer' || type === 'number') {
    const number = typeof given === 'number' ? given : typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : NaN
    return Number.isFinite(number) && (type === 'number' || Number.isInteger(number)) ? number : undefined
  }
  if (type === 'boolean') return typeof given === 'boolean' ? given : undefined
  if (typeof given !== 'string' || given.length > ECHO_LENGTH_MAX) return undefined
  return format === undefined || (format === 'email' && EMAIL.test(given)) ? given : undefined
}

/** The label of what nobody asked a provider for: at the top, or on every object of a list. */
export function labelled(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => (isJsonObject(item) ? { simulated: true, ...item } : item))
  return isJsonObject(value) ? { simulated: true, ...value } : value
}
