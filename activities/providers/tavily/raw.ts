import type { RawRules } from '../../../domain/providers/raw-rules.ts'
import { ACCOUNT_LIMITS, reportedCost } from './map.ts'

/** Tavily reports the cost of a call only on request. */
export const tavilyRaw: RawRules = {
  body: {
    endpoints: ['POST /search', 'POST /extract', 'POST /crawl', 'POST /map'],
    members: { include_usage: true },
    always: true,
  },
  read({ status, body }) {
    if (ACCOUNT_LIMITS.includes(status))
      return { kind: 'failed', outcome: 'provider_error', detail: `HTTP ${status}`, accountExhausted: true }
    return status === 200 ? { kind: 'delivered', cost: reportedCost(body) } : null
  },
}
