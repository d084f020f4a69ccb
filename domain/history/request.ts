import { type Json, type JsonObject, isJsonList } from '../json/json.ts'
import type { RawRequest } from '../raw/request.ts'
import type { FoundSubject } from './subject-collector.ts'
import { subjectsOf } from './subjects.ts'

/**
 * The subjects that a request names: in its input, and on a raw run in the values of the path and the query
 * (`$.path.domain`).
 */
export function subjectsOfRequest(
  input: JsonObject | readonly Json[],
  raw: Pick<RawRequest, 'path' | 'query'> | null,
): FoundSubject[] {
  const named = subjectsOf(isJsonList(input) ? [...input] : input)
  return raw === null ? named : [...named, ...subjectsOf({ path: raw.path, query: raw.query })]
}
