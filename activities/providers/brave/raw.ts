import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { errorCode, fullWindow } from './map.ts'

const RATE_LIMITED = 429

/**
 * A full month's window has the same status as a full second's, and a refused token has the status of a refused input.
 */
export const braveRaw: RawRules = {
  read({ status, body, headers }) {
    const refusedToken = errorCode(body) === 'SUBSCRIPTION_TOKEN_INVALID'
    const quota = status === RATE_LIMITED && fullWindow(headers)?.quota === true
    if (status < 400 || !(refusedToken || quota)) return null
    return {
      kind: 'failed',
      outcome: 'provider_error',
      detail: `HTTP ${status}: ${quota ? 'the quota is used up' : 'the token was refused'}`,
      accountExhausted: true,
    }
  },
}
