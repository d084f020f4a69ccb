import type { JsonObject } from '../../../domain/json/json.ts'
import type { AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted } from '../classify.ts'
import type { HttpAnswer } from '../http.ts'
import { delivered, unusable } from '../lookup.ts'
import { type Account, restAdapter, type RestRequests } from '../rest-adapter.ts'
import { objectOf, textOf } from '../wire.ts'
import { featuresOf, pageBody, pageLimitOf, readElements } from './map-page.ts'
import { limitOf, newsBody, newsLimitOf, readNews, readResults, isOutOfCredits, searchBody } from './map.ts'

export const createSerperAdapter = (account: Account): ProviderAdapter =>
  restAdapter(account, {
    headers: { 'x-api-key': account.apiKey },
    requests: REQUESTS,
    refusals: { judge: usedUp },
  })

const usedUp = (answer: HttpAnswer): AdapterResult | null =>
  answer.status >= 400 && answer.status < 500 && isOutOfCredits(answer.body) ? accountExhausted(answer, null) : null

/** `member` of the output holds the results; `others`: the other members. */
const list =
  (
    member: string,
    read: (body: JsonObject) => JsonObject[] | null,
    others: (body: JsonObject) => JsonObject = () => ({}),
  ) =>
  (answer: HttpAnswer): AdapterResult => {
    const body = objectOf(answer.body)
    const found = body === null ? null : read(body)
    if (body === null || found === null) return unusable(answer, 'the answer is no search result')
    return delivered(answer, found.length === 0 ? null : { ...others(body), [member]: found }, 'no results')
  }

const REQUESTS: RestRequests = {
  'web.search': ({ input }) => ({
    path: '/search',
    body: searchBody(input),
    read: list('results', (body) => readResults(body, limitOf(input))),
  }),
  'seo.serp': ({ input }) => ({
    path: '/search',
    body: pageBody(input),
    read: list(
      'results',
      (body) => readElements(body, pageLimitOf(input)),
      (body) => ({ query: textOf(input.query), total: null, features: featuresOf(body) }),
    ),
  }),
  'company.news': ({ input }) => ({
    path: '/news',
    body: newsBody(input),
    read: list('articles', (body) => readNews(body, newsLimitOf(input))),
  }),
}
