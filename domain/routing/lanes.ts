import type { AccountLimits } from '../providers/manifest.ts'

/**
 * Two lanes for provider calls (decisions, "lanes"). Quick: inside the workflow task, which costs the fewest round
 * trips to Temporal but keeps a slot while it waits. Slow: a separate activity, pending and heartbeating in the Web UI,
 * resumable.
 */
export type Lane = 'quick' | 'slow'

/** An answer within this time outlasts the workflow task that waits for it by at most a heartbeat. */
export const QUICK_LATENCY_MS_MAX = 2_000
/** Longer calls would hold a workflow-task slot for too long when the provider hangs. */
export const QUICK_DEADLINE_MS_MAX = 30_000

export function laneFor(expectedLatencyMs: number, deadlineMs: number): Lane {
  return expectedLatencyMs <= QUICK_LATENCY_MS_MAX && deadlineMs <= QUICK_DEADLINE_MS_MAX ? 'quick' : 'slow'
}

/** How quickly one offer at one account has answered recently, as one worker sees it. */
export interface OfferLatency {
  readonly latencyMs: number
  /** Its quick attempts go to the slow lane. */
  readonly slow: boolean
}

/** The latency of an offer without any observation: the declaration in its manifest applies. */
export const EXPECTED_LATENCY: OfferLatency = { latencyMs: 500, slow: false }
/**
 * A slow offer comes back only when its answers are clearly quick again: an offer at the limit would switch to and fro.
 */
const BACK_LATENCY_MS_MAX = QUICK_LATENCY_MS_MAX / 2
/**
 * A longer answer counts as this long, so that an offer that hung for minutes comes back within a dozen quick answers.
 */
const ANSWER_MS_MAX = 10_000
/** How long a call counts for that is under way past the quick lane's limit: three such calls make any offer slow. */
const OVERDUE_MS = 2 * QUICK_LATENCY_MS_MAX

/** The latency after one more answer, which counts for a quarter. */
export function latencyAfter({ latencyMs, slow }: OfferLatency, answerMs: number): OfferLatency {
  const latest = latencyMs + (Math.min(answerMs, ANSWER_MS_MAX) - latencyMs) / 4
  return { latencyMs: latest, slow: latest > (slow ? BACK_LATENCY_MS_MAX : QUICK_LATENCY_MS_MAX) }
}

/**
 * The latency at this moment: overdue calls count although they have no answer yet. `underwayMs`: how long each call
 * has taken.
 */
export const latencyNow = (latency: OfferLatency, underwayMs: readonly number[]): OfferLatency =>
  underwayMs
    .filter((ms) => ms > QUICK_LATENCY_MS_MAX)
    .reduce((seen, ms) => latencyAfter(seen, Math.max(ms, OVERDUE_MS)), latency)

/**
 * How often an account gives one more slot: by its rate, or by how long calls keep theirs, whichever takes longer.
 */
export const slotStepMs = ({ concurrency, requestsPerSecond }: AccountLimits, latencyMs: number): number =>
  Math.max(
    requestsPerSecond === null ? 0 : 1_000 / requestsPerSecond,
    concurrency === null ? 0 : latencyMs / concurrency,
  )
