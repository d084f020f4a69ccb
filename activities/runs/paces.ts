import { type Pace, PACE_EXPECTED, paceAfter, paceNow } from '../../domain/runs/lanes.ts'

/** How quickly providers answer this worker lately, by offer and account. */
export interface Paces {
  /** Whether calls of the offer are too slow for the quick lane now. */
  isSlow(offer: string): boolean
  /** How long its answers take lately. */
  latencyMs(offer: string): number
  /** A call begins; what is answered ends it, with its answer or without. */
  begin(offer: string): () => void
}

interface Traffic {
  pace: Pace
  /** Calls under way, the oldest first, by when they began. */
  readonly underway: Map<symbol, number>
}

/** Offers that are remembered while nothing is under way at them. */
const IDLE_MAX = 5_000
/** More calls under way than these cannot change what their ages say. */
const LOOKED_AT_MAX = 10

/** `now` in milliseconds of a clock that never goes back. */
export function createPaces(now: () => number): Paces {
  const byOffer = new Map<string, Traffic>()

  function trafficOf(offer: string): Traffic {
    const known = byOffer.get(offer)
    if (known !== undefined) return known
    if (byOffer.size >= IDLE_MAX) for (const [idle, { underway }] of byOffer) if (underway.size === 0) byOffer.delete(idle)
    const traffic: Traffic = { pace: PACE_EXPECTED, underway: new Map() }
    byOffer.set(offer, traffic)
    return traffic
  }

  return {
    isSlow(offer) {
      const { pace, underway } = trafficOf(offer)
      const at = now()
      return paceNow(pace, underway.values().take(LOOKED_AT_MAX).map((since) => at - since).toArray()).slow
    },
    latencyMs: (offer) => trafficOf(offer).pace.latencyMs,
    begin(offer) {
      const traffic = trafficOf(offer)
      const call = Symbol(offer)
      const since = now()
      traffic.underway.set(call, since)
      return () => {
        if (!traffic.underway.delete(call)) return
        traffic.pace = paceAfter(traffic.pace, now() - since)
      }
    },
  }
}
