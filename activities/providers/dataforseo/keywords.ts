import { SEO_KEYWORDS_LIMIT_DEFAULT, SEO_KEYWORDS_LIMIT_MAX } from '../../../domain/capabilities/seo-keywords.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { countOf, listOf, numberOf, objectOf, textOf } from '../wire.ts'

/** Four years. */
const MONTHS_MAX = 48

export interface KeywordQuestion {
  readonly path: string
  readonly task: JsonObject
}

/** The narrowest request that the input allows: exact keywords before a seed, a seed before a site. */
export function keywordQuestion(input: JsonObject, place: JsonObject): KeywordQuestion {
  const limit = Math.min(countOf(input.limit) ?? SEO_KEYWORDS_LIMIT_DEFAULT, SEO_KEYWORDS_LIMIT_MAX)
  const seed = textOf(input.seed)
  if (Array.isArray(input.keywords))
    return { path: `${LABS}/keyword_overview/live`, task: { keywords: input.keywords, ...place } }
  if (seed !== null) return { path: `${LABS}/keyword_suggestions/live`, task: { keyword: seed, ...place, limit } }
  return { path: `${LABS}/keywords_for_site/live`, task: { target: textOf(input.domain), ...place, limit } }
}

const LABS = '/v3/dataforseo_labs/google'

export function readKeywords(result: JsonObject): JsonObject | null {
  if (!Array.isArray(result.items) && result.items !== null) return null
  return { keywords: listOf(result.items, SEO_KEYWORDS_LIMIT_MAX).flatMap(readKeyword) }
}

function readKeyword(value: Json): JsonObject[] {
  const item = objectOf(value)
  const keyword = textOf(item?.keyword)
  if (item === null || keyword === null) return []
  const info = objectOf(item.keyword_info)
  return [
    {
      keyword,
      search_volume: countOf(info?.search_volume),
      cpc_usd: numberOf(info?.cpc, { min: 0 }),
      competition: numberOf(info?.competition, { min: 0, max: 1 }),
      difficulty: numberOf(objectOf(item.keyword_properties)?.keyword_difficulty, { min: 0, max: 100 }),
      intent: textOf(objectOf(item.search_intent_info)?.main_intent),
      monthly: listOf(info?.monthly_searches, MONTHS_MAX).flatMap(readMonth),
    },
  ]
}

function readMonth(value: Json): JsonObject[] {
  const entry = objectOf(value)
  const year = numberOf(entry?.year, { min: 1000, max: 3000 })
  const month = numberOf(entry?.month, { min: 1, max: 12 })
  if (entry === null || year === null || month === null) return []
  return [{ month: `${year}-${String(month).padStart(2, '0')}`, search_volume: countOf(entry.search_volume) }]
}
