import { COMPANY_NEWS_LIMIT_DEFAULT } from '../../../domain/capabilities/company-news.ts'
import { WEB_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/web-search.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { newsQuery, publishedDay } from '../news.ts'
import { countOf, hostOf, listOf, objectOf, textOf, urlOf } from '../wire.ts'

export const RESULTS_MAX = 20
/** The provider serves no later page. */
export const PAGE_MAX = 10

export const COUNTRIES =
  'AR AU AT BE BR CA CL DK FI FR DE HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(
    ' ',
  )
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru ' +
    'sr sk sl es sv ta te th tr uk vi'
  ).split(' '),
)
/** The languages that the provider spells differently. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ja: 'jp',
  no: 'nb',
  pt: 'pt-pt',
  zh: 'zh-hans',
  'zh-cn': 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
}

export const pageOf = (input: JsonObject): number => countOf(input.page) ?? 1

/** Query of GET /res/v1/web/search. The manifest takes only countries and languages that the provider serves. */
export function searchQuery(input: JsonObject): Record<string, string | number | boolean | undefined> {
  return {
    q: textOf(input.query) ?? undefined,
    count: Math.min(countOf(input.limit) ?? WEB_SEARCH_LIMIT_DEFAULT, RESULTS_MAX),
    offset: pageOf(input) - 1,
    country: textOf(input.country)?.toUpperCase(),
    search_lang: languageOf(textOf(input.language)),
    result_filter: 'web',
    // Otherwise the matched words come in HTML.
    text_decorations: false,
  }
}

/** Whether the provider has results in it. */
export const isServed = (language: string): boolean => languageOf(language) !== undefined

function languageOf(language: string | null): string | undefined {
  const wanted = (language ?? '').toLowerCase()
  const [base = ''] = wanted.split('-')
  return [wanted, SPELLINGS[wanted], base, SPELLINGS[base]].find((one) => one !== undefined && LANGUAGES.has(one))
}

/** null: the answer is no search result. An answer without results lacks the member `web`. */
export function readResults(body: Json, input: JsonObject): JsonObject[] | null {
  const answer = objectOf(body)
  if (answer?.type !== 'search') return null
  const limit = Math.min(countOf(input.limit) ?? WEB_SEARCH_LIMIT_DEFAULT, RESULTS_MAX)
  return listOf(objectOf(answer.web)?.results, limit).flatMap((hit, index) => readHit(hit, index + 1))
}

function readHit(value: Json, position: number): JsonObject[] {
  const hit = objectOf(value)
  const url = urlOf(hit?.url)
  if (hit === null || url === null) return []
  return [
    { position, title: textOf(hit.title), url, snippet: textOf(hit.description), published_at: textOf(hit.page_age) },
  ]
}

const newsLimitOf = (input: JsonObject): number =>
  Math.min(countOf(input.limit) ?? COMPANY_NEWS_LIMIT_DEFAULT, RESULTS_MAX)

/** Query of GET /res/v1/news/search. */
export const newsQueryOf = (input: JsonObject): Record<string, string | number | boolean | undefined> => ({
  q: newsQuery(input) ?? undefined,
  count: newsLimitOf(input),
})

/** null: the answer is no search for news. */
export function readNews(body: Json, input: JsonObject): JsonObject[] | null {
  const answer = objectOf(body)
  if (answer?.type !== 'news') return null
  return listOf(answer.results, newsLimitOf(input)).flatMap(readArticle)
}

/** `age` is relative to the time of the answer, so only `page_age` is read. */
function readArticle(value: Json): JsonObject[] {
  const article = objectOf(value)
  const url = urlOf(article?.url)
  if (article === null || url === null) return []
  return [
    {
      title: textOf(article.title),
      url,
      source: hostOf(objectOf(article.meta_url)?.hostname) ?? hostOf(url),
      published_at: publishedDay(article.page_age),
      snippet: textOf(article.description),
    },
  ]
}

export const errorCode = (body: Json): string | null => textOf(objectOf(objectOf(body)?.error)?.code)

/** One window of the rate limits: a second, and on some plans a month. */
interface Window {
  readonly remaining: number
  readonly resetSeconds: number
}

/** A longer reset means that a month's quota is used up, not a second's. */
const QUOTA_RESET_SECONDS = 3600

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * The reason of a 429: `X-RateLimit-Remaining: 1, 0` states which window is full, and `X-RateLimit-Reset` in how many
 * seconds each restarts. A window that takes hours is a quota.
 */
export function fullWindow(headers: Headers): { readonly quota: boolean; readonly resetMs: number } | null {
  const full = windowsOf(headers).filter(({ remaining }) => remaining === 0)
  if (full.length === 0) return null
  const resetSeconds = Math.max(...full.map((window) => window.resetSeconds))
  return { quota: resetSeconds > QUOTA_RESET_SECONDS, resetMs: resetSeconds * 1000 }
}

function windowsOf(headers: Headers): Window[] {
  const [remaining, reset] = [numbersOf(headers['x-ratelimit-remaining']), numbersOf(headers['x-ratelimit-reset'])]
  return remaining.flatMap((left, index) => {
    const resetSeconds = reset[index]
    return resetSeconds === undefined ? [] : [{ remaining: left, resetSeconds }]
  })
}

const numbersOf = (header: string | string[] | undefined): number[] => {
  const entries = [header]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
  return entries.every((entry) => /^\d{1,10}$/.test(entry)) ? entries.map(Number) : []
}
