/**
 * How many attempts at one endpoint a worker makes at once. Twenty bring a receiver that answers in 100 ms to 200 events a
 * second; two at a failing one are enough to see it come back, and keep little of the worker while it hangs. Tests have room of
 * their own, for somebody waits for them.
 */
export const ATTEMPTS_AT_ONCE_MAX = { healthy: 20, failing: 2, tests: 2 } as const
/** All failing endpoints together: half of a worker's slots, whatever hangs, is left to the others. */
export const FAILING_AT_ONCE_MAX = 100

/** What is expected of an endpoint that nothing is known of, in milliseconds. */
export const LATENCY_MS_EXPECTED = 1_000
const WAIT_MS_MIN = 1_000
/** Whoever waits longer looks again: the endpoint may have recovered meanwhile. */
const WAIT_MS_MAX = 10 * 60_000

/** What one worker has under way at one endpoint. Times are of the worker's own clock, in milliseconds. */
export interface EndpointTraffic {
  readonly underway: number
  /** How long its attempts take lately. */
  readonly latencyMs: number
  /** When the last of those that wait for a turn will have it. */
  readonly lastTurnAt: number
}

export interface TurnAsked {
  readonly failing: boolean
  readonly test: boolean
  /** Attempts under way at all failing endpoints. */
  readonly failingUnderway: number
  readonly now: number
}

/** `later`: come back after so long; `turnAt` is the new end of the endpoint's queue. */
export type Turn = { readonly kind: 'now' } | { readonly kind: 'later'; readonly afterMs: number; readonly turnAt: number }

/**
 * Whether an attempt may be made now (design: "Events"): an endpoint that answers slowly or not at all never takes the worker's
 * slots from others. Who must wait is told when its place in the queue will have come, by how long attempts take there.
 */
export function turnAt({ underway, latencyMs, lastTurnAt }: EndpointTraffic, { failing, test, failingUnderway, now }: TurnAsked): Turn {
  const atOnceMax = failing ? ATTEMPTS_AT_ONCE_MAX.failing : ATTEMPTS_AT_ONCE_MAX.healthy
  const room = test ? underway < atOnceMax + ATTEMPTS_AT_ONCE_MAX.tests : underway < atOnceMax && !(failing && failingUnderway >= FAILING_AT_ONCE_MAX)
  if (room) return { kind: 'now' }
  const turn = Math.max(now, lastTurnAt) + latencyMs / atOnceMax
  const afterMs = Math.ceil(Math.min(Math.max(turn - now, WAIT_MS_MIN), WAIT_MS_MAX))
  return { kind: 'later', afterMs, turnAt: Math.min(turn, now + WAIT_MS_MAX) }
}

/** A quarter of the newest one: one slow answer among many changes little, a few change it all. */
export const latencyAfter = (latencyMs: number, newestMs: number): number => latencyMs + (newestMs - latencyMs) / 4
