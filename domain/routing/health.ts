/**
 * How well an offer has served lately (Spec 2.4). Availability is judged here, never the match rate: an
 * honest "nothing found" is a healthy answer.
 */
export interface OfferRecord {
  readonly provider: string
  readonly capability: string
  /** Decided calls in the window: answered, or failed by the provider's fault. */
  readonly calls: number
  readonly successes: number
  readonly latencyMsP50: number | null
  /** The latest decided calls that failed in a row. */
  readonly failuresInRow: number
  readonly lastSuccessAgeMs: number | null
  readonly lastFailureAgeMs: number | null
}

export const HEALTH_STATUSES = ['healthy', 'stable', 'degraded', 'outage', 'unknown'] as const
export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** Fewer calls than this say nothing: small samples look perfect. */
export const SAMPLE_MIN = 10
/** What a provider must at least be counted on for: with a fresh success, and on its record alone. */
const HEALTHY_BOUND = 0.7
const STABLE_BOUND = 0.9
const HOUR_MS = 3_600_000

/** 95 %: the usual confidence for a rate that decides about routing. */
const Z = 1.96

/** The lower end of Wilson's interval: the success rate one may count on, given how little was seen. */
export function wilsonLowerBound(successes: number, calls: number): number {
  if (calls === 0 || successes === 0) return 0
  const rate = successes / calls
  const z2 = Z * Z
  const centre = rate + z2 / (2 * calls)
  const spread = Z * Math.sqrt((rate * (1 - rate) + z2 / (4 * calls)) / calls)
  return Math.max(0, (centre - spread) / (1 + z2 / calls))
}

export function healthStatus(record: OfferRecord | undefined): HealthStatus {
  if (record === undefined || record.calls === 0) return 'unknown'
  if (circuitIsOpen(record)) return 'outage'
  if (record.calls < SAMPLE_MIN) return 'unknown'
  const bound = wilsonLowerBound(record.successes, record.calls)
  if (bound >= HEALTHY_BOUND && record.lastSuccessAgeMs !== null && record.lastSuccessAgeMs <= HOUR_MS) return 'healthy'
  return bound >= STABLE_BOUND ? 'stable' : 'degraded'
}

/** So many failures in a row, and nothing else, mean that a provider's capability is down. */
export const CIRCUIT_FAILURES = 5
/** After so long without a failure it is tried again: the next failure opens the circuit for as long once more. */
export const CIRCUIT_COOLDOWN_MS = 30_000

/** A circuit belongs to one capability of one provider: one slow endpoint must not cool the others. */
export function circuitIsOpen(record: OfferRecord | undefined): boolean {
  if (record === undefined || record.failuresInRow < CIRCUIT_FAILURES) return false
  return record.lastFailureAgeMs !== null && record.lastFailureAgeMs < CIRCUIT_COOLDOWN_MS
}
