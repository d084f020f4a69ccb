import type { AttemptCall, AttemptResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, failureOf, failureOfStatus, isSuccess, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { isAccountLimit, readResults, searchBody } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

const REPEAT = 'free'

export function createTavilyAdapter(account: Account): ProviderAdapter {
  return {
    attempt: (call) => (call.capability === 'web.search' ? search(account, call) : Promise.resolve(notOffered)),
  }
}

const notOffered: AttemptResult = { kind: 'failed', outcome: 'rejected', detail: 'not offered by this provider' }

async function search({ apiKey, baseUrl, http }: Account, call: AttemptCall): Promise<AttemptResult> {
  const outcome = await http.call({
    method: 'POST',
    url: `${baseUrl}/search`,
    headers: { authorization: `Bearer ${apiKey}` },
    body: { kind: 'json', value: searchBody(call.input) },
    signal: call.signal,
    deadlineMs: call.deadlineMs,
  })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  if (isSuccess(outcome)) return read(outcome, call)
  return isAccountLimit(outcome.status) ? accountExhausted(outcome, null) : failureOfStatus(outcome, REPEAT)
}

function read(answer: HttpAnswer, { input }: AttemptCall): AttemptResult {
  const results = readResults(answer.body, input)
  if (results === null) return unusableAnswer(answer, REPEAT, 'the answer is no search result')
  if (results.length === 0) return { kind: 'noMatch', detail: 'no results', raw: answer.body }
  return { kind: 'delivered', output: { results }, raw: answer.body, units: 1 }
}
