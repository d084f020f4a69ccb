import type { RateLimiterRes } from 'rate-limiter-flexible'
import type { Quota } from './quota.ts'

export interface Limiter extends Quota {
  /** Resolves with the state after this request, rejects with it when the quota is used up. `points`: 1 by default. */
  consume(key: string, points?: number): Promise<RateLimiterRes>
}
