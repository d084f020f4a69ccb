import type { TObject, TSchema } from 'typebox'
import { takesBody, type Route } from '../route/route.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../schemas/idempotency.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** How a tool calls a route: the members that have another name among the arguments, as argument -> member. */
export interface RouteMapping {
  readonly path?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, string>>
}

/** The argument for the header, where the body has no member for it. */
export const IDEMPOTENCY_ARGUMENT = 'idempotency_key'
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
const IDEMPOTENCY_DESCRIPTION = `Any unique text of at most ${IDEMPOTENCY_KEY_LENGTH_MAX} characters. A repeated call with it is executed and charged once.`

interface Members {
  readonly properties: Readonly<Record<string, TSchema>>
  readonly required: readonly string[]
}

/** Members of an object, or of any branch of a union of objects; only those that every branch requires are required. */
function membersOf(schema: TSchema | undefined): Members {
  if (schema === undefined) return { properties: {}, required: [] }
  const branches = 'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [schema]
  return united(branches.filter(isObjectSchema).map(({ properties, required = [] }) => ({ properties, required })))
}

const isObjectSchema = (schema: unknown): schema is TObject =>
  typeof schema === 'object' && schema !== null && 'properties' in schema

/** The members of all parts; where two parts give a member different schemas, either is accepted. */
function united(parts: readonly Members[]): Members {
  const names = [...new Set(parts.flatMap(({ properties }) => Object.keys(properties)))]
  return {
    properties: Object.fromEntries(
      names.map((name) => [name, eitherOf(parts.flatMap(({ properties }) => properties[name] ?? []))]),
    ),
    required: names.filter((name) => parts.every(({ required }) => required.includes(name))),
  }
}

function eitherOf(schemas: readonly TSchema[]): TSchema {
  const different = schemas.filter(
    (schema, index) => schemas.findIndex((other) => takenBy(other) === takenBy(schema)) === index,
  )
  const [only] = different
  return different.length === 1 && only !== undefined ? only : { anyOf: different }
}

/** What a schema accepts, without its documentation. */
const takenBy = (schema: TSchema): string =>
  JSON.stringify({ ...schema, description: undefined, default: undefined, examples: undefined })

/** The arguments of a route: path, query and body as one flat object, and the idempotency key of the header. */
function membersOfRoute(route: Route, { path, body }: RouteMapping): Members {
  const parts = [renamed(membersOf(route.params), path), membersOf(route.query), renamed(membersOf(route.body), body)]
  const properties: Record<string, TSchema> = Object.assign({}, ...parts.map((part) => part.properties))
  const key = properties[IDEMPOTENCY_ARGUMENT] ?? membersOf(route.headers).properties[IDEMPOTENCY_HEADER]
  return {
    properties: {
      ...properties,
      ...(key === undefined ? {} : { [IDEMPOTENCY_ARGUMENT]: { ...key, description: IDEMPOTENCY_DESCRIPTION } }),
    },
    required: parts.flatMap(({ required }) => required),
  }
}

function renamed({ properties, required }: Members, names: RouteMapping['path'] = {}): Members {
  const called = (member: string): string => Object.keys(names).find((argument) => names[argument] === member) ?? member
  return {
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [called(name), schema])),
    required: required.map(called),
  }
}

/** A tool's own arguments, besides those of its routes. */
export interface OwnArguments {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
}

/**
 * The arguments of a tool, built from its routes' parameters. Flat, because many clients accept no alternatives at the
 * top: the description states which members belong together, and the route checks it, with clearer refusals than a
 * schema's.
 */
export function argumentsSchema(
  operations: readonly (readonly [Route, RouteMapping])[],
  own: OwnArguments = { properties: {}, required: [] },
): JsonSchema & { readonly properties: Readonly<Record<string, unknown>> } {
  const { properties, required } = united(operations.map(([route, operation]) => membersOfRoute(route, operation)))
  return {
    type: 'object',
    properties: { ...own.properties, ...properties },
    required: [...new Set([...own.required, ...required])],
    additionalProperties: false,
  }
}

/** An object among the arguments that another tool has too: the list of tools shows its schema there, once. */
export const asIn = (tool: string, name: string): JsonSchema => ({
  type: 'object',
  description: `As \`${name}\` of \`${tool}\`.`,
})

/** An object schema for clients: without conditions and alternatives at its top. */
export const flatSchema = (schema: TObject): JsonSchema => ({
  type: 'object',
  properties: schema.properties,
  required: schema.required ?? [],
  additionalProperties: false,
})

/** The envelope in short form, because every tool has it; its further members depend on the code (`GET /v1/errors`). */
const REFUSED: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        request_id: { type: 'string' },
        param: { type: 'string' },
      },
      additionalProperties: true,
    },
  },
  additionalProperties: false,
}

/** The structured content of a tool: any of its answers, or the envelope of a refused call. */
export function answersSchema(answers: readonly TSchema[]): JsonSchema {
  const different = answers.filter(
    (schema, index) => answers.findIndex((other) => takenBy(other) === takenBy(schema)) === index,
  )
  return { type: 'object', anyOf: [...different, REFUSED] }
}

/** Every body that a route answers with, including failed runs. */
export const answersOf = ({ responses }: Route): TSchema[] => Object.values(responses).map(({ schema }) => schema)

/** Where an argument goes in a request of this route; an unknown one goes where the route will refuse it. */
export function placeOf(
  route: Route,
  { path = {}, body = {} }: RouteMapping,
  argument: string,
): { readonly part: 'params' | 'query' | 'headers' | 'body'; readonly member: string } {
  const [ofPath, ofBody] = [ownText(path, argument), ownText(body, argument)]
  if (ofPath !== undefined) return { part: 'params', member: ofPath }
  if (ofBody !== undefined) return { part: 'body', member: ofBody }
  const knows = (schema: TSchema | undefined, names: RouteMapping['path'] = {}): boolean =>
    Object.hasOwn(renamed(membersOf(schema), names).properties, argument)
  if (knows(route.params, path)) return { part: 'params', member: argument }
  if (knows(route.query)) return { part: 'query', member: argument }
  if (
    argument === IDEMPOTENCY_ARGUMENT &&
    !knows(route.body) &&
    Object.hasOwn(membersOf(route.headers).properties, IDEMPOTENCY_HEADER)
  )
    return { part: 'headers', member: IDEMPOTENCY_HEADER }
  return { part: takesBody(route) ? 'body' : 'query', member: argument }
}

/** Callers choose the names of arguments, so inherited names such as `constructor` must not match. */
const ownText = (names: Readonly<Record<string, string>>, argument: string): string | undefined =>
  Object.hasOwn(names, argument) ? names[argument] : undefined
