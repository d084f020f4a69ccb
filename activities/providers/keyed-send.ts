import type { AttemptCall, AttemptResult } from '../../domain/providers/manifest.ts'

/** What the first call may take of the deadline; the rest is for asking once more. */
const FIRST_SHARE = 0.6
/** Less than this is not enough for an answer. */
const AGAIN_MS_MIN = 100

/**
 * A send to a provider that takes an idempotency key. When the answer is lost, the same request is sent once more under
 * the same key: then the provider tells what became of the first one. Only a delivery tells that; any other second
 * answer leaves it unknown, because the first request may still be on its way.
 */
export async function sendKeyed(call: AttemptCall, send: (deadlineMs: number) => Promise<AttemptResult>): Promise<AttemptResult> {
  const startedAt = performance.now()
  const first = await send(Math.ceil(call.deadlineMs * FIRST_SHARE))
  if (first.kind !== 'failed' || first.outcome !== 'unknown' || call.signal.aborted) return first
  const remainingMs = Math.floor(call.deadlineMs - (performance.now() - startedAt))
  if (remainingMs < AGAIN_MS_MIN) return first
  const second = await send(remainingMs)
  return second.kind === 'delivered' ? second : first
}
