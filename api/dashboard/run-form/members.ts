import { type JsonObject, listOf, objectOf } from '../../../domain/json/json.ts'

/** How a member of an input is entered, and what is made of it. */
export type Entry =
  | 'line'
  | 'text'
  | 'choice'
  | 'number'
  | 'yes or no'
  /** One value on each line. */
  | 'lines'
  /** The same, and one value alone is no list: `to` of an email. */
  | 'one or more'
  /** Whatever has no simpler form. */
  | 'json'

/** A member of a capability's or an endpoint's input, as a person enters it. */
export interface InputMember {
  readonly name: string
  readonly entry: Entry
  readonly required: boolean
  readonly hint: string
  /** The values of a choice, or those that lines may have. */
  readonly words: readonly string[]
}

export interface MembersSchema {
  readonly properties: JsonObject
  readonly required: readonly string[]
}

/** Longer texts than an address of the web need several lines. */
const LINE_LENGTH_MAX = 2_048

/** The members of a JSON Schema, the required ones first. */
export function inputMembers({ properties, required }: MembersSchema): InputMember[] {
  const members = Object.entries(properties).map(([name, value]): InputMember => {
    const schema = objectOf(value)
    return {
      name,
      entry: entryOf(schema),
      required: required.includes(name),
      hint: typeof schema['description'] === 'string' ? schema['description'] : '',
      words: wordsOf(itemsOf(schema) ?? schema),
    }
  })
  return members.toSorted((a, b) => Number(b.required) - Number(a.required))
}

/** Of a list; null for any other value. The catalog has the type of the items alone, and their choices next to it. */
function itemsOf(schema: JsonObject): JsonObject | null {
  if (typeOf(schema) !== 'array') return null
  const { items, enum: choices } = schema
  if (typeof items !== 'string') return objectOf(items)
  return choices === undefined ? { type: items } : { type: items, enum: choices }
}

function entryOf(schema: JsonObject): Entry {
  if (itemsOf(schema) === null && wordsOf(schema).length > 0) return 'choice'
  switch (typeOf(schema)) {
    case 'string':
      return typeof schema['maxLength'] === 'number' && schema['maxLength'] > LINE_LENGTH_MAX ? 'text' : 'line'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'yes or no'
    case 'array':
      return isText(itemsOf(schema) ?? {}) ? 'lines' : 'json'
    case null:
      return variantsOf(schema).some((one) => entryOf(one) === 'lines') ? 'one or more' : 'json'
    default:
      return 'json'
  }
}

const isText = (schema: JsonObject): boolean => typeOf(schema) === 'string' || wordsOf(schema).length > 0

function typeOf({ type }: JsonObject): string | null {
  if (typeof type === 'string') return type
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : []
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : null
}

function wordsOf(schema: JsonObject): string[] {
  const values = 'const' in schema ? [schema['const']] : listOf(schema['enum'])
  const words = values.filter((one) => typeof one === 'string')
  return words.length === values.length ? words : []
}

const variantsOf = ({ anyOf, oneOf }: JsonObject): JsonObject[] => [...listOf(anyOf), ...listOf(oneOf)].map(objectOf)
