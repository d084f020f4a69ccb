import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { objectOf } from '../wire.ts'

/** Hunter is still searching and answers before it has a result. */
const STILL_WORKING = 202
const RATE_LIMITED = 403
const QUOTA_USED_UP = 429

/** 403 and 429 have swapped meanings here. A search that finds no address is free. */
export const hunterRaw: RawRules = {
  read({ endpoint, status, body }) {
    if (status === RATE_LIMITED) return { kind: 'failed', outcome: 'rate_limited', detail: 'HTTP 403' }
    if (status === QUOTA_USED_UP)
      return { kind: 'failed', outcome: 'provider_error', detail: 'HTTP 429', accountExhausted: true }
    if (status === STILL_WORKING)
      return { kind: 'failed', outcome: 'provider_error', detail: 'HTTP 202: still working' }
    const data = objectOf(objectOf(body)?.data)
    const missed = endpoint === 'GET /email-finder' && status === 200 && data !== null && data.email === null
    return missed ? { kind: 'noMatch', detail: 'no email found' } : null
  },
}
