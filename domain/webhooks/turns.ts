/**
 * How many attempts at one endpoint a worker makes at once. Twenty bring a receiver that answers in 100 ms to 200 events a
 * second; two at a failing one are enough to see it come back, and keep little of the worker while it hangs. Tests have room of
 * their own, for somebody waits for them.
 */
export const ATTEMPTS_AT_ONCE_MAX = { healthy: 20, failing: 2, tests: 2 } as const
/**
 * How many wait in the worker for a place at a healthy endpoint, and how long: a burst is worked off without further workflow
 * tasks. Once somebody has waited in vain, nobody does until the next answer: an endpoint that has begun to hang keeps the
 * places of its attempts alone, and those until it is known to fail.
 */
export const WAITING_MAX = 100
export const WAITING_MS_MAX = 2_000
/** All failing endpoints together, and all that answer, but slowly: half of a worker's slots is left to the others, whatever hangs. */
export const FAILING_AT_ONCE_MAX = 100
export const SLOW_AT_ONCE_MAX = 100
/** An endpoint whose answers take longer lately is slow: nobody waits in the worker for it. */
const SLOW_MS_MIN = 2_000

/** What is expected of an endpoint that nothing is known of, in milliseconds. */
export const LATENCY_MS_EXPECTED = 1_000
const WAIT_MS_MIN = 1_000
/** Whoever waits longer looks again: the endpoint may have recovered meanwhile. */
const WAIT_MS_MAX = 10 * 60_000

/** What one worker has under way at one endpoint. Times are of the worker's own clock, in milliseconds. */
export interface EndpointTraffic {
  readonly underway: number
  /** Who waits in the worker for a place. */
  readonly waiting: number
  /** Somebody has waited in vain since its last answer. */
  readonly stuck: boolean
  /** How long its attempts take lately. */
  readonly latencyMs: number
  /** When the last of those that wait for a turn will have it. */
  readonly lastTurnAt: number
}

export interface TurnAsked {
  readonly failing: boolean
  readonly test: boolean
  /** Attempts under way at all failing endpoints, and at all slow ones. */
  readonly failingUnderway: number
  readonly slowUnderway: number
  readonly now: number
}

/** `soon`: wait here for a place; `later`: come back after so long, and `turnAt` is the new end of the endpoint's queue. */
export type Turn = { readonly kind: 'now' | 'soon' } | { readonly kind: 'later'; readonly afterMs: number; readonly turnAt: number }

/**
 * Whether an attempt may be made now (decisions, "Events"): an endpoint that answers slowly or not at all never takes the worker's
 * slots from others. Who must wait is told when its place in the queue will have come, by how long attempts take there.
 */
export function turnAt(traffic: EndpointTraffic, { failing, test, failingUnderway, slowUnderway, now }: TurnAsked): Turn {
  const { underway, waiting, stuck } = traffic
  const atOnceMax = failing ? ATTEMPTS_AT_ONCE_MAX.failing : ATTEMPTS_AT_ONCE_MAX.healthy
  const slow = isSlow(traffic)
  const manyLikeIt = failing ? failingUnderway >= FAILING_AT_ONCE_MAX : slow && slowUnderway >= SLOW_AT_ONCE_MAX
  const room = test ? underway < atOnceMax + ATTEMPTS_AT_ONCE_MAX.tests : underway < atOnceMax && !manyLikeIt
  if (room) return { kind: 'now' }
  if (!failing && !slow && !stuck && waiting < WAITING_MAX) return { kind: 'soon' }
  return laterTurn(traffic, { failing, now })
}

export const isSlow = ({ latencyMs }: Pick<EndpointTraffic, 'latencyMs'>): boolean => latencyMs > SLOW_MS_MIN

/** When whoever cannot wait in the worker is to come back. */
export function laterTurn({ latencyMs, lastTurnAt }: EndpointTraffic, { failing, now }: Pick<TurnAsked, 'failing' | 'now'>): Extract<Turn, { kind: 'later' }> {
  const turn = Math.max(now, lastTurnAt) + latencyMs / (failing ? ATTEMPTS_AT_ONCE_MAX.failing : ATTEMPTS_AT_ONCE_MAX.healthy)
  const afterMs = Math.ceil(Math.min(Math.max(turn - now, WAIT_MS_MIN), WAIT_MS_MAX))
  return { kind: 'later', afterMs, turnAt: Math.min(turn, now + WAIT_MS_MAX) }
}

/** A quarter of the newest one: one slow answer among many changes little, a few change it all. */
export const latencyAfter = (latencyMs: number, newestMs: number): number => latencyMs + (newestMs - latencyMs) / 4
