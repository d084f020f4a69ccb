import type { ErrorObject } from 'ajv/dist/2020.js'
import { readableText, readKindOf } from '../../domain/capabilities/reading.ts'
import { patternText } from './pattern-texts.ts'
import { descriptionOf, exampleOf, formatText, kindText, nearest } from './schema-texts.ts'

export type RequestPart = 'body' | 'query' | 'path' | 'header'

/** What is wrong with a value, after the name of its place. */
export function messageOf(error: ErrorObject, place: RequestPart): string {
  const limit = parameterOf(error, 'limit')
  const one = limit === '1'
  const readable = readText(error)
  if (readable !== null) return `must be ${readable}`
  switch (error.keyword) {
    case 'type':
      return place === 'query' && Array.isArray(error.data)
        ? 'must be given once'
        : `must be ${kindText({ type: error.schema })}${exampleText(error)}`
    case 'enum':
    case 'const':
      return `must be ${kindText(error.parentSchema)}${suggestion(meantWord(error))}`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'exclusiveMinimum':
      return `must be more than ${limit}`
    case 'exclusiveMaximum':
      return `must be less than ${limit}`
    case 'multipleOf':
      return `must be a multiple of ${parameterOf(error, 'multipleOf')}`
    case 'minLength':
      return one ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
      return one ? 'must not be empty' : `must have at least ${limit} items`
    case 'maxItems':
      return `must have at most ${limit} items`
    case 'minProperties':
      return one ? 'must have at least one member' : `must have at least ${limit} members`
    case 'maxProperties':
      return `must have at most ${limit} members`
    case 'uniqueItems':
      return 'must not hold the same item twice'
    case 'pattern':
      return demandOf(error)
    case 'format':
      return `must be ${formatText(parameterOf(error, 'format'))}`
    case 'propertyNames':
      return `must not have a member named \`${parameterOf(error, 'propertyName')}\``
    case 'contains':
      return 'lacks a required item'
    case 'not':
    case 'false schema':
      return 'is not allowed here'
    default:
      return 'is not valid'
  }
}

/** What a text has to be that the reading of inputs accepts and its schema does not; null for other faults. */
function readText({ keyword, parentSchema }: ErrorObject): string | null {
  return ['pattern', 'format', 'type', 'minLength', 'maxLength'].includes(keyword) ? readTextOf(parentSchema) : null
}

function readTextOf(schema: unknown): string | null {
  const kind = typeof schema === 'object' && schema !== null ? readKindOf(schema) : null
  return kind === null ? null : readableText(kind)
}

/**
 * A pattern states nothing to people: its demand in words, with the example of the schema; or the description alone.
 */
function demandOf(error: ErrorObject): string {
  const words = patternText(parameterOf(error, 'pattern'))
  const example = exampleText(error)
  if (words !== null) return `must ${words}${words.includes('for example') ? '' : example}`
  const description = descriptionOf(error.parentSchema)
  return `does not have the right form${example === '' && description !== null ? ` (${description})` : example}`
}

export const exampleText = ({ parentSchema }: ErrorObject): string => {
  const example = exampleOf(parentSchema)
  return example === null ? '' : `, for example \`${example}\``
}

/** What a required member would be, where its schema has an example; a parameter is easily sent in the body. */
export function whatIsMissing(error: ErrorObject, place: RequestPart): string {
  const name = parameterOf(error, 'missingProperty')
  const schema: unknown = Object.getOwnPropertyDescriptor(objectOf(error.parentSchema?.properties), name)?.value
  const readable = readTextOf(schema)
  if (readable !== null) return `: ${readable}`
  const example = exampleOf(schema)
  const asQuery = place === 'query'
  const where = asQuery ? ' in the query' : ''
  const written = asQuery && example !== null ? `?${name}=${encodeURIComponent(example)}` : example
  return written === null ? where : `${where}, for example \`${written}\``
}

const suggestion = (meant: string | null): string => (meant === null ? '' : `; did you mean \`${meant}\`?`)

/** The word of a list that is probably meant. */
export function meantWord({ data, schema }: ErrorObject): string | null {
  const words = Array.isArray(schema) ? schema.filter((word) => typeof word === 'string') : []
  return typeof data === 'string' ? nearest(data, words) : null
}

export const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/** One of ajv's parameters for an error, as text. */
export function parameterOf(error: ErrorObject, parameter: string): string {
  const value: unknown = Object.getOwnPropertyDescriptor(error.params, parameter)?.value
  return value === undefined ? '' : String(value)
}
