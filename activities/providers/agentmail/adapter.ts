import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { failureOf, failureOfStatus, isSuccess, unusableAnswer } from '../classify.ts'
import type { HttpAnswer } from '../http.ts'
import { sendKeyed } from '../keyed-send.ts'
import type { Account } from '../rest-adapter.ts'
import { errorCode, isInputsFault, messageBodyOf, readSent } from './map.ts'

const REPEAT = 'keyed'
const FORBIDDEN = 403

export function createAgentmailAdapter(account: Account): ProviderAdapter {
  return {
    attempt: (call) =>
      call.capability === 'email.send'
        ? send(account, call)
        : Promise.resolve(rejected('not offered by this provider')),
  }
}

const rejected = (detail: string): AdapterResult => ({ kind: 'failed', outcome: 'rejected', detail })

function send({ apiKey, baseUrl, http }: Account, call: AttemptCall): Promise<AdapterResult> {
  const message = messageBodyOf(call.input, call.headers)
  if (message === null) return Promise.resolve(rejected('no inbox to send from'))
  return sendKeyed(call, async (deadlineMs) => {
    const outcome = await http.call({
      method: 'POST',
      url: baseUrl + message.path,
      headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': call.idempotencyKey },
      body: { kind: 'json', value: message.body },
      signal: call.signal,
      deadlineMs,
    })
    if (outcome.kind !== 'answer') return failureOf(outcome, REPEAT)
    return isSuccess(outcome) ? read(outcome, call) : refusal(outcome)
  })
}

function read(answer: HttpAnswer, { input }: AttemptCall): AdapterResult {
  const output = readSent(answer.body, input)
  if (output === null) return unusableAnswer(answer, REPEAT, 'the answer names no message')
  return { kind: 'delivered', output, raw: answer.body, units: 1 }
}

function refusal(answer: HttpAnswer): AdapterResult {
  const code = errorCode(answer.body)
  // An earlier request under this key is under way, or had other contents: in both cases an earlier request exists.
  if (code === 'conflict') return { kind: 'failed', outcome: 'unknown', detail: `HTTP ${answer.status} (${code})` }
  if (answer.status === FORBIDDEN && isInputsFault(code)) return rejected(`HTTP ${answer.status} (${code})`)
  return failureOfStatus(answer, REPEAT, code)
}
