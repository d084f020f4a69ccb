import { type Json, type JsonObject, isJsonList } from '../json/json.ts'
import type { RawRequest } from '../raw/request.ts'
import type { FoundSubject } from './subject-collector.ts'
import { findingSubjects } from './subjects.ts'

/**
 * The subjects that a request names: in its input, and on a raw run in the values of the path and the query
 * (`$.path.domain`).
 */
export function* findingSubjectsOfRequest(
  input: JsonObject | readonly Json[],
  raw: Pick<RawRequest, 'path' | 'query'> | null,
): Generator<void, FoundSubject[]> {
  const named = yield* findingSubjects(isJsonList(input) ? [...input] : input)
  if (raw === null) return named
  return [...(yield* findingSubjects({ path: raw.path, query: raw.query })), ...named]
}
