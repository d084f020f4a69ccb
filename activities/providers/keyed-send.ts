import type { AttemptCall, AdapterResult } from '../../domain/providers/manifest.ts'

/** The first call's part of the deadline; the rest is for the repetition. */
const FIRST_SHARE = 0.6
/** Less time than this is not enough for an answer. */
const AGAIN_MS_MIN = 100

/**
 * A send to a provider that takes an idempotency key. When the answer is lost, the same request is sent once more under
 * the same key, and the provider then reports the outcome of the first one. Only a delivery is such a report. After any
 * other second answer the outcome stays unknown, because the first request may still be on its way.
 */
export async function sendKeyed(
  call: AttemptCall,
  send: (deadlineMs: number) => Promise<AdapterResult>,
): Promise<AdapterResult> {
  const startedAt = performance.now()
  const first = await send(Math.ceil(call.deadlineMs * FIRST_SHARE))
  if (first.kind !== 'failed' || first.outcome !== 'unknown' || call.signal.aborted) return first
  const remainingMs = Math.floor(call.deadlineMs - (performance.now() - startedAt))
  if (remainingMs < AGAIN_MS_MIN) return first
  const second = await send(remainingMs)
  return second.kind === 'delivered' ? second : first
}
