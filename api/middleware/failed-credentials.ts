import type { Limiter } from '../limits/limiter.ts'
import { type CountedCall, type CountedCaller, countCall } from '../limits/rate-limits.ts'

/** The most addresses that are refused at one time. */
const REFUSED_MAX = 10_000

/**
 * Counts the credentials that were refused, for each client address, against the quota of its requests on public
 * routes.
 */
export interface FailedCredentials {
  /** Whether the address has used up its quota, as far as this process knows; no query is made. */
  isRefused(clientAddress: string): boolean
  count(caller: Omit<CountedCaller, 'principal'>): Promise<CountedCall>
}

/** `limiter`: null is off. `now`: milliseconds of a monotonic clock. */
export function createFailedCredentials(
  limiter: Limiter | null,
  now: () => number = () => performance.now(),
): FailedCredentials {
  const refusedUntil = new Map<string, number>()

  function remember(clientAddress: string, seconds: number): void {
    refusedUntil.delete(clientAddress)
    refusedUntil.set(clientAddress, now() + seconds * 1_000)
    const [oldest] = refusedUntil.keys()
    if (refusedUntil.size > REFUSED_MAX && oldest !== undefined) refusedUntil.delete(oldest)
  }

  return {
    isRefused(clientAddress) {
      const until = refusedUntil.get(clientAddress)
      if (until !== undefined && until <= now()) refusedUntil.delete(clientAddress)
      return until !== undefined && until > now()
    },
    async count(caller) {
      const counted = await countCall(limiter === null ? [] : [limiter], { ...caller, principal: null })
      if (counted.refusal !== null) remember(caller.clientAddress, counted.refusal.extras.retry_after ?? 0)
      return counted
    },
  }
}
