import { isTooNarrow } from '../../../domain/connections/checks.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, failureOfStatus } from '../classify.ts'
import type { HttpAnswer } from '../http.ts'
import { sendMail } from '../keyed-send.ts'
import type { Account } from '../rest-adapter.ts'
import { textOf } from '../wire.ts'
import { emailBody, errorName, isKeyConflict, isQuota, readSent } from './map.ts'

const REPEAT = 'keyed'
const FORBIDDEN = 403

export function createResendAdapter(account: Account): ProviderAdapter {
  return {
    attempt: (call) =>
      call.capability === 'email.send'
        ? send(account, call)
        : Promise.resolve(rejected('not offered by this provider')),
  }
}

const rejected = (detail: string): AdapterResult => ({ kind: 'failed', outcome: 'rejected', detail })

function send(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const body = emailBody(call.input, call.idempotencyKey, call.headers)
  if (body === null) return Promise.resolve(rejected('no address to send from'))
  // Other providers serve replies: a message outside of its thread would not be the requested one.
  if (textOf(call.input.in_reply_to) !== null) return Promise.resolve(rejected('it cannot reply in a thread'))
  return sendMail(account, call, { path: '/emails', body, read: readSent, refusal })
}

function refusal(answer: HttpAnswer): AdapterResult {
  const name = errorName(answer.body)
  if (isQuota(name)) return accountExhausted(answer, name)
  if (isKeyConflict(name)) return { kind: 'failed', outcome: 'unknown', detail: `HTTP ${answer.status} (${name})` }
  // The sender's domain is not verified: another sender of the same account may be.
  if (answer.status === FORBIDDEN && name === 'validation_error') return rejected(`HTTP ${answer.status} (${name})`)
  const { keyRejected, ...failure } = failureOfStatus(answer, REPEAT, name)
  return keyRejected === true && !isTooNarrow('resend', answer.body) ? { ...failure, keyRejected } : failure
}
