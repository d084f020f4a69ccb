/**
 * Two lanes for provider calls (design: "A run"). Quick: inside the workflow task, which costs the fewest
 * round trips to Temporal but keeps a slot while it waits. Slow: an activity of its own, pending and
 * heartbeating in the Web UI, resumable.
 */
export type Lane = 'quick' | 'slow'

/** An answer within this time does not outlast the workflow task that waits for it by more than a heartbeat. */
export const QUICK_LATENCY_MS_MAX = 2_000
/** Longer calls would hold a workflow-task slot for too long when the provider hangs. */
export const QUICK_DEADLINE_MS_MAX = 30_000

export function laneFor(expectedLatencyMs: number, deadlineMs: number): Lane {
  return expectedLatencyMs <= QUICK_LATENCY_MS_MAX && deadlineMs <= QUICK_DEADLINE_MS_MAX ? 'quick' : 'slow'
}
