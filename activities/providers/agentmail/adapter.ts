import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { failureOfStatus } from '../classify.ts'
import type { HttpAnswer } from '../http.ts'
import { sendMail } from '../keyed-send.ts'
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

function send(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const message = messageBodyOf(call.input, call.headers)
  if (message === null) return Promise.resolve(rejected('no inbox to send from'))
  return sendMail(account, call, { ...message, read: readSent, refusal })
}

function refusal(answer: HttpAnswer): AdapterResult {
  const code = errorCode(answer.body)
  // An earlier request under this key is under way, or had other contents: in both cases an earlier request exists.
  if (code === 'conflict') return { kind: 'failed', outcome: 'unknown', detail: `HTTP ${answer.status} (${code})` }
  if (answer.status === FORBIDDEN && isInputsFault(code)) return rejected(`HTTP ${answer.status} (${code})`)
  return failureOfStatus(answer, REPEAT, code)
}
