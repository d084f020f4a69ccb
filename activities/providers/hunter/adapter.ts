import type { AttemptCall, AttemptResult, JsonObject, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, failureOf, failureOfStatus, isSuccess, rateLimited, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { objectOf, textOf } from '../wire.ts'
import { errorCode, finderQuery, readFound, readVerified } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

type Query = Readonly<Record<string, string | number | undefined>>

const REPEAT = 'free'
/** Hunter is still looking; it says so instead of holding the connection. */
const STILL_WORKING = 202

export function createHunterAdapter(account: Account): ProviderAdapter {
  return {
    attempt(call) {
      switch (call.capability) {
        case 'contact.find':
          return ask(account, call, { path: '/email-finder', query: finderQuery(call.input, call.deadlineMs), read: found })
        case 'contact.verify':
          return ask(account, call, { path: '/email-verifier', query: { email: textOf(call.input.email) ?? undefined }, read: verified })
        default:
          return Promise.resolve({ kind: 'failed', outcome: 'rejected', detail: 'not offered by this provider' })
      }
    },
  }
}

interface Question {
  readonly path: string
  readonly query: Query
  readonly read: (data: JsonObject, answer: HttpAnswer) => AttemptResult
}

async function ask({ apiKey, baseUrl, http }: Account, call: AttemptCall, question: Question): Promise<AttemptResult> {
  const outcome = await http.call({
    method: 'GET',
    url: baseUrl + question.path,
    headers: { 'x-api-key': apiKey },
    query: question.query,
    signal: call.signal,
    deadlineMs: call.deadlineMs,
  })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  if (!isSuccess(outcome)) return refusal(outcome)
  if (outcome.status === STILL_WORKING) return { kind: 'failed', outcome: 'provider_timeout', detail: 'HTTP 202: still working' }
  const data = objectOf(objectOf(outcome.body)?.data)
  return data === null ? unusableAnswer(outcome, REPEAT, 'no data in the answer') : question.read(data, outcome)
}

function found(data: JsonObject, answer: HttpAnswer): AttemptResult {
  const output = readFound(data)
  if (output === null) return { kind: 'noMatch', detail: 'no email found', raw: answer.body }
  return { kind: 'delivered', output, raw: answer.body, units: 1 }
}

function verified(data: JsonObject, answer: HttpAnswer): AttemptResult {
  const output = readVerified(data)
  if (output === null) return unusableAnswer(answer, REPEAT, 'no verdict in the answer')
  return { kind: 'delivered', output, raw: answer.body, units: 1 }
}

/** Hunter's two statuses mean the reverse of what they mean elsewhere: 403 is the rate limit, 429 the quota. */
function refusal(answer: HttpAnswer): AttemptResult {
  const code = errorCode(answer.body)
  if (answer.status === 403) return rateLimited(answer, code)
  if (answer.status === 429) return accountExhausted(answer, code)
  return failureOfStatus(answer, REPEAT, code)
}
