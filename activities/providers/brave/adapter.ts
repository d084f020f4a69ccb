import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, rateLimited } from '../classify.ts'
import type { HttpAnswer } from '../http.ts'
import { delivered, unusable } from '../lookup.ts'
import { type Account, restAdapter, type RestRequests } from '../rest-adapter.ts'
import { errorCode, fullWindow, newsQueryOf, PAGE_MAX, pageOf, readNews, readResults, searchQuery } from './map.ts'

const RATE_LIMITED = 429
const TOKEN_REFUSED = 'SUBSCRIPTION_TOKEN_INVALID'

export function createBraveAdapter(account: Account): ProviderAdapter {
  const lookups = restAdapter(account, {
    headers: { 'x-subscription-token': account.apiKey },
    requests: REQUESTS,
    refusals: { judge: refusal, codeOf: errorCode },
  })
  return {
    attempt: (call) =>
      call.capability === 'web.search' && pageOf(call.input) > PAGE_MAX
        ? Promise.resolve({ kind: 'failed', outcome: 'rejected', detail: 'pages after the tenth are not served' })
        : lookups.attempt(call),
  }
}

/** `member` of the output holds the results. */
const list =
  (member: string, read: (body: Json) => JsonObject[] | null) =>
  (answer: HttpAnswer): AdapterResult => {
    const found = read(answer.body)
    if (found === null) return unusable(answer, 'the answer is no search result')
    return delivered(answer, found.length === 0 ? null : { [member]: found }, 'no results')
  }

const REQUESTS: RestRequests = {
  'web.search': ({ input }) => ({
    path: '/res/v1/web/search',
    query: searchQuery(input),
    read: list('results', (body) => readResults(body, input)),
  }),
  'company.news': ({ input }) => ({
    path: '/res/v1/news/search',
    query: newsQueryOf(input),
    read: list('articles', (body) => readNews(body, input)),
  }),
}

function refusal(answer: HttpAnswer): AdapterResult | null {
  const code = errorCode(answer.body)
  if (code === TOKEN_REFUSED) return { ...accountExhausted(answer, code), keyRejected: true }
  const full = answer.status === RATE_LIMITED ? fullWindow(answer.headers) : null
  if (full === null) return null
  return full.quota ? accountExhausted(answer, code) : { retryAfterMs: full.resetMs, ...rateLimited(answer, code) }
}
