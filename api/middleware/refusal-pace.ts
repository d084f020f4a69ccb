import { setTimeout as sleep } from 'node:timers/promises'
import { createThrottle, type ThrottleLimits } from '../../domain/shares/throttle.ts'
import type { Meter } from '../../telemetry/meter.ts'
import { callerOf } from '../limits/request-queues.ts'
import { clientGone } from './client-gone.ts'
import { type RateLimits } from '../limits/rate-limits.ts'
import { clientAddressOf } from './rate-limit.ts'
import type { MiddlewareStep } from './state.ts'

/**
 * A client that exceeds a limit now and then notices nothing. One that never pauses gets 50 answers a second, or a
 * tenth of its parallel requests a second where that is more.
 */
export const REFUSAL_PACE: ThrottleLimits = { burst: 100, everyMs: 20, delayMsMax: 10_000 }

/** The rest of a refused body is read and dropped after the delay: each announced MiB counts as one more refusal. */
const WEIGHT_BYTES = 1_048_576
const WEIGHT_MAX = 20

/** Refusals that a caller can provoke at will, and that cost the service more than the caller. */
const THROTTLED_STATUSES: readonly number[] = [413, 429]

/**
 * Delays refusals for callers that are refused all the time: answering thousands a second would take the processor from
 * all other callers.
 */
export function paceRefusals(
  metrics: Pick<Meter, 'add'>,
  rateLimits: Pick<RateLimits, 'clientAddress'>,
  limits: ThrottleLimits,
): MiddlewareStep {
  const throttle = createThrottle(limits)
  return async (ctx, next) => {
    await next()
    if (!THROTTLED_STATUSES.includes(ctx.status)) return
    const { key, environment } = callerOf(ctx.state.principal, clientAddressOf(ctx, rateLimits))
    const delay = throttle.delayMs(`${environment} ${key}`, performance.now(), weightOf(ctx.get('Content-Length')))
    if (delay === 0) return
    metrics.add('refusals_delayed_total', { status: String(ctx.status) })
    // A client that has disconnected does not read the answer.
    await sleep(delay, undefined, { signal: clientGone(ctx), ref: false }).catch(() => undefined)
  }
}

const weightOf = (length: string): number => Math.min(WEIGHT_MAX, 1 + Math.floor((Number(length) || 0) / WEIGHT_BYTES))
