import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, failureOf, failureOfStatus, isSuccess, rateLimited, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { errorCode, fullWindow, newsQueryOf, PAGE_MAX, pageOf, readNews, readResults, searchQuery } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

const REPEAT = 'free'
const RATE_LIMITED = 429
const TOKEN_REFUSED = 'SUBSCRIPTION_TOKEN_INVALID'

interface ProviderQuery {
  readonly path: string
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>
  /** The member of the output that holds the results. */
  readonly list: string
  readonly read: (body: HttpAnswer['body']) => JsonObject[] | null
}

export function createBraveAdapter(account: Account): ProviderAdapter {
  return {
    attempt(call) {
      const { input } = call
      switch (call.capability) {
        case 'web.search':
          if (pageOf(input) > PAGE_MAX) return Promise.resolve(rejected('pages after the tenth are not served'))
          return search(account, call, {
            path: '/res/v1/web/search',
            query: searchQuery(input),
            list: 'results',
            read: (body) => readResults(body, input),
          })
        case 'company.news':
          return search(account, call, {
            path: '/res/v1/news/search',
            query: newsQueryOf(input),
            list: 'articles',
            read: (body) => readNews(body, input),
          })
        default:
          return Promise.resolve(rejected('not offered by this provider'))
      }
    },
  }
}

const rejected = (detail: string): AdapterResult => ({ kind: 'failed', outcome: 'rejected', detail })

async function search(
  { apiKey, baseUrl, http }: Account,
  call: AttemptCall,
  providerQuery: ProviderQuery,
): Promise<AdapterResult> {
  const outcome = await http.call({
    method: 'GET',
    url: baseUrl + providerQuery.path,
    headers: { 'x-subscription-token': apiKey },
    query: providerQuery.query,
    signal: call.signal,
    deadlineMs: call.deadlineMs,
  })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  return isSuccess(outcome) ? read(outcome, providerQuery) : refusal(outcome)
}

function read(answer: HttpAnswer, providerQuery: ProviderQuery): AdapterResult {
  const found = providerQuery.read(answer.body)
  if (found === null) return unusableAnswer(answer, REPEAT, 'the answer is no search result')
  if (found.length === 0) return { kind: 'noMatch', detail: 'no results', raw: answer.body }
  return { kind: 'delivered', output: { [providerQuery.list]: found }, raw: answer.body, units: 1 }
}

function refusal(answer: HttpAnswer): AdapterResult {
  const code = errorCode(answer.body)
  if (code === TOKEN_REFUSED) return { ...accountExhausted(answer, code), keyRejected: true }
  const full = answer.status === RATE_LIMITED ? fullWindow(answer.headers) : null
  if (full === null) return failureOfStatus(answer, REPEAT, code)
  return full.quota ? accountExhausted(answer, code) : { retryAfterMs: full.resetMs, ...rateLimited(answer, code) }
}
