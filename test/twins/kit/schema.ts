import { Ajv, type ValidateFunction } from 'ajv'
import type { Body, CatalogEndpoint, ValueDescription, Fields } from '../../../domain/catalog/endpoint.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'

/** Text of a query becomes what the document states it is. */
const texts = new Ajv({ coerceTypes: 'array', allErrors: true, strict: false })
const values = new Ajv({ allErrors: true, strict: false })

/** The fault of a part of a request; null: there is none. */
export type Check<Part> = (part: Part) => string | null

const KINDS = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array'])

/** null: the document does not state enough to refuse anything. `isText`: its values came as text. */
function schemaOf(fact: ValueDescription, isText: boolean): JsonObject | null {
  const types = fact.type.split('|')
  if (!types.every((type) => KINDS.has(type))) return null
  const allowed: JsonObject =
    fact.enum === undefined || fact.omittedValues !== undefined
      ? {}
      : { enum: [...new Set(isText ? fact.enum.map(String) : fact.enum)] }
  if (fact.type === 'array') return { type: 'array', items: { ...typed(fact.items ?? 'any'), ...allowed } }
  return 'enum' in allowed ? { anyOf: [allowed, { type: 'null' }] } : { type: [...types, 'null'] }
}

const typed = (type: string): JsonObject => (KINDS.has(type) ? { type } : {})

function membersOf(
  { properties, required }: Fields,
  isText: boolean,
  left: ReadonlySet<string> = new Set(),
): JsonObject {
  const known = Object.entries(properties).flatMap(([name, fact]): [string, Json][] => {
    const schema = schemaOf(fact, isText)
    return schema === null ? [] : [[name, schema]]
  })
  return { properties: Object.fromEntries(known), required: required.filter((name) => !left.has(name)) }
}

const faultOf = (check: ValidateFunction): string =>
  (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`).join('; ')

const compiled = <Part>(ajv: Ajv, schema: JsonObject): Check<Part> => {
  const check = ajv.compile(schema)
  return (part) => (check(part) ? null : faultOf(check))
}

/** `credential`: query names that the key has; a wrong key is refused before. Lists in one text are not read. */
export function queryCheck(fields: Fields, credential: readonly string[]): Check<URLSearchParams> {
  const plain = Object.entries(fields.properties).filter(
    ([, { style, type }]) => style === undefined && type !== 'object',
  )
  const check = compiled<JsonObject>(texts, {
    type: 'object',
    ...membersOf({ properties: Object.fromEntries(plain), required: fields.required }, true, new Set(credential)),
  })
  return (query) =>
    check(
      Object.fromEntries(
        [...new Set(query.keys())].map((name) => {
          const all = query.getAll(name)
          return [name, all.length === 1 ? (all[0] ?? '') : all]
        }),
      ),
    )
}

export function bodyCheck(
  body: Body | null,
  bodyType: CatalogEndpoint['bodyType'],
): Check<{ readonly value: Json; readonly kind: string }> {
  if (body === null) return () => null
  const check = compiled<Json>(body.encoding === 'json' ? values : texts, bodySchema(body, bodyType))
  return ({ value, kind }) => {
    if (value === null) return body.needed || body.required.length > 0 ? 'a body is needed' : null
    if (kind !== body.encoding) return `the body is ${kind} and must be ${body.encoding}`
    return check(structuredClone(value))
  }
}

/** Tasks come as an array; an actor takes what its own schema states. */
function bodySchema(body: Body, bodyType: CatalogEndpoint['bodyType']): JsonObject {
  const item = { type: 'object', ...membersOf(body, body.encoding !== 'json') }
  if (bodyType === 'actor_input') return {}
  if (bodyType === 'task') return { type: 'array', items: item, minItems: 1, maxItems: 100 }
  if (body.type === 'object') return item
  if (body.type !== 'array') return {}
  return { type: 'array', ...(Object.keys(body.properties).length === 0 ? {} : { items: item }) }
}
