import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { errorName, isQuota } from './map.ts'

/** A used-up quota and a rate limit share one status. */
export const resendRaw: RawRules = {
  read({ status, body }) {
    const name = errorName(body)
    if (status < 400 || !isQuota(name)) return null
    return { kind: 'failed', outcome: 'provider_error', detail: `HTTP ${status} (${name})`, accountExhausted: true }
  },
}
