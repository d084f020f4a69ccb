import type { AttemptCall, AttemptResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, failureOf, failureOfStatus, isSuccess, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { objectOf } from '../wire.ts'
import { limitOf, readResults, saysCreditsUsedUp, searchBody } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

const REPEAT = 'free'

export function createSerperAdapter(account: Account): ProviderAdapter {
  return {
    attempt: (call) => (call.capability === 'web.search' ? search(account, call) : Promise.resolve(notOffered)),
  }
}

const notOffered: AttemptResult = { kind: 'failed', outcome: 'rejected', detail: 'not offered by this provider' }

async function search({ apiKey, baseUrl, http }: Account, call: AttemptCall): Promise<AttemptResult> {
  const outcome = await http.call({
    method: 'POST',
    url: `${baseUrl}/search`,
    headers: { 'x-api-key': apiKey },
    body: { kind: 'json', value: searchBody(call.input) },
    signal: call.signal,
    deadlineMs: call.deadlineMs,
  })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  if (isSuccess(outcome)) return read(outcome, limitOf(call.input))
  const usedUp = outcome.status >= 400 && outcome.status < 500 && saysCreditsUsedUp(outcome.body)
  return usedUp ? accountExhausted(outcome, null) : failureOfStatus(outcome, REPEAT)
}

function read(answer: HttpAnswer, limit: number): AttemptResult {
  const body = objectOf(answer.body)
  const results = body === null ? null : readResults(body, limit)
  if (results === null) return unusableAnswer(answer, REPEAT, 'the answer is no search result')
  if (results.length === 0) return { kind: 'noMatch', detail: 'no results', raw: answer.body }
  return { kind: 'delivered', output: { results }, raw: answer.body, units: 1 }
}
