import { COMPANY_JOBS_LIMIT_DEFAULT } from '../../../domain/capabilities/company-jobs.ts'
import { COMPANY_NEWS_LIMIT_DEFAULT } from '../../../domain/capabilities/company-news.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { publishedDay } from '../news.ts'
import { countOf, dateOf, hostOf, objectOf, objectsOf, textOf, urlOf } from '../wire.ts'
import { type Pairs, paged } from './query.ts'

/** A page of job postings takes one credit, and may have ten thousand: enough to choose from. */
const POSTINGS_CHOSEN_FROM = 1_000
/** A page of articles takes one credit, and has at most this many. */
export const ARTICLES_MAX = 25

const jobsLimit = (input: JsonObject): number => countOf(input.limit) ?? COMPANY_JOBS_LIMIT_DEFAULT

/** Query of GET /organizations/{organization_id}/job_postings, which has no filters. */
export const jobsPairs = (input: JsonObject): Pairs =>
  paged(input.query === undefined && input.location === undefined ? jobsLimit(input) : POSTINGS_CHOSEN_FROM, 1)

/** null: no list at all. */
export function readJobs(body: Json, input: JsonObject): JsonObject[] | null {
  const answer = objectOf(body)
  if (answer === null || !Array.isArray(answer.organization_job_postings)) return null
  return objectsOf(answer.organization_job_postings, POSTINGS_CHOSEN_FROM)
    .map(readJob)
    .filter(({ title }) => title !== null && hasWords(title, textOf(input.query)))
    .filter(({ location }) => input.location === undefined || hasWords(location ?? '', textOf(input.location)))
    .slice(0, jobsLimit(input))
}

const readJob = (posting: JsonObject) => ({
  title: textOf(posting.title),
  department: null,
  location: [posting.city, posting.state, posting.country].flatMap((part) => textOf(part) ?? []).join(', ') || null,
  remote: null,
  employment_type: null,
  description: null,
  posted_at: dateOf(posting.posted_at),
  url: urlOf(posting.url),
})

function hasWords(text: string, words: string | null): boolean {
  const lower = text.toLowerCase()
  return (words?.toLowerCase().split(/[\s,]+/) ?? []).every((word) => lower.includes(word))
}

/** Query of POST /news_articles/search. */
export const newsPairs = (id: string, input: JsonObject): Pairs => {
  const since = textOf(input.since)
  return [
    ['organization_ids[]', id],
    ...(since === null ? [] : [['published_at[min]', since] as const]),
    ...paged(newsLimit(input), 1),
  ]
}

const newsLimit = (input: JsonObject): number =>
  Math.min(countOf(input.limit) ?? COMPANY_NEWS_LIMIT_DEFAULT, ARTICLES_MAX)

/** null: no list at all. An article comes once for each of its categories. */
export function readArticles(body: Json, input: JsonObject): JsonObject[] | null {
  const answer = objectOf(body)
  if (answer === null || !Array.isArray(answer.news_articles)) return null
  const since = textOf(input.since) ?? ''
  const articles = objectsOf(answer.news_articles, newsLimit(input))
    .map(readArticle)
    .filter(({ url, published_at }) => url !== null && (published_at === null || published_at >= since))
  return [...new Map(articles.map((article) => [article.url, article])).values()]
}

const readArticle = (article: JsonObject) => ({
  title: textOf(article.title),
  url: urlOf(article.url),
  source: hostOf(article.domain) ?? hostOf(article.url),
  published_at: publishedDay(article.published_at),
  snippet: textOf(article.snippet),
})
