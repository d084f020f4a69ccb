import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Limiter } from './limiter.ts'

/** A process takes at most this part of a limit ahead of the calls, so that all replicas together lose little of it. */
const PART = 200
/** In the last tenth of a limit every call is counted by itself: there the exact number matters. */
const EXACT_PART = 10
/** Callers whose points are remembered; beyond them the oldest are forgotten, with what is left of their points. */
const CALLERS_MAX = 10_000

/** Points of one caller that this process has taken and not yet used. */
interface Lease {
  left: number
  /** The number that was taken last: the next one is twice as large. */
  size: number
  /** What was left of the limit, for all replicas, when it was taken. */
  remaining: number
  /** The end of the limit's window, in milliseconds of `now`. */
  readonly endsAt: number
}

/**
 * A limiter that takes points ahead of the calls, more of them the more often a caller comes: most calls cost no round
 * trip. All replicas together never permit more than the limit. What a process has taken and not used when the window
 * ends is lost to the caller.
 */
export function leased(limiter: Limiter, now: () => number = () => performance.now()): Limiter {
  const sizeMax = Math.floor(limiter.limit / PART)
  if (sizeMax < 2) return limiter
  const leases = new Map<string, Lease>()

  const current = (key: string): Lease | null => {
    const lease = leases.get(key)
    return lease !== undefined && lease.endsAt > now() ? lease : null
  }

  const sizeAfter = (lease: Lease | null): number =>
    lease === null || lease.remaining * EXACT_PART < limiter.limit ? 1 : Math.min(2 * lease.size, sizeMax)

  const stateOf = ({ remaining, left, endsAt }: Lease): RateLimiterRes =>
    new RateLimiterRes(remaining + left, endsAt - now(), limiter.limit - remaining - left)

  /** Adds points to the caller's lease: another call may have taken some meanwhile. */
  function keep(key: string, state: RateLimiterRes, taken: { readonly size: number; readonly left: number }): Lease {
    const lease = current(key)
    if (lease !== null) {
      lease.left += taken.left
      lease.size = Math.max(lease.size, taken.size)
      lease.remaining = Math.min(lease.remaining, state.remainingPoints)
      return lease
    }
    const begun = { ...taken, remaining: state.remainingPoints, endsAt: now() + state.msBeforeNext }
    leases.delete(key)
    leases.set(key, begun)
    const [oldest] = leases.keys()
    if (leases.size > CALLERS_MAX && oldest !== undefined) leases.delete(oldest)
    return begun
  }

  return {
    ...limiter,
    async consume(key, points = 1) {
      const lease = current(key)
      if (lease !== null && lease.left >= points) {
        lease.left -= points
        return stateOf(lease)
      }
      const size = Math.max(points, sizeAfter(lease))
      const state = await limiter.consume(key, size)
      return stateOf(keep(key, state, { size, left: size - points }))
    },
  }
}
