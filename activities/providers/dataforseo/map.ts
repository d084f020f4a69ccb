import { SEO_SERP_LIMIT_DEFAULT, SEO_SERP_LIMIT_MAX } from '../../../domain/capabilities/seo-serp.ts'
import { WEB_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/web-search.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { countOf, listOf, objectOf, textOf, urlOf } from '../wire.ts'
import { locationOf } from './countries.ts'

/** A result page has ten results, and the offer of `web.search` pays for one page. */
export const PAGE_RESULTS = 10
/** The country and language of a request that names none: the provider requires both. */
const COUNTRY_DEFAULT = 'US'
const LANGUAGE_DEFAULT = 'en'
/** A page has about ten results and as many features around them. */
const ITEMS_READ_MAX = 500
const FEATURES_MAX = 100

/** The location and language of a request; null when no country has these letters. */
export function placeOf(input: JsonObject): JsonObject | null {
  const location = locationOf(textOf(input.country) ?? COUNTRY_DEFAULT)
  return location === undefined ? null : { location_code: location, language_code: languageOf(textOf(input.language)) }
}

/** Only Chinese is distinguished by its script; the other languages are sent without their country. */
function languageOf(language: string | null): string {
  const [base = LANGUAGE_DEFAULT, variant] = (language ?? LANGUAGE_DEFAULT).split('-')
  const chinese = base.toLowerCase() === 'zh'
  return chinese ? `zh-${/^(?:tw|hk|hant)$/i.test(variant ?? '') ? 'TW' : 'CN'}` : base.toLowerCase()
}

/** The provider decodes percent signs and plus signs. */
const keywordOf = (query: string | null): string => (query ?? '').replaceAll('%', '%25').replaceAll('+', '%2B')

// Each of these multiplies the cost of a search by five.
const OPERATORS =
  /(?:^|\s)-?(?:allinanchor|allintext|allintitle|allinurl|cache|define|filetype|id|inanchor|info|intext|intitle|inurl|link|site):/i

export const usesOperators = (input: JsonObject): boolean => OPERATORS.test(textOf(input.query) ?? '')

export const searchTask = (input: JsonObject, place: JsonObject): JsonObject => ({
  keyword: keywordOf(textOf(input.query)),
  ...place,
  depth: PAGE_RESULTS,
})

/** null: no search result. An empty list: nothing was found. */
export function readSearch(result: JsonObject, input: JsonObject): JsonObject | null {
  if (!hasItems(result)) return null
  const limit = Math.min(countOf(input.limit) ?? WEB_SEARCH_LIMIT_DEFAULT, PAGE_RESULTS)
  const results = listOf(result.items, ITEMS_READ_MAX).flatMap(readHit).slice(0, limit)
  return { results }
}

function readHit(value: Json): JsonObject[] {
  const item = objectOf(value)
  const url = urlOf(item?.url)
  if (item === null || url === null || item.type !== 'organic') return []
  return [
    {
      position: countOf(item.rank_group),
      title: textOf(item.title),
      url,
      snippet: textOf(item.description),
      published_at: null,
    },
  ]
}

export const pageTask = (input: JsonObject, place: JsonObject): JsonObject => ({
  keyword: keywordOf(textOf(input.query)),
  ...place,
  device: textOf(input.device) ?? 'desktop',
  // A part of a page is billed as a page.
  depth: Math.ceil(pageLimit(input) / PAGE_RESULTS) * PAGE_RESULTS,
})

/** Operators multiply the cost of every page by five: the price of this offer covers this number of results. */
export const OPERATORS_RESULTS_MAX = 30

/** Whether the result page costs more than its price. */
export const costsMore = (input: JsonObject): boolean =>
  usesOperators(input) && pageLimit(input) > OPERATORS_RESULTS_MAX

const pageLimit = (input: JsonObject): number =>
  Math.min(countOf(input.limit) ?? SEO_SERP_LIMIT_DEFAULT, SEO_SERP_LIMIT_MAX)

/** The page unchanged: every element in its order. */
export function readPage(result: JsonObject, input: JsonObject): JsonObject | null {
  if (!hasItems(result)) return null
  return {
    query: textOf(input.query),
    total: countOf(result.se_results_count),
    features: listOf(result.item_types, FEATURES_MAX)
      .map(textOf)
      .filter((feature) => feature !== null),
    results: listOf(result.items, pageLimit(input)).flatMap(readElement),
  }
}

function readElement(value: Json): JsonObject[] {
  const item = objectOf(value)
  if (item === null || textOf(item.type) === null) return []
  return [
    {
      position: countOf(item.rank_absolute),
      type: textOf(item.type),
      title: textOf(item.title),
      url: urlOf(item.url),
      domain: textOf(item.domain),
      snippet: textOf(item.description),
    },
  ]
}

/** A page without results has null in place of the list. */
const hasItems = (result: JsonObject): boolean => Array.isArray(result.items) || result.items === null
