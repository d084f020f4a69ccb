import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { objectOf } from '../wire.ts'
import { readError } from './map.ts'

const NOT_FOUND = 404
const SUBSCRIPTION_PAUSED = 423

/** A 200 may carry an error. A search without a result is a 404 or a contact that is null; both are free. */
export const findymailRaw: RawRules = {
  read({ status, body }) {
    const answer = objectOf(body)
    if (status === NOT_FOUND && answer !== null) return { kind: 'noMatch', detail: 'not found' }
    if (status === SUBSCRIPTION_PAUSED)
      return {
        kind: 'failed',
        outcome: 'provider_error',
        detail: `HTTP ${status}: the subscription is paused`,
        accountExhausted: true,
      }
    if (status !== 200 || answer === null) return null
    const error = readError(answer)
    if (error === 'credits')
      return { kind: 'failed', outcome: 'provider_error', detail: 'HTTP 200: no credits left', accountExhausted: true }
    if (error === 'other')
      return { kind: 'failed', outcome: 'provider_error', detail: 'HTTP 200: the answer carries an error' }
    return answer.contact === null ? { kind: 'noMatch', detail: 'no email found' } : null
  },
}
