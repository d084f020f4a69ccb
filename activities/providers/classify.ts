import type { AdapterResult, Offer } from '../../domain/providers/manifest.ts'
import type { HttpAnswer, HttpOutcome } from './http.ts'

export type Failure = Extract<AdapterResult, { kind: 'failed' }>

/**
 * What a call without a usable answer means (Spec 3.1). A lookup may be repeated elsewhere. A send whose request may
 * have left is `unknown`: repeating it here or elsewhere could reach the recipient twice.
 */
export function failureOf(outcome: Exclude<HttpOutcome, HttpAnswer>, repeat: Offer['repeat']): Failure {
  switch (outcome.kind) {
    case 'timeout':
      return lost('provider_timeout', 'no answer in time', outcome.sent && repeat !== 'free')
    case 'connection':
      return lost('provider_error', `connection failed (${outcome.detail})`, outcome.sent && repeat !== 'free')
    case 'malformed':
      return lost('provider_error', `HTTP ${outcome.status}: ${outcome.detail}`, repeat !== 'free')
    case 'tooLarge':
      return lost('provider_error', `HTTP ${outcome.status}: the answer is too large`, repeat !== 'free')
  }
}

/** What a status outside 2xx means, unless the provider's own documentation states otherwise. */
export function failureOfStatus(
  answer: HttpAnswer,
  repeat: Offer['repeat'],
  providerCode: string | null = null,
): Failure {
  const detail = statusDetail(answer.status, providerCode)
  const { status } = answer
  if (status === 429) return { ...failed('rate_limited', detail), ...retryAfter(answer) }
  if (status === 401 || status === 402 || status === 403)
    return { ...failed('provider_error', detail), accountExhausted: true, ...rejectedKey(status) }
  if (status === 408) return lost('provider_timeout', detail, repeat !== 'free')
  if (status >= 400 && status < 500) return failed('rejected', detail)
  // 503 is the one server error that means that nothing was begun.
  if (status === 503) return { ...failed('provider_error', detail), ...retryAfter(answer) }
  return lost('provider_error', detail, repeat !== 'free')
}

/** A 2xx whose content reports an error, or lacks what the provider's documentation promises. */
export const unusableAnswer = (answer: HttpAnswer, repeat: Offer['repeat'], reason: string): Failure =>
  lost('provider_error', `HTTP ${answer.status}: ${reason}`, repeat !== 'free')

export const rateLimited = (answer: HttpAnswer, providerCode: string | null): Failure => ({
  ...failed('rate_limited', statusDetail(answer.status, providerCode)),
  ...retryAfter(answer),
})

export const accountExhausted = (answer: HttpAnswer, providerCode: string | null): Failure => ({
  ...failed('provider_error', statusDetail(answer.status, providerCode)),
  accountExhausted: true,
  ...rejectedKey(answer.status),
})

/** By 401 every provider rejects the credential itself; 402 and 403 may concern its plan. */
export const rejectedKey = (status: number): Pick<Failure, 'keyRejected'> =>
  status === 401 ? { keyRejected: true } : {}

export const isSuccess = (answer: HttpAnswer): boolean => answer.status >= 200 && answer.status < 300

const failed = (outcome: Failure['outcome'], detail: string): Failure => ({ kind: 'failed', outcome, detail })

function lost(outcome: Failure['outcome'], detail: string, mayHaveTakenEffect: boolean): Failure {
  return mayHaveTakenEffect ? failed('unknown', detail) : failed(outcome, detail)
}

const retryAfter = (answer: HttpAnswer) => (answer.retryAfterMs === null ? {} : { retryAfterMs: answer.retryAfterMs })

// Anything but a short token may quote the input, and more people read an attempt's detail than its input.
const providerCodePattern = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/

function statusDetail(status: number, providerCode: string | null): string {
  return providerCode !== null && providerCodePattern.test(providerCode)
    ? `HTTP ${status} (${providerCode})`
    : `HTTP ${status}`
}
