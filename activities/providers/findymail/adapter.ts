import type { AttemptCall, AttemptResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, failureOf, failureOfStatus, isSuccess, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { isObject, readContact, readError, searchRequest } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

const REPEAT = 'free'
const NOT_FOUND = 404
const SUBSCRIPTION_PAUSED = 423

export function createFindymailAdapter(account: Account): ProviderAdapter {
  return {
    attempt: (call) => (call.capability === 'contact.find' ? find(account, call) : Promise.resolve(notOffered)),
  }
}

const notOffered: AttemptResult = { kind: 'failed', outcome: 'rejected', detail: 'not offered by this provider for this input' }

async function find({ apiKey, baseUrl, http }: Account, call: AttemptCall): Promise<AttemptResult> {
  const request = searchRequest(call.input)
  if (request === null) return notOffered
  const outcome = await http.call({
    method: 'POST',
    url: baseUrl + request.path,
    headers: { authorization: `Bearer ${apiKey}` },
    body: { kind: 'json', value: request.body },
    signal: call.signal,
    deadlineMs: call.deadlineMs,
  })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  return isSuccess(outcome) ? read(outcome) : refusal(outcome)
}

function read(answer: HttpAnswer): AttemptResult {
  if (!isObject(answer.body)) return unusableAnswer(answer, REPEAT, 'the answer is no object')
  const error = readError(answer.body)
  if (error === 'credits') return accountExhausted(answer, null)
  if (error === 'other') return unusableAnswer(answer, REPEAT, 'the answer carries an error')
  const output = readContact(answer.body)
  return output === null ? miss(answer) : { kind: 'delivered', output, raw: answer.body, units: 1 }
}

function refusal(answer: HttpAnswer): AttemptResult {
  // Without a JSON body it is a wrong address, not an answer about a person.
  if (answer.status === NOT_FOUND && isObject(answer.body)) return miss(answer)
  return answer.status === SUBSCRIPTION_PAUSED ? accountExhausted(answer, null) : failureOfStatus(answer, REPEAT)
}

const miss = (answer: HttpAnswer): AttemptResult => ({ kind: 'noMatch', detail: 'no email found', raw: answer.body })
