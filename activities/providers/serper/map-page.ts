import { SEO_SERP_LIMIT_DEFAULT, SEO_SERP_LIMIT_MAX } from '../../../domain/capabilities/seo-serp.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { countOf, hostOf, listOf, objectOf, textOf, urlOf } from '../wire.ts'
import { searchBody } from './map.ts'

export const pageLimitOf = (input: JsonObject): number =>
  Math.min(countOf(input.limit) ?? SEO_SERP_LIMIT_DEFAULT, SEO_SERP_LIMIT_MAX)

/** Body of POST /search, as for a search of the web; without a country the page is that of the United States. */
export const pageBody = (input: JsonObject): JsonObject => ({
  ...searchBody({ ...input, limit: pageLimitOf(input) }),
  ...(textOf(input.country) === null ? { gl: 'us' } : {}),
})

/** Members of the answer by the names that other providers of result pages use. */
const FEATURES: Readonly<Record<string, string>> = {
  organic: 'organic',
  ads: 'paid',
  answerBox: 'answer_box',
  knowledgeGraph: 'knowledge_graph',
  topStories: 'top_stories',
  peopleAlsoAsk: 'people_also_ask',
  relatedSearches: 'related_searches',
  images: 'images',
  videos: 'video',
  places: 'local_pack',
}

export const featuresOf = (body: JsonObject): string[] =>
  Object.entries(FEATURES).flatMap(([member, feature]) => (isShown(body[member]) ? [feature] : []))

const isShown = (value: Json | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : objectOf(value) !== null

/**
 * The organic results; null when the answer is no result page. The position of the features among them is not reported.
 */
export function readElements(body: JsonObject, limit: number): JsonObject[] | null {
  if (!Array.isArray(body.organic) && objectOf(body.searchParameters) === null) return null
  return listOf(body.organic, limit).flatMap((value) => {
    const hit = objectOf(value)
    const url = urlOf(hit?.link)
    if (hit === null || url === null) return []
    return [
      {
        position: countOf(hit.position),
        type: 'organic',
        title: textOf(hit.title),
        url,
        domain: hostOf(url),
        snippet: textOf(hit.snippet),
      },
    ]
  })
}
