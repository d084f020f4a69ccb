/**
 * How many attempts at one endpoint a worker makes at once. Twenty bring a receiver that answers in 100 ms to 200
 * events a second. Two at a failing endpoint are enough to see it come back, and keep little of the worker while it
 * hangs. Test deliveries have their own room, because a person waits for them.
 */
export const ATTEMPTS_AT_ONCE_MAX = { healthy: 20, failing: 2, tests: 2 } as const
/**
 * How many attempts wait in the worker for a slot at a healthy endpoint, and how long: a burst needs no further
 * workflow tasks. Once one attempt has waited in vain, no attempt waits until the next answer: an endpoint that has
 * begun to hang keeps only the slots of its attempts, and those until it is known to fail.
 */
export const WAITING_MAX = 100
export const WAITING_MS_MAX = 2_000
/**
 * The limits for all failing endpoints together, and for all slow ones together: half of a worker's slots remains for
 * the others, whatever hangs.
 */
export const FAILING_AT_ONCE_MAX = 100
export const SLOW_AT_ONCE_MAX = 100
/** An endpoint whose recent answers take longer is slow: no attempt waits in the worker for it. */
const SLOW_MS_MIN = 2_000

/** The expected latency of an endpoint without any observation, in milliseconds. */
export const LATENCY_MS_EXPECTED = 1_000
const WAIT_MS_MIN = 1_000
/** An attempt that would wait longer checks again: the endpoint may have recovered meanwhile. */
const WAIT_MS_MAX = 10 * 60_000

/** What one worker has under way at one endpoint. Times are of the worker's own clock, in milliseconds. */
export interface EndpointTraffic {
  readonly underway: number
  /** How many attempts wait in the worker for a slot. */
  readonly waiting: number
  /** Whether an attempt has waited in vain since the endpoint's last answer. */
  readonly stuck: boolean
  /** How long its attempts have taken recently. */
  readonly latencyMs: number
  /** When the last of the attempts that wait for a slot will have it. */
  readonly lastSlotAt: number
}

export interface RequestedSlot {
  readonly failing: boolean
  readonly test: boolean
  /** Attempts under way at all failing endpoints, and at all slow ones. */
  readonly failingUnderway: number
  readonly slowUnderway: number
  readonly now: number
}

/**
 * `soon`: wait in the worker for a slot. `later`: come back after `afterMs`; `slotAt` is the new end of the endpoint's
 * queue.
 */
export type SlotDecision =
  | { readonly kind: 'now' | 'soon' }
  | { readonly kind: 'later'; readonly afterMs: number; readonly slotAt: number }

/**
 * Whether an attempt may be made now (decisions, "Events"): an endpoint that answers slowly or not at all never takes
 * the worker's slots from others. An attempt that must wait gets the time when its slot will have come,
 * by how long attempts take there.
 */
export function decideSlot(
  traffic: EndpointTraffic,
  { failing, test, failingUnderway, slowUnderway, now }: RequestedSlot,
): SlotDecision {
  const { underway, waiting, stuck } = traffic
  const atOnceMax = failing ? ATTEMPTS_AT_ONCE_MAX.failing : ATTEMPTS_AT_ONCE_MAX.healthy
  const slow = isSlow(traffic)
  const manyLikeIt = failing ? failingUnderway >= FAILING_AT_ONCE_MAX : slow && slowUnderway >= SLOW_AT_ONCE_MAX
  const room = test ? underway < atOnceMax + ATTEMPTS_AT_ONCE_MAX.tests : underway < atOnceMax && !manyLikeIt
  if (room) return { kind: 'now' }
  if (!failing && !slow && !stuck && waiting < WAITING_MAX) return { kind: 'soon' }
  return laterSlot(traffic, { failing, now })
}

export const isSlow = ({ latencyMs }: Pick<EndpointTraffic, 'latencyMs'>): boolean => latencyMs > SLOW_MS_MIN

/** When an attempt that cannot wait in the worker has to come back. */
export function laterSlot(
  { latencyMs, lastSlotAt }: EndpointTraffic,
  { failing, now }: Pick<RequestedSlot, 'failing' | 'now'>,
): Extract<SlotDecision, { kind: 'later' }> {
  const slot =
    Math.max(now, lastSlotAt) + latencyMs / (failing ? ATTEMPTS_AT_ONCE_MAX.failing : ATTEMPTS_AT_ONCE_MAX.healthy)
  const afterMs = Math.ceil(Math.min(Math.max(slot - now, WAIT_MS_MIN), WAIT_MS_MAX))
  return { kind: 'later', afterMs, slotAt: Math.min(slot, now + WAIT_MS_MAX) }
}

/** The newest latency counts for a quarter: one slow answer among many changes little, a few change it a lot. */
export const latencyAfter = (latencyMs: number, newestMs: number): number => latencyMs + (newestMs - latencyMs) / 4
