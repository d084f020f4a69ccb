import { COMPANY_NEWS_LIMIT_DEFAULT } from '../../../domain/capabilities/company-news.ts'
import { WEB_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/web-search.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { costOfCredits } from '../../../domain/raw/cost.ts'
import type { ReportedCost } from '../../../domain/providers/reported-cost.ts'
import { newsQuery, publishedDay } from '../news.ts'
import { countOf, hostOf, listOf, objectOf, textOf, urlOf } from '../wire.ts'
import { countryName } from './countries.ts'

/** The price of a credit without a plan; a plan's credits cost less. */
export const CREDIT_COST = parseUsd('0.008')

/** 432: the plan's credits are used up; 433: the pay-as-you-go limit is reached. */
export const ACCOUNT_LIMITS: readonly number[] = [432, 433]

/** The cost that the answer reports. */
export const reportedCost = (body: Json): ReportedCost =>
  costOfCredits(objectOf(objectOf(body)?.usage)?.credits, CREDIT_COST)

export const RESULTS_MAX = 20

const limitOf = (input: JsonObject, byDefault = WEB_SEARCH_LIMIT_DEFAULT): number =>
  Math.min(countOf(input.limit) ?? byDefault, RESULTS_MAX)

/** Body of POST /search. A country raises the rank of results from there. */
export function searchBody(input: JsonObject): JsonObject {
  const country = countryName(textOf(input.country) ?? '')
  return {
    query: textOf(input.query),
    max_results: limitOf(input),
    // One credit; the other depths take up to two.
    search_depth: 'basic',
    include_usage: true,
    ...(country === undefined ? {} : { country }),
  }
}

/** null: no search result. */
export function readResults(body: Json, input: JsonObject): JsonObject[] | null {
  const results = objectOf(body)?.results
  if (!Array.isArray(results)) return null
  return listOf(results, limitOf(input)).flatMap((hit, index) => readHit(hit, index + 1))
}

function readHit(value: Json, position: number): JsonObject[] {
  const hit = objectOf(value)
  const url = urlOf(hit?.url)
  if (hit === null || url === null) return []
  return [
    { position, title: textOf(hit.title), url, snippet: textOf(hit.content), published_at: textOf(hit.published_date) },
  ]
}

/** Body of POST /search for articles. `start_date` is the first day that counts. */
export const newsBody = (input: JsonObject): JsonObject => ({
  query: newsQuery(input),
  topic: 'news',
  max_results: limitOf(input, COMPANY_NEWS_LIMIT_DEFAULT),
  search_depth: 'basic',
  include_usage: true,
  ...(textOf(input.since) === null ? {} : { start_date: textOf(input.since) }),
})

/** null: no search result. The provider also counts days of updates, so an article known to be older is left out. */
export function readNews(body: Json, input: JsonObject): JsonObject[] | null {
  const results = objectOf(body)?.results
  if (!Array.isArray(results)) return null
  const since = textOf(input.since) ?? ''
  return listOf(results, limitOf(input, COMPANY_NEWS_LIMIT_DEFAULT))
    .flatMap(readArticle)
    .filter(({ published_at }) => published_at === null || String(published_at) >= since)
}

function readArticle(value: Json): JsonObject[] {
  const article = objectOf(value)
  const url = urlOf(article?.url)
  if (article === null || url === null) return []
  return [
    {
      title: textOf(article.title),
      url,
      source: hostOf(url),
      published_at: publishedDay(article.published_date),
      snippet: textOf(article.content),
    },
  ]
}
