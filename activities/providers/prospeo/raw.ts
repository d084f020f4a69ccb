import type { RawReading, RawRules } from '../../../domain/providers/raw-rules.ts'
import { amount } from '../../../domain/providers/reported-cost.ts'
import { objectOf } from '../wire.ts'
import { errorCode } from './map.ts'

/** Most refusals are a 400, so their code states what happened. A record that was enriched before is free. */
export const prospeoRaw: RawRules = {
  read({ status, body }) {
    const known = ofCode(errorCode(body), status)
    if (known !== null || status !== 200) return known
    const answer = objectOf(body)
    if (answer?.error === true)
      return { kind: 'failed', outcome: 'provider_error', detail: 'HTTP 200: the answer carries an error' }
    return answer?.free_enrichment === true || answer?.free === true ? { kind: 'delivered', cost: amount(0n) } : null
  },
}

function ofCode(code: string | null, status: number): RawReading | null {
  switch (code) {
    case 'NO_MATCH':
    case 'NO_RESULTS':
      return { kind: 'noMatch', detail: 'no match' }
    case 'INSUFFICIENT_CREDITS':
    case 'INVALID_API_KEY':
      return { kind: 'failed', outcome: 'provider_error', detail: `HTTP ${status} (${code})`, accountExhausted: true }
    case 'RATE_LIMITED':
      return { kind: 'failed', outcome: 'rate_limited', detail: `HTTP ${status} (${code})` }
    case 'INTERNAL_ERROR':
      return { kind: 'failed', outcome: 'provider_error', detail: `HTTP ${status} (${code})` }
    default:
      return null
  }
}
