import type { Json, JsonObject } from '../../../domain/providers/manifest.ts'
import { WEB_SEARCH_LIMIT_DEFAULT, WEB_SEARCH_LIMIT_MAX } from '../../../domain/capabilities/web-search.ts'
import { countOf, listOf, objectOf, textOf, urlOf } from '../wire.ts'

export const limitOf = (input: JsonObject): number => countOf(input.limit) ?? WEB_SEARCH_LIMIT_DEFAULT

/** Body of POST /search; what the caller left open is left to the provider. */
export function searchBody(input: JsonObject): JsonObject {
  const country = textOf(input.country)
  const language = textOf(input.language)
  return {
    q: textOf(input.query),
    num: limitOf(input),
    page: countOf(input.page) ?? 1,
    ...(country === null ? {} : { gl: country.toLowerCase() }),
    ...(language === null ? {} : { hl: language.toLowerCase() }),
  }
}

/** The organic results; null when the answer is no search result at all. */
export function readResults(body: JsonObject, limit: number): JsonObject[] | null {
  if (!Array.isArray(body.organic) && objectOf(body.searchParameters) === null) return null
  return listOf(body.organic, Math.min(limit, WEB_SEARCH_LIMIT_MAX)).flatMap(readHit)
}

/** A hit without an address cannot be used and is left out. */
function readHit(value: Json): JsonObject[] {
  const hit = objectOf(value)
  const url = urlOf(hit?.link)
  if (hit === null || url === null) return []
  return [{ position: countOf(hit.position), title: textOf(hit.title), url, snippet: textOf(hit.snippet), published_at: textOf(hit.date) }]
}

/** Used-up credits come as 400 or 429, which also mean other things: only the sentence tells. */
export const saysCreditsUsedUp = (body: Json): boolean => /credit/i.test(textOf(objectOf(body)?.message) ?? '')
