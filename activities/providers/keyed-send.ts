import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { AttemptCall, AdapterResult } from '../../domain/providers/manifest.ts'
import { failureOf, isSuccess, unusableAnswer } from './classify.ts'
import type { HttpAnswer } from './http.ts'
import type { Account } from './rest-adapter.ts'

/** The first call's part of the deadline; the rest is for the repetition. */
const FIRST_SHARE = 0.6
/** Less time than this is not enough for an answer. */
const AGAIN_MS_MIN = 100

/**
 * A send to a provider that takes an idempotency key. When the answer is lost, the same request is sent once more under
 * the same key, and the provider then reports the outcome of the first one. Only a delivery is such a report. After any
 * other second answer the outcome stays unknown, because the first request may still be on its way.
 */
async function sendKeyed(
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

interface Mail {
  readonly path: string
  readonly body: JsonObject
  /** The result of an answer; null: it names no message, so the outcome is unknown. */
  readonly read: (body: Json, input: JsonObject) => JsonObject | null
  readonly refusal: (answer: HttpAnswer) => AdapterResult
}

/** A mail that leaves by one keyed request. */
export const sendMail = (
  { apiKey, baseUrl, http }: Account,
  call: AttemptCall,
  { path, body, read, refusal }: Mail,
): Promise<AdapterResult> =>
  sendKeyed(call, async (deadlineMs) => {
    const outcome = await http.call({
      method: 'POST',
      url: `${baseUrl}${path}`,
      headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': call.idempotencyKey },
      body: { kind: 'json', value: body },
      signal: call.signal,
      deadlineMs,
    })
    if (outcome.kind !== 'answer') return failureOf(outcome, 'keyed')
    if (!isSuccess(outcome)) return refusal(outcome)
    const output = read(outcome.body, call.input)
    return output === null
      ? unusableAnswer(outcome, 'keyed', 'the answer names no message')
      : { kind: 'delivered', output, raw: outcome.body, units: 1 }
  })
