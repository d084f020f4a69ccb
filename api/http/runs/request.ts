import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../domain/json/canonical.ts'
import type { RoutingRequest } from '../../../domain/routing/plan.ts'
import { statedRules } from '../../../domain/routing/policy.ts'
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
    ...(routing?.explore === false ? { explore: false as const } : {}),
    ...statedRules(routing ?? {}),
  }
}

/**
 * SHA-256 of the canonical JSON of the body: members ordered by name, without the wait and without the key itself,
 * which may come in the header the second time.
 */
export function requestHash(body: RunRequest): Buffer {
  const { wait_seconds: _wait, async: _async, idempotency_key: _key, ...request } = body
  return createHash('sha256').update(canonicalJson(request)).digest()
}
