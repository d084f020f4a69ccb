import { isItems, isMembers, readScalar, type AnswerShape } from '../../../domain/catalog/answer-shape.ts'
import type { RawInput } from '../../../domain/catalog/request.ts'
import { isJsonList, isJsonObject, type Json } from '../../../domain/json/json.ts'
import { scalarValue } from './answer-scalars.ts'
import { seedOf, type Seed } from './seed.ts'

/** Lists are short: an answer shows the form of the provider's answers and stays far below a run's size limit. */
const ITEMS_MAX = 3

export interface Question {
  readonly seed: Seed
  /** The request's members by name: a member of the same name in the answer repeats the value. */
  readonly inputValues: ReadonlyMap<string, Json>
  /** Items of the outermost list. */
  readonly items: number
}

/** The seed and inputs of a simulated answer; `parts` distinguish it from others. */
export function questionOf({ path = {}, query = {}, input }: RawInput, ...parts: readonly Json[]): Question {
  const bodies: readonly Json[] = input === undefined ? [] : isJsonList(input) ? input : [input]
  const objects = [...bodies.slice(0, 1).filter(isJsonObject), query, path]
  const inputValues = new Map(objects.flatMap((one) => Object.entries(one)))
  // Short, because every value of the answer hashes it again.
  const seed = seedOf(seedOf(...parts, path, query, [...bodies]).id('answer'))
  return { seed, inputValues: inputValues, items: itemsOf(inputValues, seed) }
}

const LIMITS = [
  'limit',
  'per_page',
  'perPage',
  'page_size',
  'pageSize',
  'count',
  'num',
  'size',
  'rows',
  'max_results',
  'maxResults',
] as const

function itemsOf(input: ReadonlyMap<string, Json>, seed: Seed): number {
  const limit = LIMITS.map((name) => Number(input.get(name))).find((number) => Number.isInteger(number) && number >= 1)
  return limit === undefined ? seed.number('items', 1, ITEMS_MAX) : Math.min(limit, ITEMS_MAX)
}

interface FieldPosition {
  readonly at: string
  readonly name: string
  /** The number of lists around it. */
  readonly lists: number
  readonly depth: number
}

export const TOP: FieldPosition = { at: '', name: '', lists: 0, depth: 0 }

/** A value of a shape: the same for the same request, in every process. */
export function valueOf(shape: AnswerShape, question: Question, place: FieldPosition = TOP): Json {
  const { at, name, lists, depth } = place
  if (isItems(shape)) {
    const [item] = shape
    if (item === undefined) return []
    return Array.from({ length: lists === 0 ? question.items : 1 }, (_, index) =>
      valueOf(item, question, { at: `${at}/${index}`, name, lists: lists + 1, depth }),
    )
  }
  if (isMembers(shape)) {
    return Object.fromEntries(
      Object.entries(shape).map(([member, inner]) => [
        member,
        valueOf(inner, question, { at: `${at}/${member}`, name: member, lists, depth: depth + 1 }),
      ]),
    )
  }
  return echoed(shape, question, place) ?? scalarValue(shape, { name, at, seed: question.seed })
}

const ID_DEPTH_MAX = 2
const ECHO_LENGTH_MAX = 200
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

/** The request's value of the same name, if it has the type that the answer needs there. */
function echoed(text: string, { inputValues: input }: Question, { name, depth }: FieldPosition): Json | undefined {
  const given = input.get(name)
  const { type, format, least, most, value } = readScalar(text)
  // A nested id belongs to another object.
  if (
    given === undefined ||
    given === null ||
    value !== undefined ||
    least !== undefined ||
    most !== undefined ||
    (name === 'id' && depth > ID_DEPTH_MAX)
  )
    return undefined
  if (type === 'integer' || type === 'number') {
    const number =
      typeof given === 'number' ? given : typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : NaN
    return Number.isFinite(number) && (type === 'number' || Number.isInteger(number)) ? number : undefined
  }
  if (type === 'boolean') return typeof given === 'boolean' ? given : undefined
  if (typeof given !== 'string' || given.length > ECHO_LENGTH_MAX) return undefined
  return format === undefined || (format === 'email' && EMAIL.test(given)) ? given : undefined
}

/** Marks simulated data: at the top, or on every object of a list. */
export function labelled(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => (isJsonObject(item) ? { simulated: true, ...item } : item))
  return isJsonObject(value) ? { simulated: true, ...value } : value
}
