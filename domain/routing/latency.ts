/**
 * Latencies are stored as counts per bucket: adding hours up keeps a percentile exact to its bucket, which sums of
 * percentiles would not. Buckets grow by a quarter, so that the figure for one (its geometric middle) is wrong by at
 * most 14 % between 16 ms and 70 minutes, for any measurement. The counts are stored by position: with other bounds
 * they have to be recounted (docs/architecture/discover.md, "Health").
 */
const LEAST_MS = 16
const GROWTH = 1.25
const BOUNDS = 57

/** The bounds between buckets: bucket 0 is below the first bound, the last one is open. */
export const LATENCY_BOUNDS_MS: readonly number[] = Array.from({ length: BOUNDS }, (_, step) =>
  Math.round(LEAST_MS * GROWTH ** step),
)
export const LATENCY_BUCKETS = BOUNDS + 1

/** The latency that a share `quantile` of the calls did not exceed, in ms; null if nothing was counted. */
export function percentileMs(counts: readonly number[], quantile: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.max(1, Math.ceil(quantile * total))
  let seen = 0
  const bucket = counts.findIndex((count) => (seen += count) >= rank)
  return middleMs(bucket)
}

function middleMs(bucket: number): number {
  const from = LATENCY_BOUNDS_MS[bucket - 1]
  const to = LATENCY_BOUNDS_MS[bucket]
  if (from === undefined) return LEAST_MS
  return to === undefined ? from : Math.round(Math.sqrt(from * to))
}
