import type { Json, JsonObject } from '../json/json.ts'

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/

/**
 * The input with the numbers and booleans that the schema of its member wants: the cells of a file are text. Only the
 * members of the input itself; a text that is no number stays, and the schema refuses it.
 */
export function typedInput(input: JsonObject, properties: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]): [string, Json] => [
      name,
      typeof value === 'string' && Object.hasOwn(properties, name) ? typed(value, typeOf(properties[name])) : value,
    ]),
  )
}

const typeOf = (schema: unknown): unknown => (schema instanceof Object ? Reflect.get(schema, 'type') : undefined)

function typed(text: string, type: unknown): Json {
  const trimmed = text.trim()
  if ((type === 'integer' || type === 'number') && NUMBER.test(trimmed)) return Number(trimmed)
  if (type === 'boolean' && (trimmed === 'true' || trimmed === 'false')) return trimmed === 'true'
  return text
}
