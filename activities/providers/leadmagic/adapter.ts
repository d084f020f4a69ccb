import type { AttemptCall, AttemptResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { failureOf, failureOfStatus, isSuccess, unusableAnswer } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { objectOf } from '../wire.ts'
import { carriesError, errorCode, finderBody, readFound } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

const REPEAT = 'free'

export function createLeadmagicAdapter(account: Account): ProviderAdapter {
  return {
    attempt: (call) => (call.capability === 'contact.find' ? find(account, call) : Promise.resolve(notOffered)),
  }
}

const notOffered: AttemptResult = { kind: 'failed', outcome: 'rejected', detail: 'not offered by this provider' }

async function find({ apiKey, baseUrl, http }: Account, call: AttemptCall): Promise<AttemptResult> {
  const outcome = await http.call({
    method: 'POST',
    url: `${baseUrl}/v1/people/email-finder`,
    headers: { 'x-api-key': apiKey },
    body: { kind: 'json', value: finderBody(call.input) },
    signal: call.signal,
    deadlineMs: call.deadlineMs,
  })
  if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
  return isSuccess(outcome) ? read(outcome) : failureOfStatus(outcome, REPEAT, errorCode(outcome.body))
}

function read(answer: HttpAnswer): AttemptResult {
  const body = objectOf(answer.body)
  if (body === null) return unusableAnswer(answer, REPEAT, 'the answer is no object')
  if (carriesError(body)) return unusableAnswer(answer, REPEAT, 'the answer carries an error')
  const output = readFound(body)
  if (output === null) return { kind: 'noMatch', detail: 'no email found', raw: answer.body }
  return { kind: 'delivered', output, raw: answer.body, units: 1 }
}
