import { isJsonObject, type Json, type JsonObject } from '../../domain/json/json.ts'
import type { JsonSchema } from './schemas.ts'

/**
 * What a list of tools states of a schema. Every agent reads it before it does anything, and the routes check all of
 * it: what costs tokens and only refuses is left out.
 */
const CHECKED_BY_ROUTES: ReadonlySet<string> = new Set([
  'additionalProperties',
  'format',
  'maxLength',
  'maxProperties',
  'minItems',
  'minLength',
  'minProperties',
  'pattern',
  'patternProperties',
  'uniqueItems',
])

/** The arguments of a tool as the list shows them. Nothing that a route takes is excluded. `own`: further ones. */
export function listedInput(schema: JsonSchema, own: JsonObject): JsonSchema {
  const { properties, ...rest } = slim(read(schema))
  return { ...rest, properties: { ...(isSchema(properties) ? properties : {}), ...own }, additionalProperties: false }
}

/** The schema as the JSON that is sent. */
const read = (schema: JsonSchema): JsonObject => JSON.parse(JSON.stringify(schema))

function slim(schema: JsonObject): JsonObject {
  const { anyOf, items, properties } = schema
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => isListed(keyword, value, schema))),
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, isSchema(member) ? slim(member) : member]),
          ),
        }
      : {}),
    ...(isSchema(items) ? { items: slim(items) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((branch) => (isSchema(branch) ? slim(branch) : branch)) } : {}),
  }
}

const isSchema = (value: Json | undefined): value is JsonObject => isJsonObject(value)

function isListed(keyword: string, value: Json, schema: JsonObject): boolean {
  switch (keyword) {
    case 'default':
      return value !== false
    case 'examples':
      return schema['description'] === undefined
    case 'minimum':
      return typeof value === 'number' && value > 1
    case 'maximum':
      return typeof value === 'number' && value < Number.MAX_SAFE_INTEGER
    case 'required':
      return Array.isArray(value) && value.length > 0
    default:
      return !CHECKED_BY_ROUTES.has(keyword)
  }
}

/** Members of an answer that only repeat the request. */
const REPEATED: ReadonlySet<string> = new Set(['callback_url', 'metadata', 'request'])

/** The members of an answer by name and type. What is in them is stated by `inspect` and by the answer itself. */
export function listedOutput(schema: JsonSchema): JsonSchema {
  const members = answersIn(read(schema)).flatMap(({ properties }) =>
    isSchema(properties) ? Object.entries(properties).filter(([name]) => !REPEATED.has(name)) : [],
  )
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map(([name, member]) => [
        name,
        typesIn(members, name).size === 1 && isSchema(member) && typeof member['type'] === 'string'
          ? { type: member['type'] }
          : {},
      ]),
    ),
  }
}

/** The branches of a union of answers. */
const answersIn = (schema: JsonObject): JsonObject[] =>
  Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isSchema).flatMap(answersIn) : [schema]

/** Two answers of one tool may give a name different types. */
const typesIn = (members: readonly [string, Json][], name: string): Set<string> =>
  new Set(members.flatMap(([known, member]) => (known === name && isSchema(member) ? [String(member['type'])] : [])))
