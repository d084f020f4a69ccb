import { isJsonList, type Json, type JsonObject } from '../json/json.ts'
import type { CatalogEndpoint } from './endpoint.ts'
import { pointer, type CatalogFault } from './pointer.ts'
import { plainName } from './plain-name.ts'
import { fillPath } from './request-path.ts'
import { queryPairs, type Pair } from './request-query.ts'

/** The input of a raw run (Spec 4.2), not yet checked against the endpoint. */
export interface RawInput {
  readonly input?: JsonObject | readonly Json[] | undefined
  readonly path?: JsonObject | undefined
  readonly query?: JsonObject | undefined
}

export type EndpointBody =
  | { readonly encoding: 'json'; readonly value: Json }
  | { readonly encoding: 'form' | 'multipart'; readonly fields: readonly Pair[] }

export type BuiltRequest =
  | {
      readonly ok: true
      readonly method: CatalogEndpoint['method']
      /** Base URL and path, percent-encoded, without the query. */
      readonly url: string
      /** Only the path, encoded, for an adapter that uses another base. */
      readonly path: string
      /** In order, not yet encoded: the form that `URLSearchParams` takes. */
      readonly query: readonly Pair[]
      readonly body: EndpointBody | null
    }
  | { readonly ok: false; readonly faults: readonly CatalogFault[] }

/** Spec 2.3 and 4.2: "an array of up to 10 task objects". */
export const TASKS_MAX = 10

/**
 * The provider's request for a raw run, or all faults at once (Spec 4.2). Placeholders are exact: one without a value
 * and a value without one are refused. Query and body members are the provider's contract, not ours: unknown ones pass,
 * since documents lag behind their APIs; `missingMembers` names those that it requires. Refused are values that cannot
 * be written, and `reserved` query names, which are the provider's credential and others that only the platform sets.
 */
export function buildRequest(endpoint: CatalogEndpoint, raw: RawInput, reserved: readonly string[] = []): BuiltRequest {
  const path = fillPath(endpoint, raw.path ?? {})
  const placed = placeInput(endpoint, raw)
  const query = { ...placed.query, ...raw.query }
  const written = queryPairs(query, endpoint.queryParams.properties)
  const kept = new Set(reserved.map(plainName))
  const taken = Object.keys(query).filter((name) => kept.has(plainName(name)))
  const faults = [
    ...path.faults,
    ...placed.faults,
    ...written.faults,
    ...taken.map((name): CatalogFault => ({
      at: pointer('query', name),
      message: `"${name}" is set by the service and not by the caller`,
    })),
  ]
  if (faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    method: endpoint.method,
    url: `${endpoint.baseUrl}${path.text}`,
    path: path.text,
    query: written.pairs,
    body: placed.body,
  }
}

interface PlacedInput {
  readonly query: JsonObject
  readonly body: EndpointBody | null
  readonly faults: readonly CatalogFault[]
}

/**
 * Where the input goes: into the query if the call can have no body, else into the body, in the form of the endpoint's
 * `bodyType`.
 */
function placeInput(endpoint: CatalogEndpoint, { input, query = {} }: RawInput): PlacedInput {
  if (input === undefined) return withoutInput(endpoint)
  if (!goesIntoQuery(endpoint)) return placed(endpoint.bodyType === 'task' ? taskBody(input) : bodyOf(endpoint, input))
  if (isJsonList(input)) return refused('/input', 'must be an object: its members become query parameters')
  const twice = Object.keys(input).filter((name) => Object.hasOwn(query, name))
  return {
    query: input,
    body: null,
    faults: twice.map((name) => ({ at: pointer('query', name), message: `"${name}" is in "input" as well` })),
  }
}

/** GET, a DELETE without a body, and a POST that takes query parameters and no body (Apollo's). */
export function goesIntoQuery({
  method,
  body,
  queryParams,
}: Pick<CatalogEndpoint, 'method' | 'body' | 'queryParams'>): boolean {
  if (body !== null) return false
  return method === 'GET' || method === 'DELETE' || Object.keys(queryParams.properties).length > 0
}

function withoutInput(endpoint: CatalogEndpoint): PlacedInput {
  if (endpoint.bodyType === 'task')
    return refused('/input', `must be a task object or an array of 1 to ${TASKS_MAX} of them`)
  // An actor, or an endpoint that refuses a call without a body, gets an empty one; any other body is left out, as the
  // caller did.
  return endpoint.body?.needed === true || endpoint.bodyType === 'actor_input'
    ? placed(bodyOf(endpoint, {}))
    : { query: {}, body: null, faults: [] }
}

type BodyOrFault = EndpointBody | CatalogFault

function taskBody(input: JsonObject | readonly Json[]): BodyOrFault {
  const tasks = isJsonList(input) ? input : [input]
  const invalid = tasks.findIndex((task) => typeof task !== 'object' || task === null || Array.isArray(task))
  if (invalid >= 0) return { at: `/input/${invalid}`, message: 'must be a task object' }
  if (tasks.length === 0 || tasks.length > TASKS_MAX)
    return { at: '/input', message: `must hold 1 to ${TASKS_MAX} tasks, not ${tasks.length}` }
  return { encoding: 'json', value: [...tasks] }
}

function bodyOf({ body }: CatalogEndpoint, input: JsonObject | readonly Json[]): BodyOrFault {
  const encoding = body?.encoding ?? 'json'
  if (encoding === 'json') return jsonBody(body?.type ?? 'any', input)
  if (isJsonList(input)) return { at: '/input', message: 'must be an object: its members become form fields' }
  const { pairs, faults } = queryPairs(input, body?.properties ?? {}, 'input')
  return faults[0] ?? { encoding, fields: pairs }
}

function jsonBody(type: string, input: JsonObject | readonly Json[]): BodyOrFault {
  if (isJsonList(input))
    return type === 'object' ? { at: '/input', message: 'must be an object' } : { encoding: 'json', value: [...input] }
  return type === 'array' ? { at: '/input', message: 'must be an array' } : { encoding: 'json', value: input }
}

const placed = (outcome: BodyOrFault): PlacedInput =>
  'at' in outcome ? { query: {}, body: null, faults: [outcome] } : { query: {}, body: outcome, faults: [] }
const refused = (at: string, message: string): PlacedInput => ({ query: {}, body: null, faults: [{ at, message }] })
