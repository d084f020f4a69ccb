import { isJsonList, isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import type { CatalogEndpoint } from './endpoint.ts'
import { plainName } from './plain-name.ts'
import { type CatalogFault, pointer } from './pointer.ts'
import { goesIntoQuery, type RawInput } from './request.ts'

/**
 * The members that the provider requires and the request lacks. A new run is refused before anything is held,
 * because the provider would refuse the call; a run that was accepted before is not. `reserved` names are set by the
 * service. An actor states its own.
 */
export function missingMembers(
  endpoint: CatalogEndpoint,
  { input, query = {} }: RawInput,
  reserved: readonly string[],
): CatalogFault[] {
  const ours = new Set(reserved.map(plainName))
  const inQuery = goesIntoQuery(endpoint) && input !== undefined && !isJsonList(input) ? { ...input, ...query } : query
  const missingInQuery = endpoint.queryParams.required
    .filter((name) => !ours.has(plainName(name)) && isAbsent(inQuery[name]))
    .map((name) => missing('query', name))
  return [...missingInQuery, ...missingInBody(endpoint, input)]
}

function missingInBody(
  { body, bodyType }: Pick<CatalogEndpoint, 'body' | 'bodyType'>,
  input: JsonObject | readonly Json[] | undefined,
): CatalogFault[] {
  if (body === null || bodyType === 'actor_input') return []
  const of = (value: Json, place: string): CatalogFault[] =>
    isJsonObject(value) ? body.required.filter((name) => isAbsent(value[name])).map((name) => missing(place, name)) : []
  if (input === undefined) return body.needed ? of({}, 'input') : []
  return isJsonList(input) ? input.flatMap((item, index) => of(item, `input/${index}`)) : of(input, 'input')
}

const isAbsent = (value: Json | undefined): boolean => value === undefined || value === null

const missing = (place: string, name: string): CatalogFault => ({
  at: pointer(place, name),
  message: 'is required by the provider',
})
