import type { AttemptCall, AttemptResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, failureOf, failureOfStatus, isSuccess, rateLimited, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { errorCode, fullWindow, PAGE_MAX, pageOf, readResults, searchQuery } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

const REPEAT = 'free'
const RATE_LIMITED = 429
const TOKEN_REFUSED = 'SUBSCRIPTION_TOKEN_INVALID'

export function createBraveAdapter(account: Account): ProviderAdapter {
  return {
    attempt: (call) =>
      call.capability === 'web.search'
        ? search(account, call)
        : Promise.resolve(rejected('not offered by this provider')),
  }
}

const rejected = (detail: string): AttemptResult => ({ kind: 'failed', outcome: 'rejected', detail })

async function search({ apiKey, baseUrl, http }: Account, call: AttemptCall): Promise<AttemptResult> {
  if (pageOf(call.input) > PAGE_MAX) return rejected('pages after the tenth are not served')
  const outcome = await http.call({
    method: 'GET',
    url: `${baseUrl}/res/v1/web/search`,
    headers: { 'x-subscription-token': apiKey },
    query: searchQuery(call.input),
    signal: call.signal,
    deadlineMs: call.deadlineMs,
  })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  return isSuccess(outcome) ? read(outcome, call) : refusal(outcome)
}

function read(answer: HttpAnswer, { input }: AttemptCall): AttemptResult {
  const results = readResults(answer.body, input)
  if (results === null) return unusableAnswer(answer, REPEAT, 'the answer is no search result')
  if (results.length === 0) return { kind: 'noMatch', detail: 'no results', raw: answer.body }
  return { kind: 'delivered', output: { results }, raw: answer.body, units: 1 }
}

function refusal(answer: HttpAnswer): AttemptResult {
  const code = errorCode(answer.body)
  if (code === TOKEN_REFUSED) return accountExhausted(answer, code)
  const full = answer.status === RATE_LIMITED ? fullWindow(answer.headers) : null
  if (full === null) return failureOfStatus(answer, REPEAT, code)
  return full.quota ? accountExhausted(answer, code) : { retryAfterMs: full.resetMs, ...rateLimited(answer, code) }
}
