import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { isOutOfCredits } from './map.ts'

/** Used-up credits come as 400 or 429, which also mean other things. */
export const serperRaw: RawRules = {
  read({ status, body }) {
    const usedUp = status >= 400 && status < 500 && isOutOfCredits(body)
    return usedUp
      ? { kind: 'failed', outcome: 'provider_error', detail: `HTTP ${status}: no credits left`, accountExhausted: true }
      : null
  },
}
