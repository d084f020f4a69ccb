import { COMPANY_NEWS_LIMIT_DEFAULT, COMPANY_NEWS_LIMIT_MAX } from '../../../domain/capabilities/company-news.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { WEB_SEARCH_LIMIT_DEFAULT, WEB_SEARCH_LIMIT_MAX } from '../../../domain/capabilities/web-search.ts'
import { newsQuery } from '../news.ts'
import { countOf, listOf, objectOf, textOf, urlOf } from '../wire.ts'

export const limitOf = (input: JsonObject): number => countOf(input.limit) ?? WEB_SEARCH_LIMIT_DEFAULT

/** Body of POST /search; the provider chooses what the caller left open. */
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

/** The organic results; null when the answer is no search result. */
export function readResults(body: JsonObject, limit: number): JsonObject[] | null {
  if (!Array.isArray(body.organic) && objectOf(body.searchParameters) === null) return null
  return listOf(body.organic, Math.min(limit, WEB_SEARCH_LIMIT_MAX)).flatMap(readHit)
}

/** A hit without a URL cannot be used and is left out. */
function readHit(value: Json): JsonObject[] {
  const hit = objectOf(value)
  const url = urlOf(hit?.link)
  if (hit === null || url === null) return []
  return [
    {
      position: countOf(hit.position),
      title: textOf(hit.title),
      url,
      snippet: textOf(hit.snippet),
      published_at: textOf(hit.date),
    },
  ]
}

export const newsLimitOf = (input: JsonObject): number =>
  Math.min(countOf(input.limit) ?? COMPANY_NEWS_LIMIT_DEFAULT, COMPANY_NEWS_LIMIT_MAX)

/** Body of POST /news. */
export const newsBody = (input: JsonObject): JsonObject => ({ q: newsQuery(input), num: newsLimitOf(input) })

/** null when the answer is no search result. */
export function readNews(body: JsonObject, limit: number): JsonObject[] | null {
  if (!Array.isArray(body.news) && objectOf(body.searchParameters) === null) return null
  return listOf(body.news, limit).flatMap(readArticle)
}

function readArticle(value: Json): JsonObject[] {
  const article = objectOf(value)
  const url = urlOf(article?.link)
  if (article === null || url === null) return []
  return [
    {
      title: textOf(article.title),
      url,
      source: textOf(article.source),
      published_at: dayOf(textOf(article.date)),
      snippet: textOf(article.snippet),
    },
  ]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** "Jan 5, 2026" as 2026-01-05; null for "2 weeks ago", which is relative to an unknown time. */
function dayOf(date: string | null): string | null {
  const [, name = '', day = '', year = ''] = /^([A-Za-z]{3})[a-z]* (\d{1,2}), (\d{4})$/.exec(date ?? '') ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  return month === 0 ? null : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Used-up credits come as 400 or 429, which also mean other things: only the message distinguishes them. */
export const isOutOfCredits = (body: Json): boolean => /credit/i.test(textOf(objectOf(body)?.message) ?? '')
