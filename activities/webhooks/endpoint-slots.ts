import {
  decideSlot,
  isSlow,
  LATENCY_MS_EXPECTED,
  latencyAfter,
  laterSlot,
  WAITING_MS_MAX,
} from '../../domain/webhooks/endpoint-slots.ts'

/** `done` gives the slot back, with the attempt's duration in milliseconds. */
export type TakenSlot =
  | { readonly kind: 'taken'; done(attempt: { readonly latencyMs: number; readonly delivered: boolean }): void }
  | { readonly kind: 'later'; readonly afterMs: number }

export interface SlotWanted {
  readonly webhookId: string
  readonly failing: boolean
  readonly test: boolean
}

/** The attempts that this worker has under way, by endpoint. */
export interface EndpointSlots {
  take(wanted: SlotWanted): Promise<TakenSlot>
}

/** The attempts of one endpoint; `waiting` holds the callbacks of the attempts that wait for a slot. */
interface Traffic {
  underway: number
  latencyMs: number
  stuck: boolean
  lastSlotAt: number
  readonly waiting: Set<(hasSlot: boolean) => void>
}

/** How many endpoints are kept while they have no attempts under way. */
const IDLE_MAX = 5_000

/** `now` in milliseconds of a monotonic clock. */
export function createEndpointSlots(now: () => number): EndpointSlots {
  const byEndpoint = new Map<string, Traffic>()
  let failingUnderway = 0
  let slowUnderway = 0

  function taken(traffic: Traffic, failing: boolean): TakenSlot {
    const slow = !failing && isSlow(traffic)
    if (failing) failingUnderway += 1
    if (slow) slowUnderway += 1
    return {
      kind: 'taken',
      done({ latencyMs, delivered }) {
        if (failing) failingUnderway -= 1
        if (slow) slowUnderway -= 1
        traffic.stuck = false
        traffic.latencyMs = latencyAfter(traffic.latencyMs, latencyMs)
        const [next] = traffic.waiting
        const well = delivered && !isSlow(traffic)
        // An attempt that ends well passes its slot on; otherwise every waiting attempt checks the endpoint's new
        // state.
        if (well && next !== undefined) return next(true)
        traffic.underway -= 1
        if (!well) for (const one of traffic.waiting) one(false)
      },
    }
  }

  function later(traffic: Traffic, failing: boolean): TakenSlot {
    const { afterMs, slotAt } = laterSlot({ ...traffic, waiting: traffic.waiting.size }, { failing, now: now() })
    traffic.lastSlotAt = slotAt
    return { kind: 'later', afterMs }
  }

  return {
    async take({ webhookId, failing, test }) {
      const traffic = trafficOf(byEndpoint, webhookId)
      const decision = decideSlot(
        { ...traffic, waiting: traffic.waiting.size },
        { failing, test, failingUnderway, slowUnderway, now: now() },
      )
      if (decision.kind === 'now') {
        traffic.underway += 1
        return taken(traffic, failing)
      }
      if (decision.kind === 'soon' && (await waitForSlot(traffic))) return taken(traffic, failing)
      return later(traffic, failing)
    },
  }
}

function trafficOf(byEndpoint: Map<string, Traffic>, webhookId: string): Traffic {
  const known = byEndpoint.get(webhookId)
  if (known !== undefined) return known
  if (byEndpoint.size >= IDLE_MAX)
    for (const [id, { underway }] of byEndpoint) if (underway === 0) byEndpoint.delete(id)
  const traffic: Traffic = {
    underway: 0,
    latencyMs: LATENCY_MS_EXPECTED,
    stuck: false,
    lastSlotAt: 0,
    waiting: new Set(),
  }
  byEndpoint.set(webhookId, traffic)
  return traffic
}

/** Waits briefly for a slot, at the end of the queue. */
function waitForSlot(traffic: Traffic): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (hasSlot: boolean): void => {
      clearTimeout(timer)
      traffic.waiting.delete(answer)
      resolve(hasSlot)
    }
    const timer = setTimeout(() => {
      traffic.stuck = true
      answer(false)
    }, WAITING_MS_MAX)
    traffic.waiting.add(answer)
  })
}
