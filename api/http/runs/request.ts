import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../domain/json/canonical.ts'
import type { RoutingRequest } from '../../../domain/routing/plan.ts'
import { Problem } from '../../errors/problem.ts'
import type { RunRequest } from '../../schemas/run-request.ts'

/** The routing members with their defaults (Spec 4.1). */
export function routingOf(routing: RunRequest['routing']): RoutingRequest {
  return {
    provider: routing?.provider ?? 'auto',
    strategy: routing?.strategy ?? 'best_value',
    max_cost: routing?.max_cost ?? null,
    allow_fallback: routing?.allow_fallback ?? true,
    fresh: routing?.fresh ?? false,
    allow_repeat: routing?.allow_repeat ?? false,
  }
}

/** The key of the header or of the body; bare and quoted forms are the same key (decisions, "idempotency"). */
export function idempotencyKeyOf(header: string | undefined, body: string | undefined): string | null {
  const bare = header === undefined ? undefined : (/^"(.+)"$/.exec(header)?.[1] ?? header)
  if (bare !== undefined && body !== undefined && bare !== body) {
    throw new Problem('invalid_request', 'The Idempotency-Key header and the member idempotency_key differ.', {
      param: '/idempotency_key',
    })
  }
  return bare ?? body ?? null
}

/**
 * SHA-256 of the canonical JSON of the body: members ordered by name, without the wait and without the key itself,
 * which may come in the header the second time.
 */
export function requestHash(body: RunRequest): Buffer {
  const { wait_seconds: _wait, async: _async, idempotency_key: _key, ...asked } = body
  return createHash('sha256').update(canonicalJson(asked)).digest()
}
