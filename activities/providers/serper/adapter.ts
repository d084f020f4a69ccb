import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, failureOf, failureOfStatus, isSuccess, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { objectOf, textOf } from '../wire.ts'
import { featuresOf, pageBody, pageLimitOf, readElements } from './map-page.ts'
import { limitOf, newsBody, newsLimitOf, readNews, readResults, saysCreditsUsedUp, searchBody } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

const REPEAT = 'free'

export function createSerperAdapter(account: Account): ProviderAdapter {
  return {
    attempt(call) {
      switch (call.capability) {
        case 'web.search':
          return search(account, call, {
            path: '/search',
            body: searchBody(call.input),
            list: 'results',
            read: (body) => readResults(body, limitOf(call.input)),
          })
        case 'seo.serp':
          return search(account, call, {
            path: '/search',
            body: pageBody(call.input),
            list: 'results',
            read: (body) => readElements(body, pageLimitOf(call.input)),
            beside: (body) => ({ query: textOf(call.input.query), total: null, features: featuresOf(body) }),
          })
        case 'company.news':
          return search(account, call, {
            path: '/news',
            body: newsBody(call.input),
            list: 'articles',
            read: (body) => readNews(body, newsLimitOf(call.input)),
          })
        default:
          return Promise.resolve({ kind: 'failed', outcome: 'rejected', detail: 'not offered by this provider' })
      }
    },
  }
}

interface ProviderQuery {
  readonly path: string
  readonly body: JsonObject
  /** The member of the output that holds the results. */
  readonly list: string
  readonly read: (body: JsonObject) => JsonObject[] | null
  /** The other members of the output. */
  readonly beside?: (body: JsonObject) => JsonObject
}

async function search(
  { apiKey, baseUrl, http }: Account,
  call: AttemptCall,
  providerQuery: ProviderQuery,
): Promise<AdapterResult> {
  const outcome = await http.call({
    method: 'POST',
    url: baseUrl + providerQuery.path,
    headers: { 'x-api-key': apiKey },
    body: { kind: 'json', value: providerQuery.body },
    signal: call.signal,
    deadlineMs: call.deadlineMs,
  })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  if (isSuccess(outcome)) return read(outcome, providerQuery)
  const usedUp = outcome.status >= 400 && outcome.status < 500 && saysCreditsUsedUp(outcome.body)
  return usedUp ? accountExhausted(outcome, null) : failureOfStatus(outcome, REPEAT)
}

function read(answer: HttpAnswer, providerQuery: ProviderQuery): AdapterResult {
  const body = objectOf(answer.body)
  const found = body === null ? null : providerQuery.read(body)
  if (body === null || found === null) return unusableAnswer(answer, REPEAT, 'the answer is no search result')
  if (found.length === 0) return { kind: 'noMatch', detail: 'no results', raw: answer.body }
  return {
    kind: 'delivered',
    output: { ...providerQuery.beside?.(body), [providerQuery.list]: found },
    raw: answer.body,
    units: 1,
  }
}
