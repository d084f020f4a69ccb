import { type OfferLatency, EXPECTED_LATENCY, latencyAfter, latencyNow } from '../../domain/routing/lanes.ts'

/** How quickly providers have recently answered this worker, by offer and account. */
export interface ObservedLatency {
  /** Whether the offer is currently too slow for the quick lane. */
  isSlow(offer: string): boolean
  /** The recent duration of its answers. */
  latencyMs(offer: string): number
  /** Begins a call; the returned function ends it, with or without an answer. */
  begin(offer: string): () => void
}

interface Traffic {
  latency: OfferLatency
  /** Calls under way with their start times, oldest first. */
  readonly underway: Map<symbol, number>
}

/** How many offers are kept while they have no calls under way. */
const IDLE_MAX = 5_000
/** The ages of more calls under way would not change the result. */
const LOOKED_AT_MAX = 10

/** `now` in milliseconds of a monotonic clock. */
export function createObservedLatency(now: () => number): ObservedLatency {
  const byOffer = new Map<string, Traffic>()

  function trafficOf(offer: string): Traffic {
    const known = byOffer.get(offer)
    if (known !== undefined) return known
    if (byOffer.size >= IDLE_MAX)
      for (const [idle, { underway }] of byOffer) if (underway.size === 0) byOffer.delete(idle)
    const traffic: Traffic = { latency: EXPECTED_LATENCY, underway: new Map() }
    byOffer.set(offer, traffic)
    return traffic
  }

  return {
    isSlow(offer) {
      const { latency, underway } = trafficOf(offer)
      const at = now()
      return latencyNow(
        latency,
        underway
          .values()
          .take(LOOKED_AT_MAX)
          .map((since) => at - since)
          .toArray(),
      ).slow
    },
    latencyMs: (offer) => trafficOf(offer).latency.latencyMs,
    begin(offer) {
      const traffic = trafficOf(offer)
      const call = Symbol(offer)
      const since = now()
      traffic.underway.set(call, since)
      return () => {
        if (!traffic.underway.delete(call)) return
        traffic.latency = latencyAfter(traffic.latency, now() - since)
      }
    },
  }
}
